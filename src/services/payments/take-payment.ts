import { DAY } from '#model/kernel/utc-day.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import type { Result } from '#platform/jobs/work-jobs.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import type { Sent } from '../kernel/send-messages.ts';
import { isAttempt } from './move-payment.ts';
import {
  putAsidePending,
  type Settlement,
  settleDeclinedPayment,
  settlePaidBefore,
  settlePayment,
} from './settle-payment.ts';

type Taking = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

/** PayPal knows a key for six hours. Later only its answer to a look counts. */
const REPEATED_MS = 5 * 3_600_000;

/** So long pending money keeps its pieces; then people look into it. */
const PENDING_MS = 7 * DAY;

/** Takes the money of a payment that is `capturing`, by one key however often it is tried. */
export async function takePayment(
  context: Taking,
  { orderId, attempt }: Messages['take-payment'],
  { key, attempts }: Sent,
): Promise<Result> {
  const { db, clock, payments, log } = context;
  const [row] = await db.select().from(payment).where(isAttempt({ orderId, attempt }));
  if (row?.state !== 'capturing' || !row.intentId) return undefined;
  const { intentId } = row;
  const age = clock().getTime() - (row.claimedAt ?? row.createdAt).getTime();
  const late = age > REPEATED_MS;
  /** While it is `processing`, PayPal has taken it and does not have the money yet. */
  const unlessPending = async (settled: Settlement): Promise<Result> => {
    if (settled !== 'processing') return undefined;
    if (age <= PENDING_MS) return { waits: 'pending' };
    // From now on the sweep looks after it.
    await putAsidePending(context, intentId);
    return undefined;
  };
  if (attempts > 1) {
    const looked = await payments.look(intentId);
    if (looked.ok && looked.value.status !== 'approved') return unlessPending(await settleTaken(context, looked.value));
    if (!looked.ok && looked.failure.code !== 'not-found') return looked.failure.code;
    // By then no call is under way, and it was not taken.
    if (late) {
      await settleDeclinedPayment(context, intentId);
      return undefined;
    }
  }
  const taken = await payments.take(intentId, key);
  if (taken.ok) return unlessPending(await settleTaken(context, taken.value));
  const { code, providerCode } = taken.failure;
  log.warn({ order: orderId, code, providerCode }, 'a payment could not be taken');
  if (code !== 'declined' && code !== 'paid-before' && code !== 'not-found') return code;
  const looked = await payments.look(intentId);
  // It has expired since it was approved: what is not known by then was not taken.
  const gone = code === 'not-found' && !looked.ok && looked.failure.code === 'not-found';
  if (!looked.ok && !gone) return looked.failure.code;
  if (looked.ok && looked.value.status !== 'approved') return unlessPending(await settleTaken(context, looked.value));
  if (looked.ok && code === 'not-found') return code;
  await (code === 'paid-before' ? settlePaidBefore : settleDeclinedPayment)(context, intentId);
  return undefined;
}

/** After it was asked for, one that waits for its buyer again was declined: only that or money may end it. */
const settleTaken = (context: Taking, its: ProviderPayment): Promise<Settlement> =>
  its.status === 'awaiting_buyer' ? settleDeclinedPayment(context, its.id) : settlePayment(context, its);
