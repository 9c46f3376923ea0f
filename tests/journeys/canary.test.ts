import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GOOGLE } from '../../src/model/identity/google.ts';
import { newBrowser } from '../harness/own-google.ts';
import { speak } from '../harness/raw-socket.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { beginToPay, confirmCard, expectOk, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';

/** What nobody may find in a log: each stands in one field of one person, and nowhere else. */
const CANARY = {
  name: 'Canaryname Qzx',
  email: 'canarymail.qzx@northgate.example',
  unknownEmail: 'canaryunknown.qzx@northgate.example',
  password: 'canarypassword-qzx',
  wrongPassword: 'canarywrong-qzx',
  newPassword: 'canarynew-qzx',
  phone: '+15557770133',
  address: '77 Canaryaddress Qzx Street',
  education: 'Canaryeducation Qzx',
  location: 'Canarylocation Qzx',
  linkedin: 'linkedin.com/in/canarylinkedin-qzx',
  review: 'Canaryreview Qzx',
  search: 'canarysearch-qzx',
  file: 'canaryfile-qzx.png',
  googleName: 'Canarygooglename Qzx',
  googleEmail: 'canarygoogle.qzx@northgate.example',
  agent: 'canaryagent-qzx',
  referer: 'canaryreferer-qzx',
  forwarded: '203.0.113.77',
  token: 'canarytoken-qzx',
  cookie: 'canarycookie-qzx',
  malformed: 'canarymalformed-qzx',
  path: 'canarypath-qzx',
  method: 'CANARYMETHODQZX',
  header: 'canaryheader-qzx',
  webhook: 'canarywebhook-qzx',
  card: '4242424242424242',
};

let shop: ShopProcess;
/** What the shop itself made and only one person may know. */
const secrets: Record<string, string> = {};
const answers: { id: string; status: number; instance: string | undefined }[] = [];

