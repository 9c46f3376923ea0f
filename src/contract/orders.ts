import { z } from 'zod';
import { Email } from '#model/identity/credentials.ts';
import { OrderId } from '#model/kernel/ids.ts';
import { Order, PlaceOrder } from '#model/orders/order.ts';
import { Deleted, defineCall, Inserted, Updated } from './kernel/call.ts';

export const placeOrder = defineCall({
  method: 'POST',
  path: '/orders',
  summary: 'Order a tool in bulk; the stock is held at once',
  feature: 'orders',
  actor: 'customer',
  ownership: 'none',
  rate: 'write',
  headers: z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\w-]{8,100}$/, { error: 'An Idempotency-Key is 8 to 100 letters, digits, - or _.' })
      .optional(),
  }),
  body: PlaceOrder,
  response: Inserted,
});

export const listMyOrders = defineCall({
  method: 'GET',
  path: '/myorders/{email}',
  summary: "The customer's own orders, oldest first",
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'read',
  params: z.object({ email: Email }),
  response: z.array(Order),
});

export const cancelOrder = defineCall({
  method: 'DELETE',
  path: '/myorders/{id}',
  summary: 'Cancel an unpaid order',
  feature: 'orders',
  actor: 'customer',
  ownership: 'order',
  rate: 'write',
  params: z.object({ id: OrderId }),
  response: Deleted,
  later: true,
});

export const getOrder = defineCall({
  method: 'GET',
  path: '/orders/{id}',
  summary: 'One order of the customer',
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'order',
  rate: 'read',
  params: z.object({ id: OrderId }),
  response: Order,
});

export const listOrders = defineCall({
  method: 'GET',
  path: '/manageOrder',
  summary: 'All orders, oldest first',
  feature: 'orders',
  actor: 'admin',
  ownership: 'none',
  rate: 'read',
  response: z.array(Order),
});

export const shipOrder = defineCall({
  method: 'PUT',
  path: '/manageOrder/{id}',
  summary: 'Mark a paid order shipped',
  feature: 'orders',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: OrderId }),
  response: Updated,
});

export const deleteOrder = defineCall({
  method: 'DELETE',
  path: '/manageOrder/{id}',
  summary: 'Delete an unpaid order',
  feature: 'orders',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: OrderId }),
  response: Deleted,
  later: true,
});
