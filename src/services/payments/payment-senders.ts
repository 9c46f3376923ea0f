import type { Result } from '#platform/jobs/work-jobs.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Senders, Sent } from '../kernel/send-messages.ts';
import { closeAtProvider, STILL_OPEN } from './close-at-provider.ts';
import { refundRest } from './refund-rows.ts';
import { sendRefund } from './send-refund.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { TAKING, takePayment } from './take-payment.ts';

export const paymentSenders = {
  refund,
  'send-refund': sendRefund,
  'cancel-intent': async (context, message) => waiting(await closeAtProvider(context, message)),
  'take-payment': async (...of) => waiting(await takePayment(...of)),
} satisfies Partial<Senders>;

/** Until the provider, or the buyer there, has decided. */
const waiting = (why: string | undefined): Result => (why === TAKING || why === STILL_OPEN ? { waits: why } : why);

/** All that is left of a payment: of one that no row knows, or as the version before refunds had rows asked for it. */
async function refund(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  { orderId, intentId }: Messages['refund'],
  { key }: Sent,
): Promise<string | undefined> {
  const known = await withPaymentLocked(db, intentId, async (tx, _, attempt) => {
    if (attempt.state !== 'refunded') await refundRest(tx, attempt);
  });
  if (known !== 'unknown') return undefined;
  const refunded = await payments.refund({ paymentId: intentId, refundId: orderId, idempotencyKey: key });
  if (refunded.ok) return refunded.value.status === 'succeeded' ? undefined : refunded.value.status;
  // Nothing left to refund: an earlier try succeeded and its answer was lost.
  return refunded.failure.code === 'wrong-state' ? undefined : refunded.failure.code;
}
