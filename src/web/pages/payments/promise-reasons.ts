import { type LinkedPromise, PAYING_MINUTES, type WayToPay } from '#model/orders/promise.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { refusedText } from '#web/ui/orders/promise-words.ts';
import { HOLD_OVER, type PayEnd, uncharged } from './pay.ts';

/** What is short of it may be decided anew. */
const SHORTAGES = new Set(['delivery_moved', 'lines_refused', 'out_of_stock']);

interface Press {
  readonly end: Exclude<PayEnd, { readonly kind: 'paid' | 'checking' }>;
  readonly refused: ApiFailure | undefined;
  /** The way to pay that was pressed, as it was shown. */
  readonly asked: WayToPay;
  readonly promise: LinkedPromise;
  /** As it was loaded afterwards; undefined where that failed. */
  readonly now: LinkedPromise | undefined;
}

/** Why a press has paid nothing. What is shown beside it is what holds now. */
export function whyUnpaid({ end, refused, asked, promise: { lines }, now }: Press): string {
  const ways = now?.ways ?? [];
  if (end.kind === 'closed') {
    if (ways.length > 0 && ways.every(({ amount }) => amount !== asked.amount)) return CHANGED;
    return now?.paying ? TAKEN_OVER : HOLD_OVER;
  }
  if (refused?.code === 'price_changed') return CHANGED;
  if (!refused || !SHORTAGES.has(refused.code)) return 'message' in end ? end.message : SHORT;
  const others = refused.code === 'lines_refused' ? refused.lines?.filter(({ code }) => code !== 'out_of_stock') : [];
  if (others && others.length > 0) return uncharged(refusedText(others, lines));
  if (asked.way !== 'wait') return SHORT;
  const moved = ways.some(({ way, waitUntil }) => way === 'wait' && waitUntil !== asked.waitUntil);
  return moved || refused.code === 'delivery_moved' ? MOVED : SHORT;
}

const CHANGED = 'The amount has changed since you opened this page. Nothing was charged. Look at it, then pay.';
const SHORT = 'Stock has run short since you opened this page. Nothing was charged.';
const MOVED = failureText({ status: 409, code: 'delivery_moved', figures: { charged: 0 } });

/** Also where it was found after a while that the shop has closed a payment. */
export const TAKEN_OVER = `Your payment was not finished within ${PAYING_MINUTES} minutes, so somebody else may pay. Nothing was charged.`;
