import { expect } from 'vitest';
import type { Sql } from '../../platform/postgres/sql.ts';
import { simulate } from './simulate.ts';
import { SITES } from './sites.ts';

/** How many lives the shop is led through. */
export const LIVES = import.meta.env.MODE === 'night' ? 20_000 : 1_500;

/** Every move that an order makes in a world that fails, and a payment at PayPal: what only a broken promise would lead to is not among them. */
export const MOVES = [
  'cancelling>cancelled',
  'cancelling>paid',
  'expiring>cancelled',
  'expiring>cancelling',
  'expiring>paid',
  'expiring>review',
  'expiring>unpaid',
  'paid>refunded',
  'paid>review',
  'paid>shipped',
  'refund_due>refunded',
  'refund_due>review',
  'refunded>review',
  'review>paid',
  'review>refund_due',
  'review>refunded',
  'review>shipped',
  'shipped>paid',
  'shipped>refunded',
  'shipped>review',
  'unpaid>cancelled',
  'unpaid>cancelling',
  'unpaid>expiring',
  'unpaid>paid',
  // Claimed, and then taken or not.
  'PayPal: open>capturing',
  'PayPal: capturing>succeeded',
  'PayPal: capturing>cancelled',
  'PayPal: open>cancelled',
  'PayPal: succeeded>refunded',
  'PayPal: pending',
  'PayPal: pending, put aside',
  'PayPal: approved and given up',
  'PayPal: asked for and given up',
];

/** Moves of one life in thousands: a refund made at the provider before the shop heard of its payment fails there. */
export const SELDOM_MOVES = [
  ...['cancelled>review', 'cancelling>review', 'unpaid>review'],
  ...[
    'PayPal: capturing>refunded',
    'PayPal: cancelled>succeeded',
    'PayPal: cancelled>refunded',
    'PayPal: refunded>cancelled',
  ],
];

/** What happened in many lives: how often something went wrong at each place, and how many lives had each move. */
export interface Told {
  readonly sites: ReadonlyMap<string, number>;
  readonly moves: ReadonlyMap<string, number>;
}

/** Lives `from` to `to`, one after the other. Fails at the first one in which a promise is broken. */
export async function lead(client: Sql, from: number, to: number): Promise<Told> {
  const sites = new Map<string, number>();
  const moves = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string, count: number) =>
    counts.set(name, (counts.get(name) ?? 0) + count);
  for (let seed = from; seed <= to; seed += 1) {
    const report = await simulate(client, seed);
    expect(report.wrong, `replay it with: npm run sim -- --seed ${seed}`).toBeUndefined();
    for (const [site, count] of report.faults) add(sites, site, count);
    for (const move of report.moves) add(moves, move, 1);
  }
  return { sites, moves };
}

/** What happened, as a table for people: places that were never hit stand first. */
export function tableOf({ sites, moves }: Told): string {
  const rows = (names: readonly string[], counts: ReadonlyMap<string, number>) =>
    names
      .map((name) => [counts.get(name) ?? 0, name] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([count, name]) => `${String(count).padStart(8)}  ${name}`);
  return [
    `Something went wrong at ${sites.size} of ${SITES.length} places:`,
    ...rows(SITES, sites),
    'Moves that orders made, by lives:',
    ...rows(MOVES, moves),
  ].join('\n');
}
