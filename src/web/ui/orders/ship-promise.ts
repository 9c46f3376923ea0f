import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import type { Purchase } from '#model/orders/order.ts';
import { many } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { lateBy } from './lateness.ts';
import { daysOf, firstDay, toShipOn } from './purchase-story.ts';

/** The day by which a paid purchase ships, and what became of it: both in UTC, for whoever reads it. */
export interface ShipPromise {
  readonly words: string;
  readonly tone: 'kept' | 'open' | 'late';
  readonly paidAt: string;
  readonly shipBy: string;
  /** When its last piece left. */
  readonly shippedAt: string | undefined;
  /** What is promised for later days. */
  readonly later: readonly { readonly at: string; readonly pieces: number }[];
  /** How much of the time is over, from 0 to 1. */
  readonly share: number;
}

/** Undefined before the payment, and where the money went back. */
export function shipPromise(purchase: Purchase, now: number): ShipPromise | undefined {
  const { paidAt, state } = purchase;
  const all = purchase.lines.filter(({ paid }) => paid);
  // What waits for a delivery has a promise of its own.
  const shipBy = firstDay(all);
  const lines = all.filter((line) => line.shipBy === shipBy);
  if (state !== 'paid' || !paidAt || !shipBy) return undefined;
  const shippedAt = lines.every(({ shipping }) => shipping) ? lastOf(lines.map((line) => line.shippedAt)) : undefined;
  const days = utcDaysBetween(shippedAt ? Date.parse(shippedAt) : now, Date.parse(shipBy));
  const passed = (shippedAt ? Date.parse(shippedAt) : now) - Date.parse(paidAt);
  const share = Math.min(1, Math.max(0, passed / (Date.parse(shipBy) - Date.parse(paidAt))));
  const toShip = all.filter(({ shipping }) => !shipping);
  const later = daysOf(toShip)
    .filter((at) => at > shipBy)
    .map((at) => ({ at, pieces: toShipOn(at, toShip).pieces }));
  return { ...(shippedAt ? kept(days, shippedAt) : open(days)), paidAt, shipBy, shippedAt, later, share };
}

function kept(days: number, shippedAt: string) {
  if (days < 0)
    return { words: `Late by ${many(-days, 'day')}, shipped ${formatDeliveryDay(shippedAt)}`, tone: 'late' } as const;
  return { words: days === 0 ? 'Kept' : `Kept, ${many(days, 'day')} early`, tone: 'kept' } as const;
}

function open(days: number) {
  if (days < 0) return { words: lateBy(days), tone: 'late' } as const;
  return { words: days === 0 ? 'Ships today' : `Ships in ${many(days, 'day')}`, tone: 'open' } as const;
}

const lastOf = (moments: readonly (string | null)[]): string | undefined =>
  moments
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
