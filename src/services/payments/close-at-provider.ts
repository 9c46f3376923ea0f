import { CAN } from '#model/payments/provider.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import { isAttempt } from './move-payment.ts';
import { lookUpPayment, settleAbsentPayment, settlePayment } from './settle-payment.ts';

/** The provider decides: closed, or paid. Returns why there is no result yet, or undefined. */
export async function closeAtProvider(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>,
  its: Messages['cancel-intent'],
): Promise<string | undefined> {
  const [row] = await context.db
    .select({ intentId: payment.intentId, provider: payment.provider })
    .from(payment)
    .where(isAttempt(its));
  if (!row?.intentId) return 'no such payment';
  if (!CAN[row.provider].closes) return giveUp(context, row.intentId);
  const cancelled = await context.payments.close(row.intentId);
  if (cancelled.ok) {
    await settlePayment(context, cancelled.value);
    return undefined;
  }
  if (cancelled.failure.code !== 'wrong-state' && cancelled.failure.code !== 'not-found') return cancelled.failure.code;
  return unlessOver(context, row.intentId);
}

type Closing = Pick<Context, 'db' | 'clock' | 'payments'>;

/** What the provider cannot close the shop never takes; what it is taking already only the provider ends. */
const giveUp = async (context: Closing, intentId: string): Promise<string | undefined> =>
  (await settleAbsentPayment(context, intentId)) === 'processing' ? unlessOver(context, intentId) : undefined;

async function unlessOver(context: Closing, intentId: string): Promise<string | undefined> {
  const looked = await lookUpPayment(context, intentId);
  if (!looked.ok) return looked.failure.code;
  return looked.value === 'open' || looked.value === 'processing' ? STILL_OPEN : undefined;
}

/** The bank has not decided yet. */
export const STILL_OPEN = 'still open';

// A person waits; a slower provider is asked again in the background.
const VERDICT_MS = 4_000;

export const closeWhileAwaited = (...of: Parameters<typeof closeAtProvider>): Promise<string | undefined> =>
  Promise.race([closeAtProvider(...of), patience()]);

const patience = (): Promise<string> => new Promise((over) => setTimeout(() => over('not yet'), VERDICT_MS).unref());
