import { canonicalEmail } from '#model/identity/credentials.ts';
import { success } from '#model/kernel/outcome.ts';
import { getOrder } from '#services/orders/get-order.ts';
import { listAllOrders, listMyOrders } from '#services/orders/list-orders.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { shipOrder } from '#services/orders/ship-order.ts';
import { linkNext } from './link-next.ts';
import type { Handlers } from './serve-calls.ts';

export const orderHandlers: Pick<Handlers, 'placeOrder' | 'listMyOrders' | 'getOrder' | 'listOrders' | 'shipOrder'> = {
  async placeOrder({ context, caller, body, headers }) {
    if (body.email !== undefined && canonicalEmail(body.email) !== caller.email) return notYours;
    const placed = await placeOrder(context, caller, body, headers['idempotency-key']);
    return placed.ok ? success({ acknowledged: true, insertedId: placed.value.id }) : placed;
  },

  async listMyOrders({ context, caller, params }) {
    if (params.email !== caller.email) return notYours;
    return success(await listMyOrders(context, caller.id));
  },

  getOrder: ({ context, caller, params }) => getOrder(context, caller.id, params.id),

  async listOrders({ context, query, http }) {
    const { orders, before } = await listAllOrders(context, query);
    if (before !== undefined) linkNext(http, { before: String(before) });
    return success(orders);
  },

  async shipOrder({ context, caller, params }) {
    const shipped = await shipOrder(context, caller.id, params.id);
    if (shipped.ok) return success({ acknowledged: true, modifiedCount: shipped.value.changed ? 1 : 0 });
    return shipped.failure.code === 'order_not_found'
      ? { ok: false, failure: { code: 'order_not_found', detail: 'There is no such order.' } }
      : shipped;
  },
};

const notYours = { ok: false, failure: { code: 'not_yours' } } as const;
