import { expect, test } from 'vitest';
import { explore } from './explore.ts';

/** Pieces that wait for a delivery, whose day is moved while they are paid. Days are counted from 0. */
interface State {
  /** When the delivery is expected by now, and for when the line is promised. */
  readonly expected: number;
  readonly promised: number;
  /** The day on the buyer's page, and the latest that they have agreed to; -1 where it says that nothing waits. */
  readonly shown: number;
  readonly agreed: number;
  readonly st: 'unpaid' | 'paying' | 'paid';
  /** Whether the message about another day is due, and whether the buyer is asked for their yes. */
  readonly due: boolean;
  readonly asks: boolean;
}

/** Another has ordered it since the page was opened, and lets it wait. */
const START: State = { expected: 0, promised: 0, shown: -1, agreed: -1, st: 'unpaid', due: false, asks: false };
const LAST_DAY = 3;

/** A safeguard that is left out. */
type Weakness = 'the day is not compared at Pay' | 'a page without a day is not compared' | 'told while it is paid';

function next(s: State, weak?: Weakness): (readonly [step: string, to: State])[] {
  const found: (readonly [string, State])[] = [['look', { ...s, shown: s.expected }]];
  const step = (name: string, change: Partial<State>) => found.push([name, { ...s, ...change }]);
  if (s.expected < LAST_DAY) step('move', { expected: s.expected + 1, due: true });
  const unasked = s.shown < 0 && weak === 'a page without a day is not compared';
  const mayPress = s.expected <= s.shown || unasked || weak === 'the day is not compared at Pay';
  if (s.st === 'unpaid' && mayPress) step('press', { st: 'paying', agreed: s.shown });
  if (s.st === 'paying') step('decline', { st: 'unpaid' });
  if (s.st === 'paying') step('pay', { st: 'paid' });
  const mayTell = s.st !== 'paying' || weak === 'told while it is paid';
  const later = s.expected > s.promised;
  if (s.due && mayTell) step('tell', { due: false, promised: s.expected, asks: s.asks || (s.st === 'paid' && later) });
  if (s.asks) step('agree', { asks: false, agreed: s.expected });
  return found;
}

const look = (weak?: Weakness) =>
  explore<State>({
    start: START,
    next: (s) => next(s, weak),
    broken: ({ st, due, asks, promised, agreed }) =>
      st === 'paid' && !due && !asks && promised > agreed
        ? 'paid for a day that its buyer was never asked about'
        : undefined,
    unfinished: ({ due, st }, steps) => (due && st !== 'paying' && !steps.includes('tell') ? 'never told' : undefined),
  });

test('whoever pays has agreed to the day, or is asked about it', () => {
  const { violation, complete, states } = look();
  expect(violation).toBeUndefined();
  expect([complete, states > 100]).toEqual([true, true]);
});

test.each<Weakness>([
  'the day is not compared at Pay',
  'a page without a day is not compared',
  'told while it is paid',
])('found: %s', (weak) => {
  expect(look(weak).violation?.what).toBe('paid for a day that its buyer was never asked about');
});
