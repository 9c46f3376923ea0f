import type { Order } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import { formatDeliveryDay, formatShortDay, formatShortMoment } from '#texts/format-time.ts';
import { manyPieces } from './list-counts.ts';

/** What is true of a purchase, in words: of its stock, its shipping, and what was taken out of it. */
export function purchaseWords(orders: readonly Order[], now: number): string[] {
  const [first] = orders;
  const { cancelled = 0, lines = orders.length } = first?.purchase ?? {};
  const whole = stateOf(orders, now);
  return [
    ...(whole ? [whole] : []),
    ...(cancelled > 0 ? [`${formatCount(cancelled)} of ${formatCount(lines + cancelled)} cancelled`] : []),
  ];
}

function stateOf(orders: readonly Order[], now: number): string | undefined {
  const holdUntil = orders.find((order) => order.holdUntil)?.holdUntil;
  if (holdUntil && Date.parse(holdUntil) > now) return `Stock held until ${formatShortMoment(new Date(holdUntil))}`;
  const paid = orders.filter((order) => order.paid);
  const awaited = paid.flatMap(({ waiting }) => waiting ?? []);
  const last = awaited
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  if (last) {
    const pieces = awaited.reduce((sum, it) => sum + it.pieces, 0);
    return `Waiting for ${manyPieces(pieces)} until ${formatDeliveryDay(last)}`;
  }
  if (paid.length === 0) return undefined;
  const parts = Math.max(...paid.map((order) => order.parts ?? 0));
  if (paid.every(({ shipping }) => shipping)) {
    const many = parts > 1 ? ` in ${formatCount(parts)} parts` : '';
    return `Shipped${many}, promise ${paid.every(inTime) ? 'kept' : 'not kept'}`;
  }
  if (parts > 0) return `Shipped ${formatCount(parts)} of ${formatCount(parts + 1)} parts`;
  const [shipBy] = paid.flatMap((order) => order.shipBy ?? []).toSorted();
  return shipBy && `Ships by ${formatShortDay(Date.parse(shipBy))}`;
}

/** By the reader's calendar, as on the page of the purchase. */
function inTime({ shippedAt, shipBy }: Order): boolean {
  if (!shippedAt || !shipBy) return true;
  return new Date(shippedAt).setHours(0, 0, 0, 0) <= new Date(shipBy).setHours(0, 0, 0, 0);
}
