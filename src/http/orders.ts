import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { changeStock } from '#services/inventory/change-stock.ts';
import { listStockMoves } from '#services/inventory/list-stock-moves.ts';
import { addNote } from '#services/orders/add-note.ts';
import { firstOrderOffer } from '#services/orders/first-order-offer.ts';
import { getOrder } from '#services/orders/get-order.ts';
import { getOrderDefaults } from '#services/orders/get-order-defaults.ts';
import { listAllOrders, listMyOrders } from '#services/orders/list-orders.ts';
import { changeOrderList } from '#services/orders/lists/change-order-list.ts';
import { getOrderList } from '#services/orders/lists/get-order-list.ts';
import { nameThings, targetsOf } from '#services/orders/name-things.ts';
import { getInvoice } from '#services/orders/papers/get-invoice.ts';
import { getSlip } from '#services/orders/papers/get-slip.ts';
import { writePaperFor } from '#services/orders/papers/write-paper-for.ts';
import { placeOrder, placePurchase } from '#services/orders/place-purchase.ts';
import { changeShipTo } from '#services/orders/shipping/change-ship-to.ts';
import { correctShipment } from '#services/orders/shipping/correct-shipment.ts';
import { onTheShelf } from '#services/orders/shipping/on-the-shelf.ts';
import { shipOrder } from '#services/orders/shipping/ship-order.ts';
import { shipPurchase } from '#services/orders/shipping/ship-purchase.ts';
import { takeBackShipment, undoShipping } from '#services/orders/shipping/undo-shipping.ts';
import { getWatch } from '#services/orders/waiting/get-watch.ts';
import { keepWaiting } from '#services/orders/waiting/keep-waiting.ts';
import { listUndatedTools } from '#services/orders/waiting/list-undated-tools.ts';
import { endWatch, setWatch } from '#services/orders/waiting/set-watch.ts';
import { readAudit } from '#services/people/read-audit.ts';
import type { Meanwhile } from '#texts/meanwhile.ts';
import { invoicePaper, slipPaper } from '#texts/papers.ts';
import { besideField } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

