import { randomUUID } from 'node:crypto';
import type { LinkedPromise, PromiseWay } from '#model/orders/promise.ts';
import { payments } from './own-payments.ts';
import type { CallAnswer, Person, TestShop } from './own-shop.ts';
import { CONTACT, line, placed } from './purchases.ts';

interface Wanted {
  readonly tool: { readonly id: string; readonly price: number };
  readonly quantity: number;
  readonly price?: number;
}

export const makePromise = (shop: TestShop, who: Person, wanted: readonly Wanted[], its: object = {}) =>
  shop.call(
    'makePromise',
    {
      body: {
        ...CONTACT,
        lines: wanted.map(({ tool, quantity, price = tool.price }) => ({
          tools_id: tool.id,
          quantity,
          tools_price: price,
        })),
        ...its,
      },
    },
    who,
  );

/** A promise that is made, with the token of its link. */
export async function promised(
  ...its: Parameters<typeof makePromise>
): Promise<{ readonly number: string; readonly token: string }> {
  const made = await makePromise(...its);
  if (made.status !== 200) throw new Error(`Not promised: ${JSON.stringify(made.body)}`);
  return made.body;
}

export const openLink = (shop: TestShop, token: string, payer?: string, from?: string): Promise<CallAnswer> =>
  shop.call('openPromiseLink', { body: { token, payer }, ...(from && { from }) });

export async function linked(shop: TestShop, token: string, payer?: string): Promise<LinkedPromise> {
  const { status, body } = await openLink(shop, token, payer);
  if (status !== 200) throw new Error(`Not opened: ${JSON.stringify(body)}`);
  return body;
}

export const BOSS = { name: 'Sam Reyes', email: 'sam.reyes@example.com' };

/** Presses Pay by the link, for the amount that it shows unless another is given. */
export async function payByLink(
  shop: TestShop,
  token: string,
  its: {
    payer?: string;
    way?: PromiseWay;
    amount?: number;
    waitUntil?: string;
    name?: string;
    email?: string;
    from?: string;
  } = {},
): Promise<CallAnswer> {
  const { payer = randomUUID(), from, ...rest } = its;
  const shown = its.amount === undefined ? (await linked(shop, token, payer)).ways[0] : undefined;
  const { way = 'all', amount = 0, waitUntil } = shown ?? {};
  const body = { token, payer, ...BOSS, way, amount, waitUntil, ...rest };
  return shop.call('payPromiseLink', { body, ...(from && { from }) });
}

/** Pays with a good card, as the page of the link does. */
export async function confirmed(shop: TestShop, token: string, clientSecret: string): Promise<CallAnswer> {
  await payments(shop).confirm(clientSecret);
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  return shop.call('confirmPromisePayment', { body: { token, transactionId } });
}

export const STEPS = { price: 10, minQuantity: 12, available: 1_000, stepFrom: [100, 400], stepPrice: [9, 8] };

/** What tests of promises look at. */
export const looksAt = (shop: TestShop) => ({
  availableOf: async (id: string) => (await shop.sql`select available from tool where id = ${id}`)[0]?.available,
  purchases: async (number: string) =>
    shop.sql`select purchase.* from purchase join price_promise on price_promise.id = promise_id
              where price_promise.seq = ${Number(number.slice(3))}`,
  seen: async (who: Person, number: string) => (await shop.call('getPromise', { params: { number } }, who)).body,
});

/** A customer whose first purchase is over, so that the offer is not open to them. */
export async function regularOf(shop: TestShop): Promise<Person> {
  const who = await shop.person();
  await placed(shop, who, [line(await shop.tool())]);
  return who;
}
