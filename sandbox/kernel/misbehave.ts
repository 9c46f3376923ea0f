import { setTimeout as pause } from 'node:timers/promises';
import type { Mishap, Mishaps } from '#model/kernel/mishaps.ts';
import type { Fate } from './webhooks.ts';

/** `*-after` takes effect; `silent-after` then answers after a minute. */
export type Trouble = 'none' | 'fail-before' | 'fail-after' | 'silent-after';

const SLOW_MS = 3_000;
const LATEST_MS = 30_000;

export function misbehave(mishaps: Mishaps, draw: () => number = Math.random) {
  const strikes = (mishap: Mishap) => draw() * 100 < (mishaps.get(mishap) ?? 0);
  return {
    async trouble({ method }: { method: string }): Promise<Trouble> {
      if (strikes('slow')) await pause(SLOW_MS, undefined, { ref: false });
      if (strikes('errors')) return 'fail-before';
      // A GET has no effect that could be lost.
      if (method === 'GET') return 'none';
      if (strikes('errors-after')) return 'fail-after';
      return strikes('silence-after') ? 'silent-after' : 'none';
    },
    fate: (): Fate => ({
      lost: strikes('lost-webhooks'),
      twice: strikes('double-webhooks'),
      afterMs: strikes('late-webhooks') ? draw() * LATEST_MS : 0,
    }),
  };
}
