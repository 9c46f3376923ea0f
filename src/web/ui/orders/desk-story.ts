import type { Order, Purchase } from '#model/orders/order.ts';
import { isPayPal, transactionOf } from '#model/purchases/paid-with.ts';
import type { Refund } from '#model/purchases/refund.ts';
import { formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { DECIDED, REVIEWED } from '#texts/why-review.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { manyOrders, manyTools } from './list-counts.ts';
import {
  daysOf,
  inOrder,
  keptLines,
  namesOf,
  PAID_TWICE,
  partOf,
  REFUND_MARKS,
  refundWords,
  SHIP_TO,
  type Step,
  toShipOn,
  wholeLines,
} from './purchase-story.ts';

/** As admins read it: `detail` goes on from the title. */
export interface DeskStep extends Omit<Step, 'mark' | 'tracking'> {
  readonly mark: Step['mark'] | 'past' | 'note';
  readonly by?: string | undefined;
  /** Follows who and when. */
  readonly after?: string;
}

/** Oldest first, with the notes of admins. */
export function deskStory(purchase: Purchase, now: number): DeskStep[] {
  const happened = [
    ...changed(purchase),
    ...paid(purchase),
    ...shipped(purchase),
    ...refunded(purchase),
    ...notes(purchase),
  ];
  return [
    placed(purchase),
    ...inOrder(happened),
    ...(purchase.state === 'unpaid' && !purchase.lines.some(({ paying }) => paying)
      ? beforePayment(purchase, now)
      : []),
    ...toShip(purchase),
  ];
}

function beforePayment({ holdUntil, lines }: Purchase, now: number): DeskStep[] {
  const held = holdUntil !== null && Date.parse(holdUntil) > now;
  const closes = lines.find(({ closesAt }) => closesAt)?.closesAt;
  const detail = `if nobody pays${held ? '' : '. Its stock is held no longer'}`;
  const steps: DeskStep[] = [];
  if (held) steps.push({ key: 'hold', at: holdUntil, mark: 'now', title: 'Held', detail: 'until then' });
  if (closes) steps.push({ key: 'closes', at: closes, dayOnly: true, mark: 'next', title: 'Closes', detail });
  return steps;
}

function placed({ createdAt, lines }: Purchase): DeskStep {
  const pieces = manyPieces(lines.reduce((sum, { quantity }) => sum + quantity, 0));
  return {
    ...{ key: 'placed', at: createdAt, mark: 'past', title: 'Placed', by: lines[0]?.email },
    detail: `with ${manyOrders(lines.length)}, ${pieces}`,
  };
}

export const NOT_TOLD = 'The buyer is not told: their email is not confirmed';

const CHANGES = {
  dropped: { title: 'Taken out', detail: 'before the payment: ' },
  added: { title: 'Added', detail: 'before the payment: ' },
  quantity: { title: 'Quantity', detail: 'changed before the payment: ' },
  cancelled: { title: 'Cancelled', detail: 'before the payment' },
  ship_to: { title: '', detail: 'changed' },
  taken_back: { title: 'Shipment', detail: 'taken back: not shipped after all' },
  corrected: { title: 'Shipment', detail: 'corrected' },
  arrived: { title: 'Arrived', detail: 'and put aside: ' },
  delivery_moved: { title: 'Delivery', detail: 'moved, and its buyer told: ' },
  kept_waiting: { title: 'Delivery', detail: 'agreed to: ' },
  put_aside: { title: 'Put aside', detail: '' },
  decided: { title: 'Decided', detail: '' },
} as const;

/** Changes of a former version do not say it, nor those that the buyer made. */
const toldOf = ({ told }: NonNullable<Purchase['changes']>[number]): string => {
  if (told === undefined) return '';
  return told ? '. The buyer is told by mail' : `. ${NOT_TOLD}`;
};

function changed({ changes = [], lines, desk }: Purchase): DeskStep[] {
  // As in the story of its buyer.
  return changes
    .filter(({ what }) => what in CHANGES)
    .map((change) => {
      const { what, at, orders, shipment, pieces, day, answer_by: until, why, decision, reason } = change;
      const { detail } = CHANGES[what];
      const thing = what === 'ship_to' ? SHIP_TO[change.changed ?? 'address'] : CHANGES[what].title;
      const title = shipment === undefined ? thing : `${thing} ${shipment}`;
      const key = `${what} ${at}`;
      const asked = until ? `, asked until ${formatDeliveryDay(until)}` : '';
      const moved = day && `${namesOf(orders, lines)}, ${formatDeliveryDay(day)}${asked}`;
      const review = (why && REVIEWED[why]) ?? (decision && `${DECIDED[decision]}${reason ? `: “${reason}”` : ''}`);
      const its = review ?? moved ?? contents(pieces ? partOf(orders, pieces) : wholeLines(orders, lines), lines);
      const told = { title, detail: `${detail}${toldOf(change)}${its}`, by: desk?.by[key] };
      return { key: `${key} ${orders.join()}`, at, mark: 'past', ...told };
    });
}

function paid({ paidAt, amount, lines, approved_by }: Purchase): DeskStep[] {
  if (!paidAt) return [];
  const id = transactionOf(lines);
  const detail = `${formatDollars(amount)} ${isPayPal(id) ? 'with PayPal' : 'by card'}`;
  return [
    ...(approved_by
      ? [{ key: 'approved', at: paidAt, mark: 'past' as const, title: 'Approved', detail: `by ${approved_by}` }]
      : []),
    { key: 'paid', at: paidAt, mark: 'done', title: 'Paid', detail, ...(id && { id }) },
  ];
}

const shipped = ({ shipments, lines }: Purchase): DeskStep[] =>
  shipments.map(({ id, no, at, by, lines: sent }) => ({
    ...{ key: id, at, by, mark: 'done', title: `Shipment ${no}`, detail: `sent: ${contents(sent, lines)}` },
  }));

function refunded({ refunds, lines, desk }: Purchase): DeskStep[] {
  const words = refundWords(lines);
  return refunds.map(({ id, at, amount, state, reason, twice, lines: given }) => ({
    ...{ key: id, at, mark: REFUND_MARKS[state], title: refundTitle(amount, state) },
    detail: [twice && PAID_TWICE, given.length > 0 && `for ${contents(given, lines)}`, reason && `“${reason}”`]
      .filter(Boolean)
      .join('. '),
    ...{ by: desk?.by[id], after: words[state] },
  }));
}

const refundTitle = (amount: number, state: Refund['state']): string =>
  state === 'failed' ? `Refund of ${formatDollars(amount)} failed` : `Refunded ${formatDollars(amount)}`;

const notes = ({ desk }: Purchase): DeskStep[] =>
  (desk?.notes ?? []).map(({ id, at, text, by }) => ({ key: id, at, mark: 'note', title: text, by }));

function toShip(purchase: Purchase): DeskStep[] {
  if (purchase.state !== 'paid') return [];
  const waiting = keptLines(purchase).filter((line) => line.paid && !line.shipping);
  return daysOf(waiting).map((at) => {
    const { those, parted, pieces } = toShipOn(at, waiting);
    const [first] = those;
    const one = those.length === 1 && !parted && first;
    const title = one ? keepUnits(one.tools_name) : parted ? manyPieces(pieces) : manyTools(those.length);
    const detail = one || (parted && pieces === 1) ? 'ships' : 'ship';
    return { key: `to ship ${at}`, at, dayOnly: true, mark: 'next', title, detail };
  });
}

const NAMED = 3;

const contents = (pieces: readonly { order: string; pieces: number }[], lines: readonly Order[]): string => {
  const nameOf = (order: string) => keepUnits(lines.find(({ _id }) => _id === order)?.tools_name ?? '');
  const named = pieces.slice(0, NAMED).map((it) => `${formatCount(it.pieces)} of ${nameOf(it.order)}`);
  const others = pieces.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${manyTools(others)} more` : ''}`;
};
