import { centsOf, usd } from './amounts.ts';
import type { Call } from './call.ts';
import { newId } from './ids.ts';
import type { Order, Refund } from './order.ts';
import { only, shortText } from './orders.ts';
import { noSuch, ok, type Reply, unprocessable } from './refusal.ts';

/** A capture and a refund are shown for longer than their order. */
export function getCapture(call: Call): Reply {
  const [capture] = ownerOf(call, 'capture').captures;
  if (!capture) throw noSuch();
  return ok(capture);
}

export const getRefund = (call: Call): Reply => ok(ownerOf(call, 'refund').refunds.find(({ id }) => id === call.id));

function ownerOf({ store, id }: Call, kind: 'capture' | 'refund'): Order {
  const owner = store.find<{ order: string }>(kind, id)?.body.order;
  const order = owner === undefined ? undefined : store.find<Order>('order', owner)?.body;
  if (!order) throw noSuch();
  return order;
}

export function refundCapture(call: Call): Reply {
  const { store, body, id, now } = call;
  only(body, ['amount', 'custom_id', 'invoice_id', 'note_to_payer']);
  const order = ownerOf(call, 'capture');
  const [capture] = order.captures;
  if (!capture) throw noSuch();
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has been refunded.');
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED')
    throw unprocessable(
      'CAPTURE_STATUS_NOT_VALID',
      'Invalid capture status. Refund can only be made of completed ones.',
    );
  const whole = centsOf(capture.amount);
  const made = order.refunds.filter((it) => it.status !== 'FAILED');
  const left = made.reduce((rest, { amount }) => rest - centsOf(amount), whole);
  const asked = body.amount === undefined ? left : centsOf(body.amount);
  if (order.payer === 'parts' && asked < whole)
    throw unprocessable('PARTIAL_REFUND_NOT_ALLOWED', 'You cannot do a refund for an amount less than the capture.');
  if (asked === 0 || asked > left)
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'The refund amount must be less than or equal to the rest.');
  const at = now.toISOString();
  const refund: Refund = {
    ...{ id: newId(), status: 'COMPLETED', amount: usd(asked) },
    ...shortText(body, 'custom_id', 127),
    ...shortText(body, 'invoice_id', 127),
    ...shortText(body, 'note_to_payer', 255),
    ...{ create_time: at, update_time: at, links: [{ rel: 'up', method: 'GET', href: `/v2/payments/captures/${id}` }] },
  };
  const status = asked === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  store.update('order', { ...order, captures: [{ ...capture, status }], refunds: [...order.refunds, refund] });
  const created = Math.floor(now.getTime() / 1000);
  store.insert('refund', { id: refund.id, created, body: { id: refund.id, order: order.id } });
  call.record('PAYMENT.CAPTURE.REFUNDED', refund);
  if (order.payer === 'rebounds') failRefund(call, order, refund);
  return ok(refund, 201);
}

/** The payer's bank sends the money back, after PayPal had said that it is done. */
function failRefund(call: Call, before: Order, refund: Refund): void {
  const failed: Refund = { ...refund, status: 'FAILED' };
  call.store.update('order', { ...before, refunds: [...before.refunds, failed] });
  call.record('PAYMENT.REFUND.FAILED', failed);
}
