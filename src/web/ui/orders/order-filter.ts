import { itemNumber } from '#model/catalogue/item-number.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
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

/** Whether its id, customer, tool, item number or purchase contains every word of the search. */
export function isFound(search: string, order: Order): boolean {
  const tool = { _id: order.tools_id, sku: order.item_number ?? null };
  const po = order.purchase?.po_number;
  const text =
    `${order._id} ${shortOrderId(order._id)} ${order.email} ${order.name} ${order.tools_name} ${itemNumber(tool)} ${order.number ?? ''} ${po ? formatPo(po) : ''} ${order.purchase?.job ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
