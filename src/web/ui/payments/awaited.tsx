import type { Order } from '#model/orders/order.ts';
import { waitSentence } from '../orders/shortfall-texts.ts';

/** Which of its pieces wait, until when, and that they can be cancelled: said before they are paid for. */
export function Awaited({ order: { waiting, quantity } }: { order: Order }) {
  if (!waiting) return null;
  const { pieces, date } = waiting;
  return <span className="sub">{waitSentence({ now: quantity - pieces, later: pieces, date })}</span>;
}
