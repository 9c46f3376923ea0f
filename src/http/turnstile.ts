import type { Rate } from '#contract/kernel/call.ts';
import { type Comer, createGate, type Gate, type Limit } from '#model/kernel/gate.ts';
import { problem } from './problem.ts';

/** The classes of calls, and what else costs: files on their way in, pictures, pages, sign-ins with Google. */
export type WorkClass = Rate | 'upload' | 'picture' | 'page' | 'google';

/** `yields`: is refused while the shop is strained. What moves money and what tells of it never is. */
export type ClassLimit = Limit & { readonly yields: boolean };

/**
 * What the shop does at once. The places fit a pool of ten connections and two processors; the lines are as long as
 * their places empty within the patience: a person looks at a list for two seconds, and waits longer for what they sent.
 */
export const LIMITS: Readonly<Record<WorkClass, ClassLimit>> = {
  read: { atWork: 64, waiting: 128, patience: 2_000, yields: true },
  write: { atWork: 32, waiting: 64, patience: 8_000, yields: true },
  // A hash takes a tenth of a second of one processor.
  hash: { atWork: 2, waiting: 32, patience: 8_000, yields: true },
  // Each may wait for Stripe.
  payment: { atWork: 8, waiting: 16, patience: 8_000, yields: false },
  google: { atWork: 8, waiting: 16, patience: 8_000, yields: true },
  // Stripe waits ten seconds, and comes again with what was not taken.
  webhook: { atWork: 16, waiting: 256, patience: 8_000, yields: false },
  // Files that are being read into memory, each by somebody who is signed in; then two at once are drawn anew.
  upload: { atWork: 16, waiting: 0, patience: 0, yields: true },
  image: { atWork: 2, waiting: 8, patience: 15_000, yields: true },
  picture: { atWork: 64, waiting: 256, patience: 5_000, yields: false },
  page: { atWork: 16, waiting: 64, patience: 4_000, yields: true },
};

/** What one of so many processes of a machine does at once: work that keeps a processor busy is shared out. */
export function limitsOf(processes: number): typeof LIMITS {
  const share = (limit: ClassLimit) => ({ ...limit, atWork: Math.ceil(limit.atWork / processes) });
  return { ...LIMITS, hash: share(LIMITS.hash), image: share(LIMITS.image) };
}

/**
 * Lets work of a class in when there is a place for it; else answers at once 503, or what `refusal` makes of it.
 * Whoever goes while standing in line leaves it: a request says so.
 */
export interface Turnstile {
  (of: WorkClass, by: Comer, work: () => Promise<Response>, refusal?: () => Response): Promise<Response>;
  /** Whether work of this class that comes now is refused. */
  readonly isFull: (of: WorkClass) => boolean;
}

/** @param strained whether more work would only make everybody wait longer */
export function createTurnstile(limits: typeof LIMITS, strained: () => boolean): Turnstile {
  const gates = new Map<WorkClass, Gate>();
  for (const [name, limit] of Object.entries(limits)) gates.set(name as WorkClass, createGate(limit));
  const yields = (of: WorkClass) => limits[of].yields && strained();
  const letIn = async (
    of: WorkClass,
    by: Comer,
    work: () => Promise<Response>,
    refusal: () => Response = () => problem('busy'),
  ) => {
    if (yields(of)) return refusal();
    const done = await gates.get(of)?.(work, by);
    return done?.ok ? done.value : refusal();
  };
  return Object.assign(letIn, { isFull: (of: WorkClass) => yields(of) || gates.get(of)?.isFull() === true });
}

/** For work that is part of other work that has its place already. */
export const openTurnstile: Turnstile = Object.assign(
  (_of: WorkClass, _by: Comer, work: () => Promise<Response>) => work(),
  { isFull: () => false },
);
