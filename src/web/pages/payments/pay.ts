import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { type Confirm, transactionOf } from './gateway.ts';

/** How a press of the Pay button ended. */
export type PayEnd =
  /** The shop has the money. */
  | { readonly kind: 'paid' }
  /** Nobody knows yet. From here only the shop is asked; the card is not charged again. */
  | { readonly kind: 'checking'; readonly transactionId?: string }
  /** Nothing was charged, and the buyer may try again. */
  | { readonly kind: 'declined'; readonly message: string }
  /** Nothing was charged, and the order is no longer what the page shows: read it again. */
  | { readonly kind: 'stale'; readonly message: string };

/** What the shop found when it asked the provider. `payable`: nothing is charged, and Pay may be pressed again. */
export interface Recorded {
  readonly paid: boolean;
  readonly payable: boolean;
}

export interface PaySteps {
  /** Opens the payment at the provider, or takes the open one up again. */
  readonly begin: () => Promise<Outcome<{ clientSecret: string }, ApiFailure>>;
  readonly confirm: Confirm;
  /** Tells the shop, which asks the provider itself. */
  readonly record: (transactionId: string) => Promise<Outcome<Recorded, ApiFailure>>;
  /** Told just before the card may be charged. */
  readonly onCharging?: (transactionId: string) => void;
}

/** The order is another than the page shows; reading it again says what it is now. */
const STALE = new Set(['price_changed', 'out_of_stock', 'hold_ending', 'hold_over', 'not_payable', 'order_not_found']);

/**
 * One press of the Pay button. The payment is opened only now, not with the page: looking at an order neither holds
 * stock nor leaves open payments behind, and the price is checked at the last moment. A press after a decline takes
 * the same payment up again, and a payment succeeds once at most.
 */
export async function pay({ begin, confirm, record, onCharging }: PaySteps): Promise<PayEnd> {
  const begun = await begin();
  if (!begun.ok) return beginFailed(begun.failure);
  const { clientSecret } = begun.value;
  onCharging?.(transactionOf(clientSecret));
  const confirmation = await confirm(clientSecret);
  if (confirmation.status === 'failed') return { kind: 'declined', message: confirmation.message };
  const { transactionId } = confirmation;
  // Whatever the shop answers, the card may be charged now: there is no way back to the Pay button from here.
  const recorded = await record(transactionId);
  return recorded.ok && recorded.value.paid ? { kind: 'paid' } : { kind: 'checking', transactionId };
}

function beginFailed({ code, detail }: ApiFailure): PayEnd {
  if (code === 'already_paid') return { kind: 'paid' };
  if (code === 'in_progress') return { kind: 'checking' };
  const message = code === 'unreachable' ? UNREACHABLE : uncharged(detail);
  return { kind: STALE.has(code) ? 'stale' : 'declined', message };
}

/** The card goes to its provider only once a payment is opened. */
const UNREACHABLE =
  'There is no connection to the shop. Nothing was charged. Check your connection and press Pay again.';

const uncharged = (detail: string): string =>
  /nothing was charged/i.test(detail) ? detail : `${detail} Nothing was charged.`;
