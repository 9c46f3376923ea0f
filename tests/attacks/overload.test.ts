import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { Problem } from '#contract/kernel/problem.ts';
import { createApp } from '#http/app.ts';
import { createLimiter, LIMITS, type WorkClass } from '#http/limiter.ts';
import { listen } from '#http/listen.ts';
import { createPages } from '#http/pages.ts';
import { failure } from '#model/kernel/outcome.ts';
import type { Context } from '#services/kernel/context.ts';
import { ORIGIN, ownShop, type Person } from '../harness/own-shop.ts';
import { pictureForm } from '../harness/sample-picture.ts';

const shop = await ownShop();
const SOON = { timeout: 15_000 };
/** Whoever waits does so for as long as a test on a busy machine takes. */
const PATIENT = Object.fromEntries(
  Object.entries(LIMITS).map(([of, limit]) => [of, { ...limit, patienceMs: 60_000 }]),
) as typeof LIMITS;
const person = await shop.person();

/** Work that stands still at one place of the world until it is released. */
interface Latch {
  readonly held: () => number;
  readonly pass: () => Promise<void>;
  readonly release: () => void;
}

function latch(): Latch {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  return {
    held: () => held,
    pass: () => {
      held += 1;
      return promise.finally(() => {
        held -= 1;
      });
    },
    release: resolve,
  };
}

/** A shop whose calls with this token, or whose work of one kind, stand still at the latch. */
function heldShop({ pass }: Latch, { held }: { held: string }, overloaded = () => false) {
  const { hasher, tokens, encoder, pictures, google: _none, ...rest } = shop.context;
  const context: Context = {
    ...rest,
    tokens: {
      ...tokens,
      async verify(token, now) {
        if (token === held) await pass();
        return tokens.verify(token, now);
      },
    },
    hasher: {
      ...hasher,
      async verify(secret, hash) {
        if (secret !== held) return hasher.verify(secret, hash);
        await pass();
        return false;
      },
    },
    encoder: {
      async encode(source) {
        if (held === 'encoder') await pass();
        return encoder.encode(source);
      },
    },
    pictures: {
      ...pictures,
      async get(path) {
        if (held === 'pictures') await pass();
        return pictures.get(path);
      },
    },
    google: {
      standIn: true,
      async begin() {
        if (held === 'google') await pass();
        return failure({ code: 'unreachable' as const });
      },
      finish: async () => failure({ code: 'refused' as const }),
    },
  };
  const limiter = createLimiter(PATIENT, overloaded);
  const pages = createPages({
    async render() {
      if (held === 'page') await pass();
      return new Response('<p>Page</p>', { headers: { 'content-type': 'text/html' } });
    },
    withPolicy: true,
    limiter,
  });
  return createApp({ context, publicOrigin: ORIGIN, shopName: 'Toolyard', limiter, pages });
}

type App = ReturnType<typeof heldShop>;
type Made = (app: App, token?: string) => Promise<Response>;

const send =
  (method: string, path: string, body?: unknown): Made =>
  async (app, token = person.token) =>
    app.request(`${ORIGIN}${path}`, {
      method,
      headers: {
        origin: ORIGIN,
        authorization: `Bearer ${token}`,
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });

const form = await pictureForm();
const newForm = await pictureForm(40);
const order = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: randomUUID() };
const purchase = (lines: number) => ({
  ...{ phone: order.phone, address: order.address },
  lines: Array.from({ length: lines }, () => ({ quantity: 5, tools_price: 10, tools_id: randomUUID() })),
});
// Each wrong password is tried on another address: nobody's failures add up.
const signIn =
  (password: string): Made =>
  (app) => {
    const email = password === person.password ? person.email : `${randomUUID()}@example.com`;
    return send('POST', '/auth/sign-in', { email, password })(app);
  };

/** A call of each class, and what it answers while the shop is well. */
const calls: Record<WorkClass, { make: Made; well: number }> = {
  read: { make: send('GET', '/review'), well: 200 },
  write: { make: send('POST', '/auth/sign-out'), well: 200 },
  bulk: { make: send('POST', '/purchases', purchase(51)), well: 409 },
  hash: { make: signIn(person.password), well: 200 },
  payment: { make: send('POST', '/create-payment-intent', { price: 5, order_id: randomUUID() }), well: 404 },
  google: { make: send('GET', '/auth/google'), well: 303 },
  webhook: { make: send('POST', '/stripe/webhook', {}), well: 400 },
  paypalWebhook: { make: send('POST', '/paypal/webhook', {}), well: 400 },
  upload: { make: send('POST', '/images', form), well: 200 },
  image: { make: send('POST', '/images', form), well: 200 },
  paper: { make: send('GET', `/purchases/${randomUUID()}/invoice.pdf`), well: 404 },
  picture: { make: send('GET', `/images/${'0'.repeat(32)}/1200.webp`), well: 404 },
  page: { make: send('GET', '/'), well: 200 },
};

