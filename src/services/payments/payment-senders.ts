import type { Result } from '#platform/jobs/work-jobs.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Senders, Sent } from '../kernel/send-messages.ts';
import { closeAtProvider, STILL_OPEN } from './close-at-provider.ts';
import { refundRest } from './refund-rows.ts';
import { sendRefund } from './send-refund.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { takePayment } from './take-payment.ts';

export const paymentSenders = {
  refund,
  'send-refund': sendRefund,
  async 'cancel-intent'(context, message) {
    const why = await closeAtProvider(context, message);
    return why === STILL_OPEN ? { waits: why } : why;
  },
  'take-payment': takePayment,
} satisfies Partial<Senders>;

/** All that is left of a payment: of one that no row knows, or as the version before refunds had rows asked for it. */
async function refund(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  { orderId, intentId }: Messages['refund'],
  { key }: Sent,
): Promise<Result> {
  const known = await withPaymentLocked(db, intentId, async (tx, _, attempt) => {
    if (attempt.state !== 'refunded') await refundRest(tx, attempt);
  });
  if (known !== 'unknown') return undefined;
  const refunded = await payments.refund({ paymentId: intentId, refundId: orderId, idempotencyKey: key });
  if (refunded.ok) {
    const { status } = refunded.value;
    if (status === 'pending') return { waits: status };
    return status === 'succeeded' ? undefined : status;
  }
  // Nothing left to refund: an earlier try succeeded and its answer was lost.
  return refunded.failure.code === 'wrong-state' ? undefined : refunded.failure.code;
}
