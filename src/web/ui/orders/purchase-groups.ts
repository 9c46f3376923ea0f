import type { Order } from '#model/orders/order.ts';

export interface PurchaseGroup {
  readonly key: string;
  /** What they are paid with; undefined of an order that was placed alone. */
  readonly purchase: Order['purchase'];
  readonly orders: readonly Order[];
}

/** Newest purchase first, the orders of each as they were placed. `orders`: oldest first. */
export function groupByPurchase(orders: readonly Order[]): PurchaseGroup[] {
  const groups = new Map<string, PurchaseGroup & { orders: Order[] }>();
  for (const order of orders) {
    const key = order.purchase?.id ?? order._id;
    const group = groups.get(key) ?? { key, purchase: order.purchase, orders: [] };
    group.orders.push(order);
    groups.set(key, group);
  }
  return [...groups.values()].toReversed();
}
