import { z } from 'zod';
import { Email } from '#model/identity/credentials.ts';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { Order, PlaceOrder } from '#model/orders/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#model/orders/order-life.ts';
import { Deleted, defineCall, IdempotencyKey, Inserted, Updated } from './kernel/call.ts';
import { beforeLink } from './kernel/page.ts';

export const placeOrder = defineCall('placeOrder', {
  summary: 'Order a tool in bulk; the stock is held at once',
  feature: 'orders',
  actor: 'customer',
  ownership: 'none',
  rate: 'write',
  headers: z.object({
    'idempotency-key': IdempotencyKey.optional(),
  }),
  body: PlaceOrder,
  response: Inserted,
});

export const listMyOrders = defineCall('listMyOrders', {
  summary: "The customer's own orders, oldest first",
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'read',
  params: z.object({ email: Email }),
  response: z.array(Order),
});

export const cancelOrder = defineCall('cancelOrder', {
  summary: 'Cancel an unpaid order',
  feature: 'orders',
  actor: 'customer',
  ownership: 'order',
  rate: 'write',
  params: z.object({ id: OrderId }),
  response: Deleted,
});

export const getOrder = defineCall('getOrder', {
  summary: 'One order of the customer',
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'order',
  rate: 'read',
  params: z.object({ id: OrderId }),
  response: Order,
});

export const listOrders = defineCall('listOrders', {
  summary: 'All orders, oldest first; of more than 1,000 the newest, with a Link to those before',
  feature: 'orders',
  actor: 'admin',
  ownership: 'none',
  rate: 'read',
  query: z.object({
    status: z
      .enum(Object.keys(ORDER_STATUSES) as OrderStatus[], { error: 'There is no such status of orders.' })
      .optional(),
    of: z
      .union([OrderId, ShortOrderId, Email], { error: 'Send the id of an order or the e-mail of a customer.' })
      .optional()
      .meta({ description: 'Only the order with this id or short id, or those of the customer with this e-mail' }),
    before: beforeLink,
  }),
  response: z.array(Order),
});

export const shipOrder = defineCall('shipOrder', {
  summary: 'Mark a paid order shipped',
  feature: 'orders',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: OrderId }),
  response: Updated,
});

export const deleteOrder = defineCall('deleteOrder', {
  summary: 'Delete an unpaid order',
  feature: 'orders',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: OrderId }),
  response: Deleted,
});
