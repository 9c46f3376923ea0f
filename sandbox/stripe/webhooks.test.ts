import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startStripeSandbox } from '../../tests/harness/stripe-sandbox.ts';

const secret = 'whsec_forTheTest';

it('posts each event, signed, as the events list has it', async () => {
  const receiver = await startReceiver();
  const shop = await startStripeSandbox({ webhook: { url: receiver.url, secret } });
  const { id } = await shop.newPayment();
  await shop.confirm(id, 'pm_card_visa');

  const listed = await allTaken(shop, 3);

  const sent = receiver.taken.map(({ body, headers }) =>
    Stripe.webhooks.constructEvent(body, headers['stripe-signature'] as string, secret),
  );
  expect(listed.map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ]);
  expect(byId(sent)).toEqual(byId(listed.map((event) => ({ ...event, pending_webhooks: 1 }))));
  expect(listed[0]).toMatchObject({
    api_version: Stripe.API_VERSION,
    livemode: false,
    data: { object: { id, status: 'succeeded' } },
  });
});

it('lists events of at most 20 types at once, as an array', async () => {
  const { server, newPayment } = await startStripeSandbox();
  await newPayment();
  const ask = (query: string) => server(`/v1/events?${query}`);
  const types = (count: number) => Array(count).fill('types[]=payment_intent.created').join('&');
  expect((await ask(types(20))).body).toMatchObject({ data: [{ type: 'payment_intent.created' }] });
  for (const query of [types(21), 'types[x]=payment_intent.created', 'types=payment_intent.created'])
    expect((await ask(query)).body.error).toMatchObject({ type: 'invalid_request_error', param: 'types' });
});

it('posts only the types of events that the webhook is for', async () => {
  const receiver = await startReceiver();
  const types = ['payment_intent.succeeded'];
  const shop = await startStripeSandbox({ webhook: { url: receiver.url, secret, types } });
  const { id } = await shop.newPayment();
  await shop.confirm(id, 'pm_card_visa');
  const listed = await allTaken(shop, 3);
  expect(receiver.taken.map(({ body }) => JSON.parse(body).type)).toEqual(types);
  expect(listed).toHaveLength(3);
});

it('tries again until the event is taken', async () => {
  const receiver = await startReceiver();
  receiver.answers.push(500, 302, 503);
  const shop = await startStripeSandbox({ webhook: { url: receiver.url, secret, retryAfterMs: [1, 1, 1] } });
  await shop.newPayment();

  await vi.waitUntil(() => receiver.taken.length === 1);
  expect(receiver.refused.map(({ body }) => JSON.parse(body).id)).toEqual(
    Array(3).fill(JSON.parse(receiver.taken[0]?.body ?? '').id),
  );
});

it('sends after a restart what nobody took before, and nothing that was taken', async () => {
  const receiver = await startReceiver();
  const store = join(temporaryFolder(), 'stripe.sqlite');
  const before = await startStripeSandbox({ store, webhook: { url: receiver.url, secret, retryAfterMs: [] } });
  const taken = await before.newPayment();
  await allTaken(before, 1);
  receiver.answers.push(500);
  const lost = await before.newPayment();
  await vi.waitUntil(() => receiver.refused.length === 1);
  await before.close();

  const after = await startStripeSandbox({ store });
  after.sandbox.sendWebhooksTo({ url: receiver.url, secret });

  await allTaken(after, 2);
  expect(receiver.taken.map(({ body }) => JSON.parse(body).data.object.id)).toEqual([taken.id, lost.id]);
});

it('closes while a receiver does not answer', async () => {
  const receiver = await startReceiver();
  receiver.answers.push('never');
  const shop = await startStripeSandbox({ webhook: { url: receiver.url, secret } });
  await shop.newPayment();
  await vi.waitUntil(() => receiver.refused.length === 1);
  await shop.close();
});

it('finds payments, answers and events again when its file is opened again', async () => {
  const store = join(temporaryFolder(), 'stripe.sqlite');
  const before = await startStripeSandbox({ store });
  const create = (shop: typeof before) =>
    shop.stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { idempotencyKey: 'pi:o:1' });
  const intent = await create(before);
  await before.pay(intent, '4000002500003155');
  const events = (await before.stripe.events.list()).data;
  await before.close();

  const after = await startStripeSandbox({ store });
  expect((await create(after)).id).toBe(intent.id);
  expect((await after.stripe.events.list()).data).toEqual(events);
  expect((await after.answerChallenge(intent, 'pass')).body.status).toBe('succeeded');
});

it('never writes a card number or a security code to its file', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'stripe.sqlite');
  const shop = await startStripeSandbox({ store });
  await shop.browser(
    '/v1/payment_methods',
    {
      type: 'card',
      'card[number]': '5105105105105100',
      'card[exp_month]': '1',
      'card[exp_year]': '2034',
      'card[cvc]': '739',
    },
    { 'idempotency-key': 'k' },
  );
  await shop.close();
  const bytes = readFileSync(store, 'latin1');
  expect(bytes).toContain('5100');
  expect(bytes).not.toMatch(/5105105105105100|"739"/);
});

it('lists events by type and time, in pages', async () => {
  let now = Date.UTC(2026, 10, 21);
  const shop = await startStripeSandbox({ clock: () => new Date(now) });
  const old = await shop.newPayment();
  now += 60_000;
  await shop.confirm(old.id, 'pm_card_visa');
  await shop.newPayment();

  const names = (page: Stripe.ApiList<Stripe.Event>) => page.data.map(({ type }) => type);
  const recent = await shop.stripe.events.list({ created: { gte: now / 1000 } });
  expect(names(recent)).toEqual(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded']);
  expect(names(await shop.stripe.events.list({ created: { gt: now / 1000 } }))).toEqual([]);
  const made = await shop.stripe.events.list({ type: 'payment_intent.created' });
  expect(made.data).toHaveLength(2);
  const some = await shop.stripe.events.list({ types: ['charge.succeeded', 'payment_intent.succeeded'], limit: 1 });
  expect([names(some), some.has_more]).toEqual([['payment_intent.succeeded'], true]);
  const next = await shop.stripe.events.list({ starting_after: some.data[0]?.id as string, limit: 1 });
  expect(names(next)).toEqual(['charge.succeeded']);
  await expect(shop.stripe.events.list({ starting_after: 'evt_none' })).rejects.toMatchObject({ statusCode: 400 });
  expect(await shop.stripe.events.retrieve(next.data[0]?.id as string)).toEqual(next.data[0]);
});

/** All events of a shop, once there are so many and each was taken at the webhook. */
async function allTaken({ stripe }: Awaited<ReturnType<typeof startStripeSandbox>>, count: number) {
  return await vi.waitFor(async () => {
    const { data } = await stripe.events.list();
    expect(data.map(({ pending_webhooks }) => pending_webhooks)).toEqual(Array(count).fill(0));
    return data;
  });
}

type Delivery = { body: string; headers: IncomingHttpHeaders };

/** Takes what it is sent, unless an answer was put in line before. */
async function startReceiver() {
  const receiver = { url: '', taken: [] as Delivery[], refused: [] as Delivery[], answers: [] as (number | 'never')[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const delivery = { body: Buffer.concat(chunks).toString(), headers: request.headers };
    const answer = receiver.answers.shift() ?? 200;
    (answer === 200 ? receiver.taken : receiver.refused).push(delivery);
    if (answer !== 'never') response.writeHead(answer, answer === 302 ? { location: receiver.url } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stripe/webhook`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const byId = (events: Stripe.Event[]) => [...events].sort((a, b) => a.id.localeCompare(b.id));
