import type { PurchaseState } from '#model/purchases/purchase-life.ts';
import type { PromiseStanding, PromiseState } from './promise.ts';

/** What a promise's purchase says of it. */
interface Made {
  readonly state: PurchaseState;
  readonly paidAt: Date | null;
}

const UNPAID: readonly PurchaseState[] = ['approval', 'unpaid', 'changing', 'expiring', 'cancelling', 'review'];

/** A purchase that ended unpaid takes its promise along. */
export function standingOf(
  { state, validUntil }: { readonly state: PromiseState; readonly validUntil: Date },
  made: Made | null,
  now: Date,
): PromiseStanding {
  if (state === 'withdrawn') return 'withdrawn';
  if (made?.paidAt) return 'paid';
  if (made && UNPAID.includes(made.state)) return 'ordered';
  if (now > validUntil) return 'expired';
  return made ? 'cancelled' : 'valid';
}
