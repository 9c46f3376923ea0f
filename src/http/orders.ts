import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { changeStock } from '#services/inventory/change-stock.ts';
import { listStockMoves } from '#services/inventory/list-stock-moves.ts';
import { firstOrderOffer } from '#services/orders/first-order-offer.ts';
import { getOrder } from '#services/orders/get-order.ts';
import { listAllOrders, listMyOrders } from '#services/orders/list-orders.ts';
import { nameThings } from '#services/orders/name-things.ts';
import { onTheShelf } from '#services/orders/on-the-shelf.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { shipOrder } from '#services/orders/ship-order.ts';
import { undoShipping } from '#services/orders/undo-shipping.ts';
import { readAudit } from '#services/people/read-audit.ts';
import type { Handlers } from './serve-calls.ts';

export const orderHandlers: Pick<
  Handlers,
  | 'listStockMoves'
  | 'changeStock'
  | 'readAudit'
  | 'placeOrder'
  | 'getOffer'
  | 'listMyOrders'
  | 'getOrder'
  | 'listOrders'
  | 'shipOrder'
  | 'undoShipping'
> = {
  // `onTheShelf` and `nameThings` are passed in: inventory and people may not import orders.
  listStockMoves: ({ context, params, query }) => listStockMoves(context, params.id, onTheShelf, query.after),

  async changeStock({ context, caller, params, body, headers }) {
    const changed = await changeStock(context, caller.id, params.id, body, headers['idempotency-key'], onTheShelf);
    if (changed.ok) return success({ acknowledged: true, ...changed.value });
    if (changed.failure.code !== 'stock_limit') return { ok: false, failure: { code: changed.failure.code } };
    const { code, detail } = changed.failure;
    return { ok: false, failure: { code, detail, errors: [{ field: 'pieces', message: detail }] } };
  },

  readAudit: async ({ context, query }) => success(await readAudit(context, query, nameThings)),

  async placeOrder({ context, caller, body, headers, http }) {
    const placed = await placeOrder(
      context,
      { ...caller, network: http.get('client') },
      body,
      headers['idempotency-key'],
    );
    return placed.ok ? success({ acknowledged: true, insertedId: placed.value.id }) : placed;
  },

  async getOffer({ context, caller }) {
    return success(await firstOrderOffer(context, caller.id));
  },

  listMyOrders: async ({ context, caller }) => success(await listMyOrders(context, caller.id)),

  getOrder: ({ context, caller, params }) => getOrder(context, caller.id, params.id),

  async listOrders({ context, query: { before, after = before, ...wanted } }) {
    const { rows, next } = await listAllOrders(context, { ...wanted, after });
    return { ok: true, value: rows, list: { next } };
  },

  async shipOrder({ context, caller, params }) {
    return updated(await shipOrder(context, caller.id, params.id));
  },

  async undoShipping({ context, caller, params }) {
    return updated(await undoShipping(context, caller.id, params.id));
  },
};

/** The usual detail speaks of the caller's own orders; an admin sees all. */
function updated<C extends string>(
  moved: Outcome<{ changed: boolean }, { readonly code: C }>,
): Outcome<{ acknowledged: boolean; modifiedCount: number }, { readonly code: C; readonly detail?: string }> {
  if (moved.ok) return success({ acknowledged: true, modifiedCount: moved.value.changed ? 1 : 0 });
  return moved.failure.code === 'order_not_found'
    ? failure({ ...moved.failure, detail: 'There is no such order.' })
    : moved;
}
