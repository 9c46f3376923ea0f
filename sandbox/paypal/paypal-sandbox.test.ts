import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  PAYPAL,
  payPalCaller,
  payPalToken,
  payPalWish,
  startPayPalSandbox,
} from '../../tests/harness/paypal-sandbox.ts';

const issueOf = (answer: { body: { details?: { issue: string }[] } }) => answer.body.details?.[0]?.issue;

test('an order is made, approved, taken once and given back in parts', async () => {
  const started = await startPayPalSandbox();
  const call = await payPalCaller(started);
  const made = await call('/v2/checkout/orders', payPalWish(), 'key-1');
  const { id } = made.body;
  expect(made.body).toMatchObject({ status: 'PAYER_ACTION_REQUIRED', purchase_units: [{ custom_id: 'o-1:1' }] });
  expect(made.body.links).toContainEqual(expect.objectContaining({ rel: 'payer-action' }));
  expect(issueOf(await call(`/v2/checkout/orders/${id}/capture`, {}, 'take'))).toBe('ORDER_NOT_APPROVED');

  const back = await started.approve(id);
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `http://shop.test/back?a=1&token=${id}&PayerID=SANDBOXPAYER1`,
  ]);
  expect((await started.approve(id)).status).toBe(409);
  expect((await call(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');

  const taken = await call(`/v2/checkout/orders/${id}/capture`, {}, 'take');
  const [capture] = taken.body.purchase_units[0].payments.captures;
  expect(capture).toMatchObject({ status: 'COMPLETED', amount: { value: '120.50' }, invoice_id: 'o-1' });
  const again = await call(`/v2/checkout/orders/${id}/capture`, {}, 'take');
  expect(again.body).toEqual(taken.body);
  expect(issueOf(await call(`/v2/checkout/orders/${id}/capture`, {}, 'other'))).toBe('ORDER_ALREADY_CAPTURED');

  const refund = (value: string | undefined, key: string) =>
    call(
      `/v2/payments/captures/${capture.id}/refund`,
      { ...(value && { amount: { currency_code: 'USD', value } }), custom_id: key },
      key,
    );
  const part = await refund('20.50', 'refund:1');
  expect((await refund('20.50', 'refund:1')).body).toEqual(part.body);
  expect((await refund('20.50', 'refund:2')).body.id).not.toBe(part.body.id);
  expect(issueOf(await refund('100.00', 'refund:3'))).toBe('REFUND_AMOUNT_EXCEEDED');
  expect((await refund(undefined, 'refund:4')).body).toMatchObject({ status: 'COMPLETED', amount: { value: '79.50' } });
  expect(issueOf(await refund(undefined, 'refund:5'))).toBe('CAPTURE_FULLY_REFUNDED');
  const { payments } = (await call(`/v2/checkout/orders/${id}`)).body.purchase_units[0];
  expect(payments.captures[0].status).toBe('REFUNDED');
  expect(payments.refunds.map((it: { custom_id: string }) => it.custom_id)).toEqual([
    'refund:1',
    'refund:2',
    'refund:4',
  ]);
});

test('a repeated key makes one order for six hours; an order that nobody takes is gone after three', async () => {
  let now = Date.now();
  const started = await startPayPalSandbox({ clock: () => new Date(now) });
  const call = await payPalCaller(started);
  const first = await call('/v2/checkout/orders', payPalWish(), 'key');
  expect((await call('/v2/checkout/orders', payPalWish(), 'key')).body.id).toBe(first.body.id);
  now += 3 * 3_600_000 + 1;
  expect((await call(`/v2/checkout/orders/${first.body.id}`)).status).toBe(404);
  now += 3 * 3_600_000;
  expect((await call('/v2/checkout/orders', payPalWish(), 'key')).body.id).not.toBe(first.body.id);
});

test('a completed order is shown for some time only; its capture and its refunds are', async () => {
  let now = Date.now();
  const started = await startPayPalSandbox({ clock: () => new Date(now) });
  const call = await payPalCaller(started);
  const { id } = (await call('/v2/checkout/orders', payPalWish(), 'key')).body;
  await started.approve(id);
  const taken = await call(`/v2/checkout/orders/${id}/capture`, {}, 'take');
  const [capture] = taken.body.purchase_units[0].payments.captures;
  now += 100 * 86_400_000;
  expect((await call(`/v2/checkout/orders/${id}`)).status).toBe(404);
  expect((await call(`/v2/payments/captures/${capture.id}`)).body).toEqual(capture);
  const refund = (await call(`/v2/payments/captures/${capture.id}/refund`, {}, 'refund')).body;
  expect((await call(`/v2/payments/refunds/${refund.id}`)).body).toEqual(refund);
  expect((await call(`/v2/payments/captures/${capture.id}`)).body.status).toBe('REFUNDED');
  for (const path of ['captures', 'refunds']) expect((await call(`/v2/payments/${path}/NONE`)).status).toBe(404);
});

test.each([
  ['declined', { issue: 'INSTRUMENT_DECLINED' }],
  ['pending', { status: 'PENDING' }],
  ['denied', { status: 'DECLINED' }],
] as const)('the money of a payer who is %s does not come at once', async (kind, { ...expected }) => {
  const started = await startPayPalSandbox();
  const call = await payPalCaller(started);
  const { id } = (await call('/v2/checkout/orders', payPalWish(), 'key')).body;
  await started.approve(id, kind);
  const answer = await call(`/v2/checkout/orders/${id}/capture`, {}, 'take');
  const status = answer.body.purchase_units?.[0].payments.captures[0].status;
  expect({ issue: issueOf(answer), status }).toMatchObject(expected);
  if (kind !== 'pending') return;
  const decided = await call(`/v2/checkout/orders/${id}/decide`, { outcome: 'pass' });
  expect(decided.body).toMatchObject({ id, status: 'COMPLETED' });
});

test('what a purchase was paid by cannot be paid again', async () => {
  const started = await startPayPalSandbox();
  const call = await payPalCaller(started);
  const take = async (key: string) => {
    const { id } = (await call('/v2/checkout/orders', payPalWish(), key)).body;
    await started.approve(id);
    return call(`/v2/checkout/orders/${id}/capture`, {}, `take ${key}`);
  };
  expect((await take('one')).body.status).toBe('COMPLETED');
  expect(issueOf(await take('two'))).toBe('DUPLICATE_INVOICE_ID');
});

test.each(['pending', 'denied'])('an invoice is used up by money that is %s too; another one is not', async (kind) => {
  const started = await startPayPalSandbox();
  const call = await payPalCaller(started);
  const take = async (key: string, payer: string, its = {}) => {
    const { id } = (await call('/v2/checkout/orders', payPalWish('120.50', its), key)).body;
    await started.approve(id, payer);
    return call(`/v2/checkout/orders/${id}/capture`, {}, `take ${key}`);
  };
  await take('one', kind);
  expect(issueOf(await take('two', 'pays'))).toBe('DUPLICATE_INVOICE_ID');
  expect((await take('three', 'pays', { invoice_id: 'o-1-1' })).body.status).toBe('COMPLETED');
});

test.each([
  ['no key', payPalWish(), undefined],
  ['three decimals', payPalWish('1.234'), 'k'],
  ['nothing', payPalWish('0.00'), 'k'],
  ['an unknown field', payPalWish('1.00', { items: [] }), 'k'],
  ['another intent', { ...payPalWish(), intent: 'AUTHORIZE' }, 'k'],
  ['no address to return to', { ...payPalWish(), payment_source: { paypal: { experience_context: {} } } }, 'k'],
])('an order with %s is refused', async (_, body, key) => {
  const call = await payPalCaller(await startPayPalSandbox());
  const { status } = await call('/v2/checkout/orders', body, key);
  expect([400, 422]).toContain(status);
});

test('nobody calls it without its secret', async () => {
  const started = await startPayPalSandbox();
  expect((await payPalToken(started, 'wrong')).status).toBe(401);
  for (const token of ['', 'A21AA9999999999.forged', 'A21AA1.x'])
    expect(
      (await fetch(`${started.origin}/v2/checkout/orders/X`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
});

test('it tells the shop of what happened, signed, and says itself whether it did', async () => {
  const heard: { body: string; headers: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      heard.push({ body, headers: request.headers as Record<string, string> });
      response.end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const started = await startPayPalSandbox({ webhook: { url, secret: PAYPAL.webhookId } });
  const call = await payPalCaller(started);
  const { id } = (await call('/v2/checkout/orders', payPalWish(), 'key')).body;
  await started.approve(id, 'disputes');
  await call(`/v2/checkout/orders/${id}/capture`, {}, 'take');
  await vi.waitUntil(() => heard.length === 3);
  const kinds = heard.map(({ body }) => JSON.parse(body).event_type).toSorted();
  expect(kinds).toEqual(['CHECKOUT.ORDER.APPROVED', 'CUSTOMER.DISPUTE.CREATED', 'PAYMENT.CAPTURE.COMPLETED']);

  const { body, headers } = heard[0] ?? { body: '{}', headers: {} };
  const asked = (its: object) =>
    call('/v1/notifications/verify-webhook-signature', {
      auth_algo: headers['paypal-auth-algo'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: PAYPAL.webhookId,
      webhook_event: JSON.parse(body),
      ...its,
    });
  expect((await asked({})).body).toEqual({ verification_status: 'SUCCESS' });
  for (const its of [{ webhook_id: 'WH-OTHER' }, { webhook_event: {} }, { transmission_time: '2020-01-01T00:00:00Z' }])
    expect((await asked(its)).body).toEqual({ verification_status: 'FAILURE' });
});

test('what it acknowledged is there after a restart, in a file for its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paypal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, 'paypal.sqlite');
  const before = await startPayPalSandbox({ store });
  const { id } = (await (await payPalCaller(before))('/v2/checkout/orders', payPalWish(), 'key')).body;
  await before.approve(id);
  await before.close();
  expect(statSync(store).mode & 0o777).toBe(0o600);
  const after = await startPayPalSandbox({ store });
  const call = await payPalCaller(after);
  expect((await call(`/v2/checkout/orders/${id}/capture`, {}, 'take')).body.status).toBe('COMPLETED');
});

test.each([
  ['fail-before', 'APPROVED'],
  ['fail-after', 'COMPLETED'],
] as const)('a call that is to %s leaves its order %s', async (trouble, status) => {
  let now: 'none' | typeof trouble = 'none';
  const started = await startPayPalSandbox({ trouble: () => now });
  const call = await payPalCaller(started);
  const { id } = (await call('/v2/checkout/orders', payPalWish(), 'key')).body;
  await started.approve(id);
  now = trouble;
  expect((await call(`/v2/checkout/orders/${id}/capture`, {}, 'take')).status).toBe(500);
  now = 'none';
  expect((await call(`/v2/checkout/orders/${id}`)).body.status).toBe(status);
  expect((await call(`/v2/checkout/orders/${id}/capture`, {}, 'take')).body.status).toBe('COMPLETED');
});
