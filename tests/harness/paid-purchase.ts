import type { OrderId } from '#model/kernel/ids.ts';
import { begun, payments } from './own-payments.ts';
import type { Person, TestShop } from './own-shop.ts';
import { CONTACT } from './purchases.ts';

export interface PaidPurchase {
  readonly id: OrderId;
  readonly lines: readonly OrderId[];
  readonly amount: number;
  readonly intentId: string;
  readonly buyer: Person;
}

/** A purchase of so many pieces of each tool, paid by card. Its buyer's first, so with the offer. */
export async function paidPurchase(
  shop: TestShop,
  wanted: readonly {
    readonly tool: { id: string; price: number };
    readonly quantity: number;
    readonly mayWait?: boolean;
  }[],
): Promise<PaidPurchase> {
  const buyer = await shop.person();
  const lines = wanted.map(({ tool, quantity, mayWait }) => ({
    ...{ tools_id: tool.id, quantity, tools_price: tool.price, mayWait },
  }));
  const placed = await shop.call('placePurchase', { body: { ...CONTACT, lines } }, buyer);
  if (placed.status !== 200) throw new Error(`Not placed: ${JSON.stringify(placed.body)}`);
  const id = placed.body.insertedId as OrderId;
  const seen = await shop.call('getPurchase', { params: { id } }, buyer);
  const { clientSecret, intentId } = await begun(shop, buyer, { id, amount: seen.body.amount });
  await payments(shop).confirm(clientSecret);
  const body = { order_id: id, transactionId: intentId };
  const answer = await shop.call('confirmPayment', { params: { id }, body }, buyer);
  if (answer.status !== 200) throw new Error(`Not paid: ${JSON.stringify(answer.body)}`);
  return { id, lines: placed.body.lines, amount: seen.body.amount, intentId, buyer };
}
