import { shippingDay } from '#model/kernel/shipping-day.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { Order, Purchase, ShipToChange } from '#model/orders/order.ts';
import { promisesOf, shipDays } from '#model/orders/ship-days.ts';
import { isPayPal, paidFrom, transactionOf } from '#model/purchases/paid-with.ts';
import type { Refund } from '#model/purchases/refund.ts';
import { partsOf } from '#model/purchases/shipment-no.ts';
import { formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { manyOrders, manyTools } from './list-counts.ts';

/** What happened to a purchase, or is to happen. */
export interface Step {
  readonly key: string;
  readonly at: string;
  /** Only its day is known, which the shop promises. */
  readonly dayOnly?: true;
  readonly mark: 'done' | 'now' | 'next' | 'bad';
  readonly title: string;
  readonly detail?: string;
  readonly id?: string;
  readonly tracking?: { readonly text: string; readonly link: string | null };
}

/** Oldest first. */
export function purchaseStory(purchase: Purchase, now: number): Step[] {
  const kept = keptLines(purchase);
  const isComplete = kept.every(
    (line) => line.shipping || line.quantity <= (line.given_up ?? 0) + piecesIn(purchase.shipments, line._id),
  );
  return [
    {
      ...{ key: 'placed', at: purchase.createdAt, mark: 'done', title: 'Ordered' },
      detail: `${manyOrders(purchase.lines.length)}${purchase.lines.length > 1 ? ' as one purchase' : ''}`,
    },
    ...inOrder([...changed(purchase), ...paid(purchase), ...shipped(purchase, isComplete), ...refunded(purchase)]),
    ...(purchase.state === 'unpaid' && !kept.some((line) => line.paying) ? beforePayment(purchase, kept, now) : []),
    ...toShip(purchase, kept),
  ];
}

/** What comes next of one that is not paid. */
function beforePayment({ holdUntil }: Purchase, kept: readonly Order[], now: number): Step[] {
  const days = shipDays(kept, now);
  const held = holdUntil !== null && Date.parse(holdUntil) > now;
  return [
    ...(held
      ? [
          {
            ...{ key: 'hold', at: holdUntil, mark: 'now' as const, title: 'Pay by then to keep the stock' },
            detail: 'Later payment holds it again, if it is still there',
          },
        ]
      : []),
    ...days.map(({ at, pieces }) => ({
      ...{ key: `ships ${at}`, at, dayOnly: true as const, mark: 'next' as const },
      title: days.length === 1 ? 'Ships by, if you pay today' : `${manyPieces(pieces)} to ship by, if you pay today`,
      detail: at === shippingDay(now) ? `${SHOP_FACTS.shippingDays} days after the payment clears` : 'With a delivery',
    })),
  ];
}

/** What happened at one moment stays as given. */
export const inOrder = <S extends { readonly at: string }>(steps: readonly S[]): S[] =>
  steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

export const SHIP_TO: Record<ShipToChange, string> = {
  address: 'Address',
  phone: 'Phone number',
  both: 'Address and phone number',
};

const CHANGES = {
  dropped: { title: 'Taken out before the payment' },
  added: { title: 'Added before the payment' },
  quantity: { title: 'Quantity changed before the payment' },
  cancelled: { title: 'Cancelled', detail: 'Nothing was charged' },
  ship_to: { title: '', detail: 'By the shop' },
  taken_back: { title: 'Not shipped after all' },
  corrected: { title: 'Tracking number corrected' },
  arrived: { title: 'Arrived and held for you' },
  delivery_moved: { title: 'Delivery on another day' },
  kept_waiting: { title: 'You keep waiting' },
  put_aside: { title: 'Put aside' },
  decided: { title: 'Decided' },
} as const;

function changed({ changes = [], lines }: Purchase): Step[] {
  // A page of an earlier version has no words for what came later.
  return changes
    .filter(({ what }) => what in CHANGES)
    .map(({ what, at, orders, pieces, day, answer_by: until, changed, own }) => ({
      ...{ key: `${what} ${at} ${orders.join()}`, at, mark: 'done', ...CHANGES[what] },
      ...(what === 'ship_to' && {
        title: `${SHIP_TO[changed ?? 'address']} changed`,
        ...(own && { detail: 'By you' }),
      }),
      ...(what === 'dropped' && { detail: contents(wholeLines(orders, lines), lines) }),
      ...(pieces && { detail: contents(partOf(orders, pieces), lines) }),
      ...(day && {
        detail: `${namesOf(orders, lines)}: ${formatDeliveryDay(day)}${until ? `. Your yes is needed by ${formatDeliveryDay(until)}` : ''}`,
      }),
    }));
}

export const partOf = (orders: readonly string[], pieces: number) => orders.map((order) => ({ order, pieces }));

export const namesOf = (orders: readonly string[], lines: readonly Order[]): string =>
  lines
    .filter(({ _id }) => orders.includes(_id))
    .map(({ tools_name }) => keepUnits(tools_name))
    .join(', ');

export const wholeLines = (orders: readonly string[], lines: readonly Order[]) =>
  lines.filter(({ _id }) => orders.includes(_id)).map(({ _id, quantity }) => ({ order: _id, pieces: quantity }));

function paid({ paidAt, amount, lines }: Purchase): Step[] {
  if (!paidAt) return [];
  const id = transactionOf(lines);
  return [
    {
      key: 'paid',
      at: paidAt,
      mark: 'done',
      title: 'Paid',
      detail: `${formatDollars(amount)} ${isPayPal(id) ? 'with PayPal' : 'by card'}`,
      ...(id && { id }),
    },
  ];
}

function shipped({ shipments, lines }: Purchase, complete: boolean): Step[] {
  const parts = complete && partsOf(shipments);
  return shipments.map(({ no, at, carrier, tracking, link, lines: sent }) => ({
    ...{ key: `shipment ${no}`, at, mark: 'done' },
    title: complete && shipments.length === 1 ? 'All shipped' : `Part ${no}${parts ? ` of ${parts}` : ''} shipped`,
    detail: contents(sent, lines),
    ...(tracking && { tracking: { text: [carrier === 'Other' ? '' : carrier, tracking].join(' ').trim(), link } }),
  }));
}

const piecesIn = (shipments: Purchase['shipments'], order: string): number =>
  shipments.flatMap(({ lines }) => lines).reduce((sum, it) => (it.order === order ? sum + it.pieces : sum), 0);

export function refundWords(lines: readonly Order[]): Record<Refund['state'], string> {
  const from = paidFrom(transactionOf(lines));
  const isDisputed = lines.some(({ state, reviewReason }) => state === 'review' && reviewReason === 'dispute');
  return {
    due: `It reaches the ${from} in 5 to 10 days`,
    sent: `It reaches the ${from} in 5 to 10 days`,
    succeeded: `To the ${from} that paid`,
    failed: isDisputed
      ? 'Not sent while the payment is disputed'
      : `The ${from} refused it. We give it back in another way`,
    by_hand: 'Given back in another way',
  };
}
export const REFUND_MARKS = { due: 'now', sent: 'now', succeeded: 'done', failed: 'bad', by_hand: 'done' } as const;

export const PAID_TWICE = 'This purchase was paid twice';

function refunded({ refunds, lines }: Purchase): Step[] {
  const words = refundWords(lines);
  return refunds.map(({ no, at, amount, state, reason, twice, lines: given }) => ({
    ...{ key: `refund ${no}`, at, mark: REFUND_MARKS[state], title: `Refund of ${formatDollars(amount)}` },
    detail: [twice && PAID_TWICE, contents(given, lines), reason, words[state]].filter(Boolean).join('. '),
  }));
}

const contents = (pieces: readonly { order: string; pieces: number }[], lines: readonly Order[]): string =>
  pieces
    .map((it) => {
      const name = lines.find(({ _id }) => _id === it.order)?.tools_name ?? '';
      return `${formatCount(it.pieces)}\u00a0× ${keepUnits(name)}`;
    })
    .join(', ');

function toShip({ state }: Purchase, lines: readonly Order[]): Step[] {
  if (state !== 'paid') return [];
  const waiting = lines.filter((line) => line.paid && !line.shipping);
  return daysOf(waiting).map((at) => {
    const { those, parted, pieces } = toShipOn(at, waiting);
    const some = parted ? manyPieces(pieces) : manyTools(those.length);
    const title = those.length === lines.length && !parted ? 'Ships by' : `${some} to ship by`;
    return { key: `to ship ${at}`, at, dayOnly: true, mark: 'next', title };
  });
}

/** Lines of which pieces are to ship by a day. `parted`: one of them by another day as well. */
export function toShipOn(day: string, lines: readonly Order[]) {
  const those = lines.filter((line) => promisesOf(line).some(({ at }) => at === day));
  const promised = those.flatMap((line) => promisesOf(line)).filter(({ at }) => at === day);
  const pieces = promised.reduce((sum, it) => sum + it.pieces, 0);
  return { those, parted: those.some(({ later }) => later), pieces };
}

export const daysOf = (lines: readonly Order[]): string[] =>
  [...new Set(lines.flatMap((line) => promisesOf(line)).map(({ at }) => at))].toSorted();

/** The first by which one of these is to ship. */
export const firstDay = (lines: readonly Order[]): string | undefined => daysOf(lines)[0];

export const endedUnpaid = ({ state, paidAt }: Pick<Purchase, 'state' | 'paidAt'>): boolean =>
  state === 'cancelled' && paidAt === null;

/** Without those that were taken out; all of a purchase that was cancelled as a whole. */
export function keptLines({ state, lines }: Purchase): readonly Order[] {
  return state === 'cancelled' ? lines : lines.filter((line) => line.state !== 'cancelled');
}
