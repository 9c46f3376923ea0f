import type { Order } from '#model/orders/order.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { untilHere, waitWords } from '#texts/shipping.ts';
import { allOf, waitSentence } from '../orders/shortfall-texts.ts';

/** Which of its pieces wait, until when, and that they can be cancelled: said before they are paid for. */
export function Awaited({ order: { waiting, quantity } }: { order: Order }) {
  if (!waiting) return null;
  const { pieces, date, undated } = waiting;
  const sentence = undated
    ? `${waitWords(waiting, formatDeliveryDay)}. ${allOf(pieces)} ${untilHere(pieces)}`
    : waitSentence({ now: quantity - pieces, later: pieces, date });
  return <span className="sub">{sentence}</span>;
}
