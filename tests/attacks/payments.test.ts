import { expect, test } from 'vitest';
import { begun, ordered, payments } from '../harness/own-payments.ts';
import { ORIGIN, ownShop, type Person } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';

/** Milliseconds. A whole corpus goes through one test, perhaps on a busy machine. */
const PATIENCE = 120_000;
const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
const cheap = await shop.tool({ price: 1, available: 10_000 });
const thief = await shop.person();
const stranger = await shop.person();

/** An order whose payment is open, and perhaps confirmed. */
async function ready(who: Person, its = tool, confirmed = false) {
  const order = await ordered(shop, who, its);
  const payment = await begun(shop, who, order);
  if (confirmed) await pay.confirm(payment.clientSecret);
  return { order, ...payment };
}

const wanted = await ready(thief);
const stateOf = async (id: string) => (await shop.call('getOrder', { params: { id } }, thief)).body;
const patch = (transactionId: unknown, its: { id?: string; order_id?: unknown } = {}) => {
  const id = its.id ?? wanted.order.id;
  return shop.call('confirmPayment', { params: { id }, body: { order_id: its.order_id ?? id, transactionId } }, thief);
};

const foreignPaid = await pay.foreign({ amount: String(wanted.order.amount * 100) });
await pay.confirm(foreignPaid.body.client_secret);
const named = await pay.foreign({
  amount: String(wanted.order.amount * 100),
  'metadata[order_id]': wanted.order.id,
  'metadata[attempt]': '1',
});
await pay.confirm(named.body.client_secret);
const cheaper = await ready(thief, cheap, true);
const own = await ready(thief, tool, true);
const others = await ready(stranger, tool, true);
const settled = await ready(thief, tool, true);
await patch(settled.intentId, { id: settled.order.id });

const FORGED: [string, () => ReturnType<typeof patch>][] = [
  ['the order\u2019s own payment, which nobody has paid', () => patch(wanted.intentId)],
  ['a paid payment that is not the shop\u2019s', () => patch(foreignPaid.body.id)],
  ['a paid payment that says it is for this order', () => patch(named.body.id)],
  ['the paid payment of a cheaper order', () => patch(cheaper.intentId)],
  ['the paid payment of another order of the same price', () => patch(own.intentId)],
  ['the paid payment of somebody else', () => patch(others.intentId)],
  ['a payment that has paid an order already', () => patch(settled.intentId)],
  ['a payment that never was', () => patch('pi_3OaaaaaaaaaaaaaaaaAAAAAA')],
  ['the secret instead of the payment', () => patch(wanted.clientSecret)],
  ['an intent to set up a card', () => patch('seti_1OaaaaaaaaaaaaaaaaAAAAAA')],
  ['a charge', () => patch('ch_3OaaaaaaaaaaaaaaaaAAAAAA')],
  ['ten thousand letters', () => patch(`pi_${'a'.repeat(10_000)}`)],
  ['SQL', () => patch("pi_' or '1'='1")],
  ['a zero byte', () => patch(`${foreignPaid.body.id}\u0000`)],
  ['half a letter', () => patch('pi_\ud800')],
  ['a way out of the provider\u2019s address', () => patch(`../payment_intents/${foreignPaid.body.id}`)],
  ['a question to the provider', () => patch(`${wanted.intentId}?expand[]=charges`)],
  ['a list', () => patch([foreignPaid.body.id])],
  ['an object', () => patch({ id: foreignPaid.body.id, status: 'succeeded' })],
  ['null', () => patch(null)],
  ['true', () => patch(true)],
  ['a number', () => patch(1)],
  ['nothing', () => patch('')],
  ['the paid order\u2019s payment under this order\u2019s name', () => patch(own.intentId, { order_id: own.order.id })],
  [
    'this order under the paid one\u2019s name',
    () => patch(own.intentId, { id: own.order.id, order_id: wanted.order.id }),
  ],
  ['two orders at once', () => patch(own.intentId, { order_id: [wanted.order.id, own.order.id] })],
];

test('there are 14 forged confirmations and more, and all leave the order unpaid', { timeout: PATIENCE }, async () => {
  expect(FORGED.length).toBeGreaterThanOrEqual(14);
  const before = await stateOf(wanted.order.id);
  const through: string[] = [];
  for (const [name, send] of FORGED) {
    const { status, body } = await send();
    await shop.work();
    const { paid, state, transactionId } = await stateOf(wanted.order.id);
    const refused = status === 202 ? body.paid === false && body.acknowledged === false : status >= 400 && status < 500;
    if (!refused || paid || state !== 'unpaid' || transactionId)
      through.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  expect(through).toEqual([]);
  expect(await stateOf(wanted.order.id)).toEqual(before);
  for (const { order } of [cheaper, own]) expect(await stateOf(order.id)).toMatchObject({ paid: false });
});

test('the amount is that of the order, whatever price, amount or discount the browser sends', {
  timeout: PATIENCE,
}, async () => {
  const { order, intentId } = await ready(thief);
  const due = Math.round(order.amount * 100);
  const { amount } = order;
  const prices = [
    ...[
      '0',
      '-0',
      '-1',
      '1',
      '0.01',
      `${amount - 1}`,
      `${amount + 1}`,
      `${amount - 0.01}`,
      `${amount + 0.004}`,
      `-${amount}`,
    ],
    ...[`${amount}e2`, `${amount}e-2`, '1e9', '1e21', '1e308', '1e309', '-1e309', '9007199254740993', '2147483648'],
    ...[
      `"${amount}"`,
      '"1"',
      '""',
      '"NaN"',
      'null',
      'true',
      'false',
      '[]',
      `[${amount}]`,
      '{}',
      `{"amount":${amount}}`,
    ],
    ...[`1,"price":${amount}`, `${amount},"price":1`, `${amount},"amount":1`, `${amount},"amount_cents":1`],
    ...[`${amount},"currency":"jpy"`, `${amount},"discount":${amount}`, `${amount},"discount_cents":${due}`],
    ...[
      `${amount},"quantity":1`,
      `${amount},"total":1`,
      `${amount},"metadata":{"amount":1}`,
      `${amount},"application_fee_amount":1`,
    ],
  ];
  const wrong: string[] = [];
  for (const price of prices) {
    const answer = await shop.app.request(`${ORIGIN}/create-payment-intent`, {
      method: 'POST',
      headers: { authorization: `Bearer ${thief.token}`, 'content-type': 'application/json' },
      body: `{"order_id":"${order.id}","price":${price}}`,
    });
    const intents = await pay.ofOrder(order.id);
    const seen = intents.map((it: { id: string; amount: number; currency: string }) => [it.id, it.amount, it.currency]);
    const same = JSON.stringify(seen) === JSON.stringify([[intentId, due, 'usd']]);
    if (answer.status >= 500 || !same) wrong.push(`${price}: ${answer.status} ${JSON.stringify(seen)}`);
  }
  expect(wrong).toEqual([]);
});

test('without an order a forged price begins no payment at all', { timeout: PATIENCE }, async () => {
  const poor = await shop.person();
  const { amount } = await ordered(shop, poor, tool);
  const before = await shopState(shop.sql);
  const wrong: string[] = [];
  for (const price of [0, -1, 1, amount - 1, amount + 1, amount - 0.01, -amount, 1e9, 1e308, 0.1, 2 ** 53]) {
    const { status, body } = await shop.call('createPaymentIntent', { body: { price } }, poor);
    if (status !== 409 || body.code !== 'price_changed') wrong.push(`${price}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(await shopState(shop.sql)).toBe(before);
});
