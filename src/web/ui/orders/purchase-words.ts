import type { Order } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import { formatDeliveryDay, formatShortDay, formatShortMoment } from '#texts/format-time.ts';
import { manyPieces } from './list-counts.ts';

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
  if (!last) return [shippingOf(paid)].filter((words) => words !== undefined);
  const pieces = awaited.reduce((sum, it) => sum + it.pieces, 0);
  const here = paid.filter(({ waiting, later }) => later || !waiting);
  const goes = goesOf(paid, here);
  return [...(goes ? [goes] : []), `Waiting for ${manyPieces(pieces)} until ${formatDeliveryDay(last)}`];
}

/** Of a purchase of which nothing waits. */
function shippingOf(paid: readonly Order[]): string | undefined {
  if (paid.length === 0) return undefined;
  if (paid.every(({ shipping }) => shipping)) {
    const parts = partsOf(paid);
    const many = parts > 1 ? ` in ${formatCount(parts)} parts` : '';
    return `Shipped${many}, promise ${paid.every(inTime) ? 'kept' : 'not kept'}`;
  }
  return goesOf(paid);
}

const partsOf = (paid: readonly Order[]): number => Math.max(...paid.map(({ parts = 0 }) => parts));

/** Of a purchase of which something has not left. @param here lines of which pieces are here */
function goesOf(paid: readonly Order[], here = paid): string | undefined {
  const parts = partsOf(paid);
  if (parts > 0) return `Shipped ${formatCount(parts)} of ${formatCount(parts + 1)} parts`;
  const shipBy = nextDay(here);
  return shipBy && `Ships by ${formatShortDay(Date.parse(shipBy))}`;
}

const nextDay = (orders: readonly Order[]): string | undefined =>
  orders
    .filter(({ shipping }) => !shipping)
    .flatMap(({ shipBy }) => shipBy ?? [])
    .toSorted()[0];

/** By the reader's calendar, as on the page of the purchase. */
function inTime({ shippedAt, shipBy }: Order): boolean {
  if (!shippedAt || !shipBy) return true;
  return new Date(shippedAt).setHours(0, 0, 0, 0) <= new Date(shipBy).setHours(0, 0, 0, 0);
}
