import type { Rate } from '#contract/kernel/call.ts';
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
  type Limit,
  type Waiter,
} from '#platform/limits/overload.ts';
import { problem } from './problem.ts';

/** The rates of calls, and other work: `bulk` places many lines, `upload` reads a file, `picture` serves one. */
export type WorkClass = Rate | 'bulk' | 'upload' | 'picture' | 'page' | 'google';

/** `yields`: refused during overload; payments and webhooks never are. */
export type ClassLimit = Limit & { readonly yields: boolean };

/** For a pool of ten connections and two processors; a full queue drains within its patienceMs. */
export const LIMITS: Readonly<Record<WorkClass, ClassLimit>> = {
  read: { concurrent: 64, queued: 128, patienceMs: 2_000, yields: true },
  write: { concurrent: 32, queued: 64, patienceMs: 8_000, yields: true },
  // Two hundred lines keep their tools locked for a tenth of a second and more.
  bulk: { concurrent: 4, queued: 16, patienceMs: 8_000, yields: true },
  // A hash takes 0.1 s of one processor.
  hash: { concurrent: 2, queued: 32, patienceMs: 8_000, yields: true },
  payment: { concurrent: 8, queued: 16, patienceMs: 8_000, yields: false },
  google: { concurrent: 8, queued: 16, patienceMs: 8_000, yields: true },
  // Stripe waits 10 s and retries.
  webhook: { concurrent: 16, queued: 256, patienceMs: 8_000, yields: false },
  // PayPal is asked whether it signed it: what anybody sends waits apart from Stripe's events.
  paypalWebhook: { concurrent: 8, queued: 128, patienceMs: 8_000, yields: false },
  upload: { concurrent: 16, queued: 0, patienceMs: 0, yields: true },
  image: { concurrent: 2, queued: 8, patienceMs: 15_000, yields: true },
  // Of a process of its own that takes half a second.
  paper: { concurrent: 2, queued: 16, patienceMs: 8_000, yields: true },
  picture: { concurrent: 64, queued: 256, patienceMs: 5_000, yields: false },
  page: { concurrent: 16, queued: 64, patienceMs: 4_000, yields: true },
};

/** The limits of one of `processes` on a machine: what keeps processors or the database busy is divided among them. */
export function limitsOf(processes: number): typeof LIMITS {
  const share = (limit: ClassLimit) => ({ ...limit, concurrent: Math.ceil(limit.concurrent / processes) });
  return {
    ...LIMITS,
    bulk: share(LIMITS.bulk),
    hash: share(LIMITS.hash),
    image: share(LIMITS.image),
    paper: share(LIMITS.paper),
  };
}

/** Runs work within the limit of its class, else answers `refusal` or 503. Aborting the request leaves the queue. */
export interface Limiter {
  (of: WorkClass, by: Waiter, work: () => Promise<Response>, refusal?: () => Response): Promise<Response>;
  readonly isFull: (of: WorkClass) => boolean;
}

export function createLimiter(limits: typeof LIMITS, overloaded: () => boolean): Limiter {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, createConcurrencyLimiter(limit)]),
  ) as Record<WorkClass, ConcurrencyLimiter>;
  const yields = (of: WorkClass) => limits[of].yields && overloaded();
  const run = async (
    of: WorkClass,
    by: Waiter,
    work: () => Promise<Response>,
    refusal: () => Response = () => problem('busy'),
  ) => (yields(of) ? refusal() : limiters[of](work, refusal, by));
  return Object.assign(run, { isFull: (of: WorkClass) => yields(of) || limiters[of].isFull() });
}
