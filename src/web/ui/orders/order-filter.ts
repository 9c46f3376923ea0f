import { itemNumber } from '#model/catalogue/item-number.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { plainLetters } from '#model/kernel/plain-letters.ts';
import type { Order } from '#model/orders/order.ts';
import { waitsForPayment } from '#model/orders/order-life.ts';
import { formatPo } from '#texts/typed.ts';

export const ORDER_TABS = ['all', 'unpaid', 'pending', 'shipped', 'review'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

export function belongsTo(tab: OrderTab, order: Order): boolean {
  if (tab === 'all') return true;
  if (tab === 'shipped') return order.shipping;
  if (tab === 'review') return order.state === 'review';
  if (tab === 'pending') return order.paid && !order.shipping;
  return isUnpaid(order);
}

export const isUnpaid = ({ state }: Order): boolean => waitsForPayment(state);

/** Not while a payment of it is being taken. */
export const isPayable = (order: Order): boolean => isUnpaid(order) && !order.paying;

const SHORTEST_TRANSACTION = 8;

/** Whether a word begins the number of its invoice or is in its transaction id: a year, or "pi_", is in those of many. */
export function isOnPapers(word: string, { invoice, transactionId }: Order): boolean {
  if (/^\d{4}-\d/.test(word)) return invoice?.startsWith(word) ?? false;
  return word.length >= SHORTEST_TRANSACTION && (transactionId?.toLowerCase().includes(word) ?? false);
}

/** Whether its id, customer, tool, item number, papers or purchase contain every word of the search; accents are ignored. */
export function isFound(search: string, order: Order): boolean {
  const tool = { _id: order.tools_id, sku: order.item_number ?? null };
  const po = order.purchase?.po_number;
  const text = plainLetters(
    `${order._id} ${shortOrderId(order._id)} ${order.email} ${order.name} ${order.tools_name} ${itemNumber(tool)} ${order.number ?? ''} ${po ? formatPo(po) : ''} ${order.purchase?.job ?? ''}`,
  );
  return plainLetters(search)
    .split(/\s+/)
    .every((word) => text.includes(word) || isOnPapers(word, order));
}