/** How each class is brought to stand still: what is held, and the call that meets it. */
const floods: { of: WorkClass; held: string; make: Made; as?: Person }[] = [
  { of: 'read', held: 'held.token.1', make: (app) => send('GET', '/manageOrder')(app, 'held.token.1') },
  { of: 'write', held: 'held.token.2', make: (app) => send('POST', '/orders', order)(app, 'held.token.2') },
  {
    of: 'bulk',
    held: 'held.token.5',
    make: (app) => send('POST', '/purchases', purchase(51))(app, 'held.token.5'),
  },
  { of: 'hash', held: 'held-password', make: signIn('held-password') },
  {
    of: 'payment',
    held: 'held.token.3',
    make: (app) =>
      send('PATCH', `/paymentOrders/${randomUUID()}`, { order_id: 'x', transactionId: 'y' })(app, 'held.token.3'),
  },
  { of: 'google', held: 'google', make: calls.google.make },
  { of: 'upload', held: 'held.token.4', make: (app) => send('POST', '/images', form)(app, 'held.token.4') },
  { of: 'picture', held: 'pictures', make: calls.picture.make },
  { of: 'page', held: 'page', make: calls.page.make },
];

test.each(floods)('all places of $of are taken: the next is told at once, the others notice nothing', async (flood) => {
  const { of, held, make } = flood;
  const someone = await shop.person();
  const still = latch();
  const app = heldShop(still, { held });
  const { concurrent, queued } = LIMITS[of];
  const began = Array.from({ length: concurrent + queued }, () => make(app));
  await expect.poll(still.held, SOON).toBe(concurrent);

  const turnedAway = await make(app);
  if (of === 'google') expect(turnedAway.headers.get('location')).toBe('/login?google=busy');
  else {
    expect(turnedAway.status).toBe(503);
    expect(Number(turnedAway.headers.get('retry-after'))).toBeGreaterThan(0);
    if (of === 'page') expect(await turnedAway.text()).toContain('The shop is busy');
    else expect(Problem.parse(await turnedAway.json()).code).toBe('busy');
  }
  for (const [other, call] of Object.entries(calls))
    if (other !== of && !(of === 'upload' && other === 'image'))
      expect([other, (await call.make(app, someone.token)).status]).toEqual([other, call.well]);
  for (const path of ['/healthz', '/readyz']) expect((await app.request(ORIGIN + path)).status).toBe(200);
  expect(still.held()).toBe(concurrent);

  still.release();
  const answers = await Promise.all(began);
  expect(answers.filter((it) => it.status >= 500)).toEqual([]);
  const { make: again, well } = calls[of];
  expect((await again(app)).status).toBe(well);
});

test('while four of more than fifty lines are placed, those of fifty lines are none of them', async () => {
  const still = latch();
  const app = heldShop(still, { held: 'held.token.6' });
  const place = (lines: number) => send('POST', '/purchases', purchase(lines))(app, 'held.token.6');
  const large = Array.from({ length: 6 }, () => place(200));
  await expect.poll(still.held, SOON).toBe(4);
  const small = Array.from({ length: 6 }, () => place(50));
  await expect.poll(still.held, SOON).toBe(10);
  still.release();
  const answers = await Promise.all([...large, ...small]);
  expect(answers.filter((it) => it.status >= 500)).toEqual([]);
});

describe('a picture that is being drawn anew', () => {
  test('two are, eight wait, and the next sender is told at once', async () => {
    const still = latch();
    const app = heldShop(still, { held: 'encoder' });
    const senders = await Promise.all(Array.from({ length: 3 }, () => shop.person()));
    const { concurrent, queued } = LIMITS.image;
    const upload = send('POST', '/images', newForm);
    const sent = Array.from({ length: concurrent + queued + 1 }, (_, n) => upload(app, senders[n % 3]?.token));
    const told = await Promise.race(sent);
    expect([told.status, told.headers.get('retry-after')]).toEqual([503, '2']);
    // The two may still be on their way from the door to the encoder.
    await expect.poll(still.held, SOON).toBe(concurrent);
    still.release();
    const statuses = (await Promise.all(sent)).map((it) => it.status);
    expect(statuses.toSorted()).toEqual([...Array.from({ length: concurrent + queued }, () => 200), 503]);
  });

  test('one person sends four at once and no more; the fifth is told that it is them', async () => {
    const app = heldShop(latch(), { held: 'nothing' });
    const slow = Array.from({ length: 4 }, () => slowUpload(app));
    await expect.poll(async () => (await calls.upload.make(app)).status, SOON).toBe(429);
    const fifth = await calls.upload.make(app);
    expect(Problem.parse(await fifth.json()).code).toBe('too_many_uploads');
    expect(fifth.headers.get('retry-after')).toBe('5');
    expect((await calls.upload.make(app, (await shop.person()).token)).status).toBe(200);
    for (const one of slow) one.end();
    expect((await Promise.all(slow.map((it) => it.answer))).map((it) => it.status)).toEqual([400, 400, 400, 400]);
    expect((await calls.upload.make(app)).status).toBe(200);
  });
});

