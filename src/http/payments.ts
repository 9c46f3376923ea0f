import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ProviderName } from '#model/payments/provider.ts';
import { getPurchase } from '#services/orders/get-purchase.ts';
import type { CancelOrderFailure } from '#services/payments/begin-cancel.ts';
import { beginPayment, beginPayPal } from '#services/payments/begin-payment.ts';
import { type Cancelled, cancelLines, cancelOrder } from '#services/payments/cancel-order.ts';
import { changeLines } from '#services/payments/change-lines.ts';
import { confirmPayment } from '#services/payments/confirm-payment.ts';
import { decideOrder } from '#services/payments/decide-order.ts';
import { findPayer } from '#services/payments/find-payer.ts';
import { getOrderCase } from '#services/payments/get-order-case.ts';
import { listRefunds } from '#services/payments/list-refunds.ts';
import { seenByAdmins } from '#services/payments/purchase-desk.ts';
import { cancelWaiting, refundPurchase } from '#services/payments/refund-purchase.ts';
import { storeEvent } from '#services/payments/store-event.ts';
import { insertedNo, ofAllOrders } from './orders.ts';
import { invalidField } from './problem.ts';
import type { Checked, Handlers } from './serve-calls.ts';

export const paymentHandlers = {
  createPaymentIntent: ({ context, caller, body: { order_id: orderId, ...wanted } }) =>
    beginPayment(context, caller.id, { orderId, ...wanted }),

  beginPayPal: ({ context, caller, body: { order_id: orderId, ...wanted } }) =>
    beginPayPal(context, caller.id, { orderId, ...wanted }),

  async confirmPayment({ context, caller, params, body }) {
    if (body.order_id !== params.id) return invalidField('order_id', 'order_id must be the order of the path.');
    const confirmed = await confirmPayment(context, caller.id, params.id, body.transactionId);
    if (!confirmed.ok) return confirmed;
    const { paid } = confirmed.value;
    return { ok: true, value: { acknowledged: paid, ...confirmed.value }, status: paid ? 200 : 202 };
  },

  // In payments, because its refunds are shown. They are passed in: orders may not import payments.
  async getPurchase({ context, caller, params }) {
    if (caller.role !== 'admin') return getPurchase(context, caller.id, params.id, listRefunds, findPayer);
    const found = await getPurchase(context, undefined, params.id, listRefunds, findPayer);
    if (!found.ok) return ofAllOrders(found.failure);
    return success(await seenByAdmins(context.db, found.value));
  },

  // In payments, because cancelling an order closes its payment.
  cancelOrder: async ({ context, caller, params }) =>
    cancelReply(await cancelOrder(context, { customerId: caller.id }, params.id)),

  async deleteOrder({ context, caller, params }) {
    const cancelled = await cancelOrder(context, { adminId: caller.id }, params.id);
    return cancelled.ok ? cancelReply(cancelled) : ofAllOrders(cancelled.failure);
  },

  async changePurchase({ context, caller, params, body }) {
    const lines = body.lines?.map(({ tools_id: toolId, tools_price: price, quantity }) => ({
      toolId,
      price,
      quantity,
    }));
    if (lines) {
      const made = await changeLines(context, caller.id, params.id, { lines, amount: body.amount });
      return made.ok ? success({ acknowledged: true, modifiedCount: made.value.changed ? 1 : 0 }) : made;
    }
    const dropped = { purchase: params.id, orders: body.drop ?? [] };
    const cancelled = await cancelLines(context, { customerId: caller.id }, dropped);
    if (!cancelled.ok) return cancelled;
    const { changed, pending } = cancelled.value;
    return success({ acknowledged: true, modifiedCount: changed ? 1 : 0, ...(pending ? { pending } : {}) });
  },

  async getOrderCase({ context, params }) {
    const found = await getOrderCase(context, params.id);
    return found.ok ? found : ofAllOrders(found.failure);
  },

  async refundPurchase({ context, caller, params, body, headers }) {
    const made = await refundPurchase(context, caller.id, params.id, body, headers['idempotency-key']);
    if (!made.ok) return ofAllOrders(made.failure);
    context.wake();
    return insertedNo(made.value);
  },

  async cancelWaiting({ context, caller, params, body, headers }) {
    const made = await cancelWaiting(context, caller.id, params.id, body, headers['idempotency-key']);
    if (!made.ok) return made;
    context.wake();
    return insertedNo(made.value);
  },

  async decideOrder({ context, caller, params, body }) {
    const decided = await decideOrder(context, caller.id, params.id, body);
    if (decided.ok) {
      context.wake();
      return success({ acknowledged: true, modifiedCount: decided.value.changed ? 1 : 0 });
    }
    const { failure: refused } = decided;
    return refused.code === 'pieces_unknown' ? invalidField('pieces', PIECES) : ofAllOrders(refused);
  },

  async payPalWebhook(call) {
    const refused = await takeEvent('paypal', call);
    if (!refused) return success({ received: true });
    return failure({ code: refused === 'unreachable' ? 'provider_unavailable' : 'bad_signature' });
  },

  stripeWebhook: async (call) =>
    (await takeEvent('stripe', call)) ? failure({ code: 'bad_signature' }) : success({ received: true }),
} satisfies Partial<Handlers>;

/** The signature covers the bytes as received; 200 means "stored". Returns why it was refused, or undefined. */
async function takeEvent(provider: ProviderName, { context, http, bytes }: Checked<'payPalWebhook' | 'stripeWebhook'>) {
  const event = await context.payments.verifyWebhook(provider, bytes, (name) => http.req.header(name));
  if (event.ok) await storeEvent(context, event.value);
  else context.log.warn({ code: event.failure.code }, 'webhook refused');
  return event.ok ? undefined : event.failure.code;
}

const PIECES = 'Say whether the pieces came back, of a shipped order that ends and of no other.';

function cancelReply(cancelled: Outcome<Cancelled, CancelOrderFailure>) {
  if (!cancelled.ok) return cancelled;
  const { changed, pending } = cancelled.value;
  return success({ acknowledged: true, deletedCount: changed ? 1 : 0, ...(pending ? { pending } : {}) });
}
