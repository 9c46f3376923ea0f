import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import type { Order } from '#model/orders/order.ts';
import { formatCount, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay, formatShortMoment } from '#texts/format-time.ts';
import { lateness } from './lateness.ts';
import { leftToShip } from './pieces-fields.tsx';

/** What is true of a purchase, in words: of its stock, its shipping, and what was taken out of it. */
export function purchaseWords(orders: readonly Order[], now: number): string[] {
  const [first] = orders;
  const { cancelled = 0, lines = orders.length } = first?.purchase ?? {};
  const refunded = orders.reduce((sum, { paidAt, given_up = 0 }) => sum + (paidAt ? given_up : 0), 0);
  return [
    ...statesOf(orders, now),
    ...(refunded > 0 ? [`${manyPieces(refunded)} refunded`] : []),
    ...(cancelled > 0 ? [`${formatCount(cancelled)} of ${formatCount(lines + cancelled)} cancelled`] : []),
  ];
}

function statesOf(orders: readonly Order[], now: number): string[] {
  const holdUntil = orders.find((order) => order.holdUntil)?.holdUntil;
  if (holdUntil && Date.parse(holdUntil) > now) return [`Stock held until ${formatShortMoment(new Date(holdUntil))}`];
  const paid = orders.filter((order) => order.paid);
  const awaited = paid.flatMap(({ waiting }) => waiting ?? []);
  const last = awaited
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  if (!last) return shippingOf(paid, now);
  const pieces = awaited.reduce((sum, it) => sum + it.pieces, 0);
  const until = awaited.some(({ undated }) => undated) ? ', promised for' : ' until';
  return [...goesOf(paid, now), `Waiting for ${manyPieces(pieces)}${until} ${formatDeliveryDay(last)}`];
}

/** Of a purchase of which nothing waits. */
function shippingOf(paid: readonly Order[], now: number): string[] {
  if (paid.length === 0) return [];
  if (paid.every(({ shipping }) => shipping)) {
    const parts = partsOf(paid);
    const many = parts > 1 ? ` in ${formatCount(parts)} parts` : '';
    return [`Shipped${many}, promise ${paid.every(inTime) ? 'kept' : 'not kept'}`];
  }
  return goesOf(paid, now);
}

const partsOf = (paid: readonly Order[]): number => Math.max(...paid.map(({ parts = 0 }) => parts));

/** Of a purchase of which something has not left: what is on the shelf is one part to go, each delivery another. */
function goesOf(paid: readonly Order[], now: number): string[] {
  const parts = partsOf(paid);
  const here = paid.filter((order) => leftToShip(order) > 0);
  const awaited = new Set(paid.flatMap(({ waiting }) => waiting?.date ?? []));
  const all = parts + (here.length > 0 ? 1 : 0) + awaited.size;
  const shipBy = here.flatMap((order) => order.shipBy ?? []).toSorted()[0];
  const late = shipBy && lateness(shipBy, now);
  return [
    ...(parts > 0 ? [`Shipped ${formatCount(parts)} of ${formatCount(all)} parts`] : []),
    ...(shipBy ? [`Ships by ${formatDeliveryDay(shipBy)}${late ? `, ${late}` : ''}`] : []),
  ];
}

/** As on the page of the purchase. */
const inTime = ({ shippedAt, shipBy }: Order): boolean =>
  !shippedAt || !shipBy || utcDaysBetween(Date.parse(shippedAt), Date.parse(shipBy)) >= 0;
