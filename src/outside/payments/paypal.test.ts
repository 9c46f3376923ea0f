import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import { EVENTS } from '#model/payments/provider.ts';
import { hearEvents, PAYPAL, startPayPalSandbox } from '../../../tests/harness/paypal-sandbox.ts';
import { joinProviders } from './payments.ts';
import { createPayPal } from './paypal.ts';
import { createStripe } from './stripe.ts';

const order = {
  ...{ orderId: 'o-1', attempt: 2, invoice: 'o-1', amount: toCents(12_050), idempotencyKey: 'pi:o-1:2' },
  returnTo: 'http://shop.test/dashboard/payment/o-1',
};

async function start(options: Parameters<typeof startPayPalSandbox>[0] = {}) {
  const started = await startPayPalSandbox(options);
  return { ...started, paypal: createPayPal({ ...PAYPAL, live: false, apiBase: started.origin, timeoutMs: 2_000 }) };
}

function valueIn<T>(outcome: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

it('opens a payment, once for a key, and says where the buyer approves it', async () => {
  const { paypal } = await start();
  const made = valueIn(await paypal.create(order));
  expect(made).toMatchObject({
    ...{ status: 'awaiting_buyer', amount: 12_050, amountReceived: 0, currency: 'usd', livemode: false },
    ...{ metadata: { order_id: 'o-1', attempt: '2', app: 'toolyard' } },
    approveUrl: `http://shop.test/sandbox/paypal/checkoutnow?token=${made.id}`,
  });
  expect(valueIn(await paypal.create(order)).id).toBe(made.id);
  expect(valueIn(await paypal.look(made.id))).toEqual(made);
});

it('takes what was approved, once however often it is asked, and gives it back by rows', async () => {
  const { paypal, approve } = await start();
  const { id } = valueIn(await paypal.create(order));
  expect(await paypal.take(id, 'take')).toMatchObject({
    failure: { code: 'declined', providerCode: 'ORDER_NOT_APPROVED' },
  });
  await approve(id);
  expect(valueIn(await paypal.look(id)).status).toBe('approved');
  const taken = valueIn(await paypal.take(id, 'take'));
  expect(taken).toMatchObject({ status: 'captured', amountReceived: 12_050, captureId: expect.any(String) });
  expect(valueIn(await paypal.take(id, 'take'))).toEqual(taken);
  expect(await paypal.take(id, 'another key')).toMatchObject({ failure: { code: 'wrong-state' } });

  const wish = { paymentId: id };
  const part = { ...wish, refundId: 'r-1', amount: toCents(2_050), idempotencyKey: 'refund:r-1' };
  const first = valueIn(await paypal.refund(part));
  expect(first).toMatchObject({ status: 'succeeded', amount: 2_050, paymentId: id, refundId: 'r-1' });
  expect(valueIn(await paypal.refund(part)).id).toBe(first.id);
  expect(valueIn(await paypal.refund({ ...wish, refundId: 'r-2', idempotencyKey: 'refund:r-2' })).amount).toBe(10_000);
  expect(await paypal.refund({ ...wish, idempotencyKey: 'r-3' })).toMatchObject({ failure: { code: 'wrong-state' } });
  expect(valueIn(await paypal.listRefunds(id)).map(({ refundId }) => refundId)).toEqual(['r-2', 'r-1']);
  expect(valueIn(await paypal.look(id)).status).toBe('captured');
});

it('gives back without the order, which is shown for some time only, and lists no less than there is', async () => {
  let now = Date.now();
  const { paypal, approve } = await start({ clock: () => new Date(now) });
  const { id } = valueIn(await paypal.create(order));
  await approve(id);
  const { captureId = '' } = valueIn(await paypal.take(id, 'take'));
  now += 100 * 86_400_000;
  expect(await paypal.look(id)).toMatchObject({ failure: { code: 'not-found' } });
  expect(valueIn(await paypal.listRefunds(id, { captureId }))).toEqual([]);
  const part = { paymentId: id, refundId: 'r-1', amount: toCents(2_050), idempotencyKey: 'refund:r-1' };
  expect(await paypal.refund(part)).toMatchObject({ failure: { code: 'not-found' } });
  const made = valueIn(await paypal.refund({ ...part, captureId }));
  expect(made).toMatchObject({ status: 'succeeded', amount: 2_050, paymentId: id });
  // Some went back, and nothing says what.
  expect(await paypal.listRefunds(id, { captureId })).toMatchObject({ failure: { code: 'not-found' } });
  expect(await paypal.listRefunds(id)).toMatchObject({ failure: { code: 'not-found' } });
  expect(valueIn(await paypal.listRefunds(id, { captureId, refund: made.id }))).toEqual([made]);
});

it('gives nothing back of what was not taken', async () => {
  const { paypal } = await start();
  const { id } = valueIn(await paypal.create(order));
  expect(await paypal.refund({ paymentId: id, idempotencyKey: 'r' })).toMatchObject({
    failure: { code: 'wrong-state', message: expect.stringContaining('Nothing') },
  });
});

it.each([
  ['declined', 'approved', 'INSTRUMENT_DECLINED'],
  ['pending', 'processing', undefined],
  ['denied', 'closed', undefined],
])('money that is %s is none', async (kind, status, providerCode) => {
  const { paypal, approve } = await start();
  const { id } = valueIn(await paypal.create(order));
  await approve(id, kind);
  const taken = await paypal.take(id, 'take');
  if (providerCode) expect(taken).toMatchObject({ failure: { code: 'declined', providerCode } });
  else expect(valueIn(taken)).toMatchObject({ status, amountReceived: 0 });
  expect(valueIn(await paypal.look(id)).status).toBe(status);
});

it('a second payment of an invoice is refused as paid before, and is another case than a refusal of the payer', async () => {
  const { paypal, approve } = await start();
  const take = async (key: string, its: object = {}) => {
    const { id } = valueIn(await paypal.create({ ...order, ...its, idempotencyKey: key }));
    await approve(id);
    return paypal.take(id, `take ${key}`);
  };
  expect(valueIn(await take('one')).status).toBe('captured');
  expect(await take('two')).toMatchObject({ failure: { code: 'paid-before', providerCode: 'DUPLICATE_INVOICE_ID' } });
  expect(valueIn(await take('three', { invoice: 'o-1-1' })).status).toBe('captured');
});

it('knows no payment that is not there, sends no odd ids, and closes none', async () => {
  const { paypal } = await start();
  for (const id of ['5O190127TN364715T', 'pi_1', '../x', ''])
    expect(await paypal.look(id)).toMatchObject({ failure: { code: 'not-found' } });
  expect(await paypal.close('5O190127TN364715T')).toMatchObject({ failure: { code: 'wrong-state' } });
});

it('is refused with another secret, and unreachable without an answer or with a broken one', async () => {
  const { origin, paypal, close } = await start();
  const other = createPayPal({ ...PAYPAL, clientSecret: 'other', live: false, apiBase: origin });
  expect(await other.create(order)).toMatchObject({ failure: { code: 'refused' } });
  await close();
  expect(await paypal.create(order)).toMatchObject({ failure: { code: 'unreachable' } });
  const broken = createServer((_, answer) => void answer.end('<html>'));
  await new Promise<void>((ready) => broken.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void broken.close());
  const apiBase = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const there = createPayPal({ ...PAYPAL, live: false, apiBase });
  expect(await there.create(order)).toMatchObject({ failure: { code: 'unreachable' } });
});

it.each(['fail-before', 'fail-after'] as const)('repeats by itself a call that is to %s once', async (trouble) => {
  let failures = 1;
  const { paypal, approve } = await start({
    trouble: ({ path }) => (path.endsWith('/capture') && failures-- > 0 ? trouble : 'none'),
  });
  const { id } = valueIn(await paypal.create(order));
  await approve(id);
  expect(valueIn(await paypal.take(id, 'take')).status).toBe('captured');
});

it('a live account does not go to a sandbox, and each account to its own address', () => {
  const account = { clientId: 'a', clientSecret: 'b' };
  expect(createPayPal({ ...account, live: true }).mode).toBe('live');
  expect(createPayPal({ ...account, live: false }).mode).toBe('test');
  expect(() => createPayPal({ ...account, live: true, apiBase: 'http://127.0.0.1:1' })).toThrow(
    'A live PayPal account',
  );
  for (const apiBase of ['127.0.0.1:1', 'ftp://127.0.0.1', 'http://127.0.0.1/v2', 'http://a@127.0.0.1'])
    expect(() => createPayPal({ ...account, live: false, apiBase })).toThrow('must be an origin');
});

it('believes the events that PayPal says are its own', async () => {
  const { heard, url, close: closeReceiver } = await hearEvents();
  onTestFinished(closeReceiver);
  const { paypal, approve, close, origin } = await start({ webhook: { url, secret: PAYPAL.webhookId } });
  const { id } = valueIn(await paypal.create(order));
  await approve(id, 'disputes');
  const { captureId } = valueIn(await paypal.take(id, 'take'));
  await paypal.refund({ paymentId: id, idempotencyKey: 'r' });
  await expect.poll(() => heard.length).toBe(4);
  const verified = await Promise.all(
    heard.map(({ body, headers }) => paypal.verifyWebhook(Buffer.from(body), (name) => headers[name])),
  );
  expect(verified.map(valueIn)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'CHECKOUT.ORDER.APPROVED', paymentId: id }),
      expect.objectContaining({ type: 'PAYMENT.CAPTURE.COMPLETED', paymentId: id }),
      expect.objectContaining({ type: EVENTS.dispute, paymentId: null, captureId }),
      expect.objectContaining({ type: EVENTS.refunded, paymentId: null, captureId }),
    ]),
  );
  expect(valueIn(verified.find((it) => valueIn(it).type === EVENTS.refunded) as never)).toHaveProperty('refund');
  const { body = '', headers = {} } = heard[0] ?? {};
  const verify = (text: string, its: Record<string, string | undefined> = {}) =>
    paypal.verifyWebhook(Buffer.from(text), (name) => ({ ...headers, ...its })[name]);
  const forged = body.replace(id, '5O190127TN364715T');
  expect(await verify(forged)).toMatchObject({ failure: { code: 'bad-signature' } });
  expect(await verify(body, { 'paypal-transmission-sig': 'AAAA' })).toMatchObject({
    failure: { code: 'bad-signature' },
  });
  expect(await verify(body, { 'paypal-auth-algo': undefined })).toMatchObject({ failure: { code: 'bad-signature' } });
  expect(await verify('{"id":1}')).toMatchObject({ failure: { code: 'malformed' } });
  expect(await verify('no JSON')).toMatchObject({ failure: { code: 'malformed' } });
  for (const resource of [{ links: 'z' }, { links: [null] }, { links: {} }])
    expect(await verify(JSON.stringify({ ...JSON.parse(body), resource }))).toMatchObject({
      failure: { code: 'malformed' },
    });
  const at = (days: number) => ({ 'paypal-transmission-time': new Date(Date.now() + days * DAY).toISOString() });
  const from = (url: string) => ({ 'paypal-cert-url': `${url}/v1/notifications/certs/CERT-1` });
  const live = ['https://api.paypal.com', 'https://api-m.paypal.com'];
  const genuine = [...live, 'https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com', origin].map(from);
  await close();
  expect(await verify(body)).toMatchObject({ failure: { code: 'unreachable' } });
  for (const its of [...genuine, at(-4), at(4)])
    expect(await verify(body, its), JSON.stringify(its)).toMatchObject({ failure: { code: 'unreachable' } });
  // What cannot be PayPal's it is not asked about.
  const odd = [
    'http://api.paypal.com',
    'https://api.paypal.com.evil.test',
    'https://evil.test',
    'https://a@api.paypal.com',
  ];
  const past = [at(-6), at(6), { 'paypal-transmission-time': 'now' }, { 'paypal-cert-url': 'api.paypal.com' }];
  for (const its of [...odd.map(from), ...past])
    expect(await verify(body, its), JSON.stringify(its)).toMatchObject({ failure: { code: 'bad-signature' } });
});

it('a call goes to the provider of the payment; without PayPal its payments wait', async () => {
  const { paypal } = await start();
  const stripe = createStripe({ secretKey: 'sk_test_1', apiBase: 'http://127.0.0.1:9', timeoutMs: 100 });
  const { id } = valueIn(await paypal.create(order));
  const both = joinProviders(stripe, paypal);
  expect(both.offered).toEqual(['stripe', 'paypal']);
  expect(valueIn(await both.look(id)).id).toBe(id);
  expect(await both.look('pi_1')).toMatchObject({ failure: { code: 'unreachable' } });
  const cards = joinProviders(stripe);
  expect(cards.offered).toEqual(['stripe']);
  expect(await cards.look(id)).toMatchObject({ failure: { code: 'unreachable', message: 'PayPal is not set up.' } });
});
