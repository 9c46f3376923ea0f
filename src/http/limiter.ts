import type { Rate } from '#contract/kernel/call.ts';
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
  type Limit,
  type Waiter,
} from '#platform/limits/concurrency-limiter.ts';
import { problem } from './problem.ts';

/** The classes of calls, and what else costs: files on their way in, pictures, pages, sign-ins with Google. */
export type WorkClass = Rate | 'upload' | 'picture' | 'page' | 'google';

/** `yields`: is refused while the shop is overloaded. What moves money and what tells of it never is. */
export type ClassLimit = Limit & { readonly yields: boolean };

/**
 * How much runs at once. The places fit a pool of ten connections and two processors; a queue is as long as its places
 * empty within the patienceMs: a person waits two seconds for a list, and longer for what they sent.
 */
export const LIMITS: Readonly<Record<WorkClass, ClassLimit>> = {
  read: { concurrent: 64, queued: 128, patienceMs: 2_000, yields: true },
  write: { concurrent: 32, queued: 64, patienceMs: 8_000, yields: true },
  // A hash takes a tenth of a second of one processor.
  hash: { concurrent: 2, queued: 32, patienceMs: 8_000, yields: true },
  // Each may wait for Stripe.
  payment: { concurrent: 8, queued: 16, patienceMs: 8_000, yields: false },
  google: { concurrent: 8, queued: 16, patienceMs: 8_000, yields: true },
  // Stripe waits ten seconds, and comes again with what was not taken.
  webhook: { concurrent: 16, queued: 256, patienceMs: 8_000, yields: false },
  // Files that are being read into memory, each by somebody who is signed in; then two at once are drawn anew.
  upload: { concurrent: 16, queued: 0, patienceMs: 0, yields: true },
  image: { concurrent: 2, queued: 8, patienceMs: 15_000, yields: true },
  picture: { concurrent: 64, queued: 256, patienceMs: 5_000, yields: false },
  page: { concurrent: 16, queued: 64, patienceMs: 4_000, yields: true },
};

/** What one of so many processes of a machine does at once: work that keeps a processor busy is shared out. */
export function limitsOf(processes: number): typeof LIMITS {
  const share = (limit: ClassLimit) => ({ ...limit, concurrent: Math.ceil(limit.concurrent / processes) });
  return { ...LIMITS, hash: share(LIMITS.hash), image: share(LIMITS.image) };
}

/**
 * Runs work of a class when there is a place for it; else answers 503 at once, or what `refusal` makes of it. Aborting the
 * request leaves the queue.
 */
export interface Limiter {
  (of: WorkClass, by: Waiter, work: () => Promise<Response>, refusal?: () => Response): Promise<Response>;
  /** Whether work of this class that comes now is refused. */
  readonly isFull: (of: WorkClass) => boolean;
}

/** @param overloaded whether more work would only make everybody wait longer */
export function createLimiter(limits: typeof LIMITS, overloaded: () => boolean): Limiter {
  const limiters = new Map<WorkClass, ConcurrencyLimiter>();
  for (const [name, limit] of Object.entries(limits)) limiters.set(name as WorkClass, createConcurrencyLimiter(limit));
  const yields = (of: WorkClass) => limits[of].yields && overloaded();
  const run = async (
    of: WorkClass,
    by: Waiter,
    work: () => Promise<Response>,
    refusal: () => Response = () => problem('busy'),
  ) => {
    if (yields(of)) return refusal();
    const done = await limiters.get(of)?.(work, by);
    return done?.ok ? done.value : refusal();
  };
  return Object.assign(run, { isFull: (of: WorkClass) => yields(of) || limiters.get(of)?.isFull() === true });
}

/** For work that is part of other work that has its place already. */
export const noLimiter: Limiter = Object.assign(
  (_of: WorkClass, _by: Waiter, work: () => Promise<Response>) => work(),
  { isFull: () => false },
);
