import type { Outcome } from '#model/kernel/outcome.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import type { ShortLine } from '#web/ui/payments/stock-lost-words.ts';
import { type Confirm, transactionOf } from './gateway.ts';

export type PayEnd =
  /** `before`: not by this press. */
  | { readonly kind: 'paid'; readonly before?: true }
  /** Unknown. From here only the shop is asked; the card is not charged again. */
  | { readonly kind: 'checking'; readonly transactionId?: string }
  /** Nothing was charged, and the buyer may try again. */
  | { readonly kind: 'declined'; readonly message: string }
  /** Nothing was charged, and the order has changed: load it again. */
  | { readonly kind: 'stale'; readonly message: string }
  /** Nothing was charged: the shop closed the payment meanwhile. */
  | { readonly kind: 'closed' }
  /** Nothing was charged: the pieces of these lines went to others. */
  | { readonly kind: 'short'; readonly lines: readonly ShortLine[] };

/** What the provider told the shop. `payable`: nothing is charged, and Pay may be pressed again. */
export interface Recorded {
  readonly paid: boolean;
  readonly payable: boolean;
  /** Why nothing is charged, where the shop knows it. */
  readonly why?: 'refused' | 'changed' | 'hold_over' | undefined;
}

export interface PaySteps {
  /** Opens the payment at the provider, or resumes the open one. */
  readonly begin: () => Promise<Outcome<{ clientSecret: string }, ApiFailure>>;
  readonly confirm: Confirm;
  /** Tells the shop, which asks the provider itself. */
  readonly record: (transactionId: string) => Promise<Outcome<Recorded, ApiFailure>>;
  readonly onCharging?: (transactionId: string) => void;
}

/** The order differs from the page; loading it again shows it. */
const STALE = new Set([
  'price_changed',
  'delivery_moved',
  'hold_ending',
  'hold_over',
  'not_payable',
  'order_not_found',
]);

/**
 * The payment is opened here and not with the page, so that looking at an order holds no stock and the price is checked
 * last. A press after a decline resumes the same payment, which succeeds once at most.
 */
export async function pay({ begin, confirm, record, onCharging }: PaySteps): Promise<PayEnd> {
  const begun = await begin();
  if (!begun.ok) return beginFailed(begun.failure);
  const { clientSecret } = begun.value;
  onCharging?.(transactionOf(clientSecret));
  const confirmation = await confirm(clientSecret);
  if (confirmation.status === 'failed') return { kind: 'declined', message: confirmation.message };
  if (confirmation.status === 'closed') return { kind: 'closed' };
  const { transactionId } = confirmation;
  // The card may be charged now, so there is no return to the Pay button.
  const recorded = await record(transactionId);
  return recorded.ok && recorded.value.paid ? { kind: 'paid' } : { kind: 'checking', transactionId };
}

export function beginFailed(failure: ApiFailure): PayEnd {
  const { code, lines, figures } = failure;
  if (code === 'already_paid') return { kind: 'paid', before: true };
  if (code === 'in_progress')
    return { kind: 'checking', ...(figures?.transactionId && { transactionId: String(figures.transactionId) }) };
  if (code === 'out_of_stock' && lines) return { kind: 'short', lines: lines.map(shortLine) };
  const message = code === 'unreachable' ? UNREACHABLE : uncharged(failureText(failure));
  return { kind: STALE.has(code) ? 'stale' : 'declined', message };
}

const shortLine = ({ line, figures }: NonNullable<ApiFailure['lines']>[number]): ShortLine => ({
  line,
  quantity: Number(figures?.quantity),
  available: Number(figures?.available),
  restockAt: typeof figures?.restockAt === 'string' ? figures.restockAt : null,
});

export const HOLD_OVER =
  'The time to pay was over, so nothing was charged. Try again: the stock is held again if it is still there.';

export const changedTo = (amount: number): string =>
  failureText({ status: 409, code: 'price_changed', figures: { amount } });

/** The card is sent only once a payment is open. */
const UNREACHABLE = 'There is no connection to the shop. Nothing was charged. Check your connection and try again.';

export const uncharged = (text: string): string =>
  /nothing was charged/i.test(text) ? text : `${text} Nothing was charged.`;
