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
