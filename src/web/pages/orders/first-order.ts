import type { Order } from '#model/orders/order.ts';

/**
 * Whether the first-order offer is still open to a customer with these orders. What is shown before the order;
 * the server decides when the order is placed.
 */
export const offerIsOpen = (orders: readonly Pick<Order, 'discount' | 'state'>[]): boolean =>
  orders.every(({ discount, state }) => discount === 0 || state === 'cancelled' || state === 'refunded');
