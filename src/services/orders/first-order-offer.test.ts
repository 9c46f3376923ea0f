import { expect, test } from 'vitest';
import type { OfferRules } from '#model/pricing/offer.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

async function shopWith(offer: OfferRules) {
  const shop = await ownShop(undefined, undefined, { offer });
  const tool = await shop.tool({ price: 10, minQuantity: 5, available: 10_000 });
  return {
    shop,
    offerOf: async (one: Person) => (await shop.call('getOffer', {}, one)).body,
    discountOf: async (buyer: Person) => {
      const { id } = await ordered(shop, buyer, tool, 10);
      const [row] = await shop.sql`select discount_cents as cents from orders where id = ${id}`;
      return row?.cents;
    },
    confirm: (one: Person) => shop.sql`update person set email_proof = 'mail' where id = ${one.id}`,
  };
}

test('where the offer wants a confirmed e-mail, a new account has none and its first order costs the full price', async () => {
  const { shop, offerOf, discountOf } = await shopWith({ percent: 30, confirmedOnly: true });
  const buyer = await shop.person();
  expect(await offerOf(buyer)).toEqual({ state: 'unconfirmed', percent: 30 });
  expect(await discountOf(buyer)).toBe(0);
});

test('the order that is placed after the confirmation has the offer, the one after it has not', async () => {
  const { shop, offerOf, discountOf, confirm } = await shopWith({ percent: 30, confirmedOnly: true });
  const buyer = await shop.person();
  expect(await discountOf(buyer)).toBe(0);
  await confirm(buyer);
  expect(await offerOf(buyer)).toEqual({ state: 'open', percent: 30 });
  expect(await discountOf(buyer)).toBe(3_000);
  expect(await offerOf(buyer)).toEqual({ state: 'used', percent: 30 });
  expect(await discountOf(buyer)).toBe(0);
});

test('an order that is cancelled gives the offer back', async () => {
  const { shop, offerOf, discountOf } = await shopWith({ percent: 30, confirmedOnly: false });
  const buyer = await shop.person();
  expect(await discountOf(buyer)).toBe(3_000);
  await shop.sql`update purchase set state = 'cancelled' where person_id = ${buyer.id}`;
  expect(await offerOf(buyer)).toEqual({ state: 'open', percent: 30 });
});

test('the percent is that of the setting, and without an offer there is none', async () => {
  const other = await shopWith({ percent: 7, confirmedOnly: false });
  const buyer = await other.shop.person();
  expect(await other.offerOf(buyer)).toEqual({ state: 'open', percent: 7 });
  expect(await other.discountOf(buyer)).toBe(700);
  const none = await shopWith({ percent: 0, confirmedOnly: false });
  const late = await none.shop.person();
  expect(await none.offerOf(late)).toEqual({ state: 'off', percent: 0 });
  expect(await none.discountOf(late)).toBe(0);
});

test('nothing is ordered at another amount than was shown; without one, and of what was placed before, none is compared', async () => {
  const shop = await ownShop();
  const tool = await shop.tool({ price: 10, minQuantity: 5, available: 10_000 });
  const buyer = await shop.person();
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const line = { tools_id: tool.id, quantity: 12, tools_price: 10 };
  const one = (amount: number | undefined, key: string) =>
    shop.call('placeOrder', { body: { ...contact, ...line, amount }, headers: { 'idempotency-key': key } }, buyer);
  const many = (amount: number | undefined, key: string) =>
    shop.call(
      'placePurchase',
      { body: { ...contact, lines: [line], amount }, headers: { 'idempotency-key': key } },
      buyer,
    );
  const orders = async () => (await shop.sql`select from orders where person_id = ${buyer.id}`).length;

  for (const refused of [await one(120, 'first-key'), await many(84.01, 'second-key')]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'amount_differs', figures: { amount: 84 } } });
    expect(refused.body.detail).toContain('$84 by now');
  }
  expect(await orders()).toBe(0);
  const placed = await one(84, 'first-key');
  expect(placed.status).toBe(200);
  // A browser that heard nothing sends it again, with what it shows by now.
  expect((await one(120, 'first-key')).body.insertedId).toBe(placed.body.insertedId);
  expect(await many(84, 'third-key')).toMatchObject({ status: 409, body: { figures: { amount: 120 } } });
  expect(await orders()).toBe(1);
  const second = await many(120, 'third-key');
  expect(second.status).toBe(200);
  expect((await many(84, 'third-key')).body.insertedId).toBe(second.body.insertedId);
  expect((await one(undefined, 'fourth-key')).status).toBe(200);
  for (const wrong of [-1, 0, Number.MAX_VALUE, 1e-9])
    expect((await many(wrong, 'fifth-key')).body).toMatchObject({ code: 'amount_differs' });
  for (const wrong of ['120', null, []])
    expect((await many(wrong as never, 'fifth-key')).body).toMatchObject({ code: 'invalid_request' });
});