/** A file of which nothing comes until its sender gives up. */
function slowUpload(app: App) {
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      end = () => controller.error(new Error('gone'));
    },
  });
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const answer = Promise.resolve(
    app.request(`${ORIGIN}/images`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
  );
  return { answer, end: () => end() };
}

test('a body that comes slowly keeps no place from those who have sent theirs', async () => {
  const app = heldShop(latch(), { held: 'nothing' });
  const bodies = Array.from({ length: LIMITS.hash.concurrent + LIMITS.hash.queued + 1 }, () => {
    let stop = () => {};
    const body = new ReadableStream({
      start(controller) {
        stop = () => controller.error(new Error('gone'));
      },
    });
    const headers = { origin: ORIGIN, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return { stop, answer: Promise.resolve(app.request(`${ORIGIN}/auth/sign-in`, init)) };
  });
  expect((await calls.hash.make(app)).status).toBe(200);
  for (const { stop } of bodies) stop();
  const answers = await Promise.all(bodies.map((it) => it.answer));
  // They end in the same moment: those for whom there is no place even now hear that.
  expect(answers.filter((it) => it.status !== 400 && it.status !== 503)).toEqual([]);
});

test('whoever hangs up while waiting leaves the line to others', async () => {
  const still = latch();
  const listening = await listen({ port: 0, host: '127.0.0.1' }, pino({ level: 'silent' }));
  if (!listening.ok) throw new Error(listening.failure);
  const { port, serve, close } = listening.value;
  serve(heldShop(still, { held: 'held-password' }).fetch);
  const { concurrent, queued } = LIMITS.hash;
  const login = (password: string) => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json' };
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/auth/sign-in', headers });
    const answer = new Promise<number>((resolve) => {
      call.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      call.on('error', () => resolve(0));
    });
    const email = password === person.password ? person.email : `${randomUUID()}@example.com`;
    call.end(JSON.stringify({ email, password }));
    return { answer, hangUp: () => call.destroy() };
  };
  const working = Array.from({ length: concurrent }, () => login('held-password'));
  await expect.poll(still.held, SOON).toBe(concurrent);
  const standing = Array.from({ length: queued }, () => login('held-password'));
  await expect.poll(() => login('held-password').answer, SOON).toBe(503);
  for (const { hangUp } of standing) hangUp();
  // Those at work stay; a newcomer now stands in the line instead of being sent away.
  let newcomer = login(person.password);
  const waits = () => Promise.race([newcomer.answer, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
  await expect
    .poll(
      () => {
        newcomer = login(person.password);
        return waits();
        // Sooner than those who hung up would have lost their patience.
      },
      { timeout: 5_000 },
    )
    .toBe('waits');
  still.release();
  expect(await newcomer.answer).toBe(200);
  expect(await Promise.all(working.map((it) => it.answer))).toEqual([401, 401]);
  expect(still.held()).toBe(0);
  await close();
});

test('an overloaded shop takes on nothing more, but what moves money and what tells of it', async () => {
  let overloaded = true;
  const app = heldShop(latch(), { held: 'nothing' }, () => overloaded);
  const statuses = async () => {
    const answers = Object.entries(calls).map(async ([of, call]) => [of, (await call.make(app)).status] as const);
    return Object.fromEntries(await Promise.all(answers));
  };
  expect(await statuses()).toEqual({
    ...{ read: 503, write: 503, bulk: 503, hash: 503, upload: 503, image: 503, paper: 503, page: 503, google: 303 },
    ...{ payment: 404, webhook: 400, paypalWebhook: 400, picture: 404 },
  });
  for (const path of ['/healthz', '/readyz']) expect((await app.request(ORIGIN + path)).status).toBe(200);
  overloaded = false;
  expect((await calls.write.make(app)).status).toBe(200);
});

test('of sixty who log in at once each is let in or told to come back', async () => {
  const login = { body: { email: person.email, password: person.password } };
  const answers = await Promise.all(Array.from({ length: 60 }, () => shop.call('signIn', login)));
  const statuses = answers.map((it) => it.status);
  const entered = statuses.filter((it) => it === 200).length;
  expect(entered).toBeGreaterThanOrEqual(LIMITS.hash.concurrent);
  expect(statuses.filter((it) => ![200, 429, 503].includes(it))).toEqual([]);
  for (const it of answers) if (it.status !== 200) expect(Number(it.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await shop.call('signIn', login)).status).toBe(200);
});

test('two hundred made-up addresses in headers are one client, and another client is another', async () => {
  const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
  const ask = (n: number, from: string) =>
    shop.call('requestReset', {
      body: { email: `nobody-${n}@example.com` },
      headers: { [names[n % names.length] ?? '']: `198.51.${n >> 7}.${n & 127}` },
      from,
    });
  const answers = [];
  for (let n = 0; n < 200; n += 1) answers.push((await ask(n, '203.0.113.9')).status);
  expect([answers.filter((it) => it === 200).length, answers.filter((it) => it === 429).length]).toEqual([10, 190]);
  expect((await ask(201, '203.0.113.10')).status).toBe(200);
});