export const orderHandlers = {
  // `onTheShelf` and `nameThings` are passed in: inventory and people may not import orders.
  listStockMoves: ({ context, params, query }) => listStockMoves(context, params.id, onTheShelf, query.after),

  async changeStock({ context, caller, params, body, headers }) {
    const changed = await changeStock(context, caller.id, params.id, body, headers['idempotency-key'], onTheShelf);
    if (changed.ok) return success({ acknowledged: true, ...changed.value });
    return changed.failure.code === 'stock_limit' ? besideField('pieces', changed.failure) : changed;
  },

  listUndatedTools: async ({ context }) => success(await listUndatedTools(context)),

  async readAudit({ context, query: { target, ...query } }) {
    const targets = target ? await targetsOf(context, target) : undefined;
    return success(await readAudit(context, { ...query, targets }, nameThings));
  },

  async placeOrder({ context, caller, body, headers, http }) {
    const placed = await placeOrder(
      context,
      { ...caller, network: http.get('client') },
      body,
      headers['idempotency-key'],
    );
    return placed.ok ? success({ acknowledged: true, insertedId: placed.value.id }) : placed;
  },

  async placePurchase({ context, caller, body, headers, http }) {
    const customer = { ...caller, network: http.get('client') };
    const { phone, address, po_number: poNumber, job, amount } = body;
    const lines = body.lines.map(({ tools_id: toolId, tools_price: price, ...line }) => ({ toolId, price, ...line }));
    const placed = await placePurchase(
      context,
      customer,
      { phone, address, poNumber, job, amount, lines },
      headers['idempotency-key'],
    );
    return placed.ok
      ? success({ acknowledged: true, insertedId: placed.value.id, lines: [...placed.value.lines] })
      : placed;
  },

  async shipPurchase({ context, caller, params, body, headers }) {
    const shipped = await shipPurchase(context, caller.id, params.id, body, headers['idempotency-key']);
    if (!shipped.ok) return ofAllOrders(shipped.failure);
    const { id, no, lines } = shipped.value;
    return success({ acknowledged: true, insertedId: id, no, lines: [...lines] });
  },

  async addNote({ context, caller, params, body, headers }) {
    const added = await addNote(context, caller.id, params.id, body.text, headers['idempotency-key']);
    return added.ok ? success({ acknowledged: true, insertedId: added.value.id }) : ofAllOrders(added.failure);
  },

  async changeShipTo({ context, caller, params, body }) {
    if (caller.role === 'admin')
      return updatedAndTold(await changeShipTo(context, { adminId: caller.id }, params.id, body));
    const changed = await changeShipTo(context, { customerId: caller.id }, params.id, body);
    return changed.ok ? success(updatedOnce(changed.value)) : changed;
  },

  getInvoice: ({ context, params }) => getInvoice(context, params.id),

  async getInvoicePdf({ context, caller, params }) {
    const invoice = await getInvoice(context, params.id);
    return invoice.ok ? writePaperFor(context, caller, invoicePaper(invoice.value)) : invoice;
  },

  getSlip: async ({ context, caller, params }) =>
    await getSlip(context, params.id, params.part, caller.role === 'admin'),

  async getSlipPdf({ context, caller, params }) {
    const slip = await getSlip(context, params.id, params.part, caller.role === 'admin');
    return slip.ok ? writePaperFor(context, caller, slipPaper(slip.value)) : slip;
  },

  async getOffer({ context, caller }) {
    return success(await firstOrderOffer(context, caller.id));
  },

  async getOrderDefaults({ context, caller }) {
    return success(await getOrderDefaults(context, caller.id));
  },

  getOrderList: async ({ context, caller }) => success(await getOrderList(context.db, caller.id)),

  changeOrderList: ({ context, caller, body }) => changeOrderList(context, caller.id, body),

  getWatch: async ({ context, caller, params }) => success(await getWatch(context, caller.id, params.id)),

  async setWatch({ context, caller, params, body }) {
    const set = await setWatch(context, caller.id, params.id, body.pieces);
    return set.ok ? success({ acknowledged: true, ...set.value }) : set;
  },

  async endWatch({ context, caller, params }) {
    const { ended } = await endWatch(context, caller.id, params.id);
    return success({ acknowledged: true, deletedCount: ended ? 1 : 0 });
  },

  listMyOrders: async ({ context, caller }) => success(await listMyOrders(context, caller.id)),

  async keepWaiting({ context, caller, params, body }) {
    return updated(await keepWaiting(context, caller.id, params.id, body));
  },

  getOrder: ({ context, caller, params }) => getOrder(context, caller.id, params.id),

  async listOrders({ context, query: { before, after = before, ...wanted } }) {
    const { rows, next } = await listAllOrders(context, { ...wanted, after });
    return { ok: true, value: rows, list: { next } };
  },

  async shipOrder({ context, caller, params, query }) {
    const shipped = await shipOrder(context, caller.id, params.id, query);
    const answer = updated(shipped);
    if (!shipped.ok || !answer.ok) return answer;
    const { shipment, part } = shipped.value;
    return success({ ...answer.value, ...(shipment && { shipment }), ...part });
  },

  async correctShipment({ context, caller, params: { id, shipment: shipmentId }, body }) {
    return updated(await correctShipment(context, caller.id, { id, shipmentId }, body));
  },

  async takeBackShipment({ context, caller, params }) {
    return updatedAndTold(await takeBackShipment(context, caller.id, params.id, params.shipment));
  },

  async undoShipping({ context, caller, params, query: { shipment } }) {
    return updated(await undoShipping(context, caller.id, params.id, shipment));
  },
} satisfies Partial<Handlers>;

type Changed = { readonly changed: boolean; readonly already?: Meanwhile | undefined };

const updatedOnce = ({ changed, already }: Changed) => ({
  ...{ acknowledged: true, modifiedCount: changed ? 1 : 0 },
  ...(already && { already: { by: already.by, at: already.at } }),
});

const updated = <F extends { readonly code: string }>(moved: Outcome<Changed, F>) =>
  moved.ok ? success(updatedOnce(moved.value)) : ofAllOrders(moved.failure);

/** The same of what a customer is mailed about, or not. */
function updatedAndTold<F extends { readonly code: string }>(moved: Outcome<Changed & { told?: boolean }, F>) {
  const answer = updated(moved);
  if (!moved.ok || !answer.ok) return answer;
  const { told } = moved.value;
  return success({ ...answer.value, ...(told !== undefined && { told }) });
}

/** An admin sees every order, not only orders of their own. */
export const ofAllOrders = <F extends { readonly code: string }>(its: F) =>
  its.code === 'order_not_found'
    ? failure({ code: 'order_not_found', figures: { of: 'all' } } as const)
    : failure(its as Exclude<F, { code: 'order_not_found' }>);

/** What was written, with its number among those of its purchase. */
export const insertedNo = ({ id, no }: { readonly id: string; readonly no: number }) =>
  success({ acknowledged: true, insertedId: id, no });
