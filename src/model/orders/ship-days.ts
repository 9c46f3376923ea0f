import { shippingDay } from '#model/kernel/shipping-day.ts';
import type { Order } from './order.ts';

/** What says when the pieces of a line ship; of a line that is not ordered yet, the first two alone. */
export interface ShippingLine extends Pick<Order, 'quantity'> {
  readonly waiting?: Pick<NonNullable<Order['waiting']>, 'pieces' | 'date'> | undefined;
  readonly shipBy?: Order['shipBy'];
  readonly later?: Order['later'];
  readonly given_up?: number | undefined;
  readonly shipped?: number | undefined;
  readonly shipping?: boolean;
}

/** Pieces that ship by a moment, of which people are told the day in UTC. */
export interface ShipDay {
  readonly at: string;
  readonly pieces: number;
}

/** When the day of a delivery counts from: in UTC an hour at which it is the same day from Hawaii to New Zealand. */
export const deliveryAt = (day: string): number => Date.parse(`${day}T10:00:00Z`);

/** How many of its pieces ship by when, soonest first. `payAt`: when it would be paid, of one that is not. */
export function promisesOf(line: ShippingLine, payAt?: number): ShipDay[] {
  const { quantity, waiting, shipBy, later, given_up = 0, shipped = 0 } = line;
  const kept = quantity - given_up - shipped;
  if (shipBy) {
    const soon = { at: shipBy, pieces: kept - (later?.pieces ?? 0) };
    return later ? [soon, { at: later.shipBy, pieces: later.pieces }] : [soon];
  }
  if (payAt === undefined) return [];
  const waits = waiting?.pieces ?? 0;
  return [
    { at: shippingDay(payAt), pieces: kept - waits },
    { at: shippingDay(Math.max(payAt, waiting ? deliveryAt(waiting.date) : 0)), pieces: waits },
  ].filter(({ pieces }) => pieces > 0);
}

/** The same of many lines together, without those that have left. */
export function shipDays(lines: readonly ShippingLine[], payAt?: number): ShipDay[] {
  const days = new Map<string, ShipDay>();
  const open = lines.filter(({ shipping }) => !shipping).flatMap((line) => promisesOf(line, payAt));
  for (const { at, pieces } of open.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    const day = at.slice(0, 10);
    const its = days.get(day);
    days.set(day, { at: its?.at ?? at, pieces: pieces + (its?.pieces ?? 0) });
  }
  return [...days.values()];
}