beforeAll(async () => {
  shop = await startShopProcess({ folder: await shopFolder(theShop().folder), env: { LOG_LEVEL: 'debug' } });
  const sql = await runningShopSql(shop.folder, 'postgres');
  // The worst case: somebody has errors written to the database's own log, and a write fails for what stands in it.
  await sql`alter role shop set log_min_messages = 'error'`;
  await sql`alter table review add constraint unlucky check (star <> 1)`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'`;
  await sql.end();
  const ready = async () => expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
  await vi.waitFor(ready, { timeout: 20_000, interval: 100 });
});
afterAll(async () => {
  await shop.stop();
  await rm(shop.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A call as a browser makes it, with canaries in what every browser and proxy sends by itself. */
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const ready = typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);
  const answer = await fetch(`${shop.origin}${path}`, {
    method,
    headers: {
      ...{ origin: shop.origin, 'user-agent': CANARY.agent, referer: `${shop.origin}/?q=${CANARY.referer}` },
      ...{ cookie: `other=${CANARY.cookie}`, 'x-forwarded-for': CANARY.forwarded },
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(ready === undefined ? {} : { body: ready }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  const { status } = answer;
  answers.push({ id: answer.headers.get('x-request-id') ?? '', status, instance: json?.instance });
  return { status, body: json, text, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** What the shop wrote to its own log, and the database to its. */
const logs = async () => ({
  shop: shop.said(),
  database: await readFile(join(shop.folder, 'postgres', 'postgres.log'), 'utf8'),
});

test('a life full of canaries leaves none in any log', async () => {
  const { name, email, password } = CANARY;
  const signUp = { name, email, password };
  const entered = await call('POST', '/auth/sign-up', signUp);
  expectOk(entered);
  secrets.session = entered.cookie.split('=')[1] ?? '';
  const cookie = { cookie: entered.cookie };
  secrets.bearer = expectOk(await call('PUT', `/user/${email}`, { email }, cookie)).token;
  const authorization = { authorization: `Bearer ${secrets.bearer}` };
  const mine = (method: string, path: string, body?: unknown) => call(method, path, body, authorization);

  // What succeeds.
  const { name: fileName, mimeType, buffer } = await samplePicture(CANARY.file);
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), fileName);
  const photo = expectOk(await mine('POST', '/images', form)).data.url;
  const { education, location, phone, linkedin, address } = CANARY;
  expectOk(await mine('PUT', `/profile/${email}`, { education, location, phone, linkedin, photo }));
  expectOk(await mine('GET', `/profile/${email}`));
  const tool = await toolNamed(shop.origin, 'Claw Hammer');
  const order = { phone, address, quantity: tool.min_quantity, tools_price: tool.price, tools_id: tool._id };
  const { insertedId } = expectOk(await mine('POST', '/orders', order));
  const placed = expectOk(await mine('GET', `/orders/${insertedId}`));
  expectOk(await mine('GET', `/myorders/${email}`));
  secrets.clientSecret = await beginToPay({ ...signUp, cookie: { name: '', value: '' }, call: mine }, placed);
  const transactionId = await confirmCard(shop.origin, secrets.clientSecret);
  expectOk(await mine('PATCH', `/paymentOrders/${insertedId}`, { order_id: insertedId, transactionId }));
  expectOk(await mine('POST', '/addreview', { review: CANARY.review, star: 5 }));
  expectOk(await call('GET', `/tools?q=${CANARY.search}`));
  await call('GET', `/?q=${CANARY.search}&email=${email}`);
  await call('GET', `/dashboard/audit?person=${email}`);

  // Mails leave, the one with the link for a new password as well; the link is used.
  expectOk(await call('POST', '/auth/request-reset', { email }));
  expectOk(await call('POST', '/auth/request-reset', { email: CANARY.unknownEmail }));
  const link = async () => /reset-password#token=([\w-]+)/.exec(await newestMails())?.[1] ?? '';
  await expect.poll(link, { timeout: 30_000, interval: 250 }).not.toBe('');
  secrets.reset = await link();
  await mine('POST', '/auth/sign-out');
  expectOk(await call('POST', '/auth/reset-password', { token: secrets.reset, password: CANARY.newPassword }));
  expectOk(await call('POST', '/auth/sign-in', { email, password: CANARY.newPassword }));

  // Google, and somebody who is not verified there.
  const browser = newBrowser(shop.origin);
  const whom = { email: CANARY.googleEmail, name: CANARY.googleName };
  expect((await browser.enter(whom)).session).toBeDefined();
  expect((await newBrowser(shop.origin).enter({ ...whom, verified: false })).to).toContain('google=unverified');
  await call('GET', `${GOOGLE.callback}?code=${CANARY.token}&state=${CANARY.token}`);

  // What is refused.
  await call('POST', '/auth/sign-up', signUp);
  await call('POST', '/auth/sign-up', { ...signUp, email: `${email} ${email}` });
  await call('POST', '/auth/sign-in', { email, password: CANARY.wrongPassword });
  await call('POST', '/auth/sign-in', { email: CANARY.unknownEmail, password: CANARY.wrongPassword });
  await call('POST', '/auth/sign-in', `{"email":"${CANARY.malformed}`);
  await call('POST', '/auth/reset-password', { token: CANARY.token, password: CANARY.newPassword });
  await call('GET', `/myorders/${CANARY.unknownEmail}`, undefined, { authorization: `Bearer ${CANARY.token}.a.b` });
  await call('GET', '/auth/session', undefined, { cookie: `__Host-sid=${CANARY.cookie}` });
  await call('PUT', `/user/${email}`, { email }, { cookie: `__Host-sid=${CANARY.cookie}` });
  await call('POST', '/stripe/webhook', { id: CANARY.webhook }, { 'stripe-signature': `t=1,v1=${CANARY.webhook}` });
  await call('POST', '/images', 'x', { 'content-type': `multipart/form-data; boundary=${CANARY.file}` });
  await call('GET', `/${CANARY.malformed}/${email}`);
  await call('DELETE', `/${CANARY.malformed}`);
  // Paths that the router, the files and the stand-ins cannot read, and what is no request at all.
  const files = ['/assets', '/images', '/purchase', '/tools', '/sandbox/google', '/sandbox/stripe', '/sandbox/mailbox'];
  for (const place of ['', '/x', '/dashboard', ...files])
    for (const end of ['%c0%ae', '%', '%ff', '%0a    at canarypath-qzx', '..%2f', '%00', '%5c'])
      await call('GET', `${place}/${CANARY.path}/${email}/${end}`);
  const { port } = new URL(shop.origin);
  for (const raw of [
    `GET http://${CANARY.path}:99999/ HTTP/1.1\r\nHost: a b\r\n`,
    `GET /${CANARY.path} HTTP/1.1\r\nHost: ${CANARY.header}.example\r\n`,
    `GET /${CANARY.path} HTTP/1.1\r\nHost: localhost\r\n${CANARY.header}\r\n`,
    `${CANARY.method} /${CANARY.path} HTTP/1.1\r\nHost: localhost\r\n`,
    `POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${CANARY.header}\r\n`,
  ])
    await speak(Number(port), `${raw}Connection: close\r\n\r\n`);

  // What fails: the database refuses the row and quotes it in its error.
  const again = await call('POST', '/auth/sign-in', { email, password: CANARY.newPassword });
  const { token } = (await call('PUT', `/user/${email}`, { email }, { cookie: again.cookie })).body;
  const late = { authorization: `Bearer ${token}` };
  await call('GET', `/myorders/${CANARY.unknownEmail}`, undefined, late);
  await call('PUT', `/profile/${email}`, { education, location, phone: CANARY.malformed, linkedin, photo }, late);
  const failed = await call('POST', '/addreview', { review: CANARY.review, star: 1 }, late);
  expect(failed.status).toBe(500);

  const words = { ...CANARY, ...secrets };
  const hits: string[] = [];
  for (const [log, text] of Object.entries(await logs()))
    for (const [field, word] of Object.entries(words))
      if (formsOf(word).some((form) => text.toLowerCase().includes(form.toLowerCase())))
        hits.push(`${field} in ${log}`);
  expect(Object.values(secrets).every((secret) => secret.length > 20)).toBe(true);
  expect(hits).toEqual([]);
});

test('the database did write to its log what failed, but not the row', async () => {
  const { database } = await logs();
  expect(database).toContain('violates check constraint "unlucky"');
  expect(database).not.toMatch(/DETAIL|Failing row|STATEMENT/);
});

test('every line of the log is JSON with the time in UTC; an answer is one line with its request, its route and its time', async () => {
  const { shop: text } = await logs();
  // Beside the log: what a person at the machine reads, and a remark of the stand-in for Google about Node.
  const lines = text
    .split('\n')
    .filter(
      (line) => line && !/^(Starting|Preparing|Filling|Toolyard is|It is a demonstration|oidc-provider)/.test(line),
    );
  const known = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of known) expect(line).toMatchObject({ time: expect.stringMatching(/^[\d-]{10}T[\d:.]+Z$/) });
  const answered = known.filter((line) => line.msg === 'answered');
  for (const line of answered)
    expect(line).toEqual({
      ...{ level: 'info', time: line.time, msg: 'answered', method: expect.stringMatching(/^[A-Z]+$/) },
      ...{ request: expect.stringMatching(/^[0-9a-f-]{36}$/), route: expect.stringMatching(/^[/*]/) },
      ...{ status: expect.any(Number), ms: expect.any(Number) },
    });
  expect(answers.length).toBeGreaterThan(30);
  for (const { id, status } of answers)
    expect(answered.filter((line) => line.request === id).map((line) => line.status)).toEqual([status]);
  const [failure] = answers.filter(({ status }) => status === 500);
  expect(failure?.instance).toBe(failure?.id);
  const [told] = known.filter((line) => line.msg === 'request failed');
  expect(told).toMatchObject({ request: failure?.id, route: '/addreview' });
  expect(JSON.stringify(told)).toContain('"constraint":"unlucky"');
  expect(new Set(answered.map((line) => line.route))).toContain('/myorders/:email');
});

/** All mails of the mailbox that are about a reset, as they came. */
async function newestMails(): Promise<string> {
  const list = await (await fetch(`${shop.origin}/sandbox/mailbox/`)).text();
  const ids = new Set([...list.matchAll(/\/sandbox\/mailbox\/(\d+)/g)].map((found) => found[1]));
  const pages = [...ids].map(async (id) => (await fetch(`${shop.origin}/sandbox/mailbox/${id}/html`)).text());
  return (await Promise.all(pages)).join('\n');
}

/** A word as it may stand in a log: as it is, in a URL, in base64 and in hexadecimal digits. */
const formsOf = (word: string): string[] => [
  word,
  encodeURIComponent(word),
  word.replaceAll(' ', '+'),
  // As it begins in base64 when it is all that was encoded.
  Buffer.from(word).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(word).toString('hex'),
];
