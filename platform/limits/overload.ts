import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Tells whether the shop is overloaded. Looked at with every request, so looking costs next to nothing. */
export interface Overload {
  readonly overloaded: () => boolean;
  readonly stop: () => void;
}

const LATE_MS = 200;
const WINDOW_MS = 1_000;
const ASK_MS = 500;
const PATIENCE_MS = 1_000;

/**
 * Strained when, in the last second, more than half of the looks at the event loop came over 200 ms late. One long
 * pause is no strain: what comes after it is answered as ever.
 */
export function watchEventLoop(now: () => number = () => performance.now()): Overload {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  // The first look begins the first window: what the shop did while it opened is not counted.
  let since = Number.NEGATIVE_INFINITY;
  let late = false;
  return {
    overloaded: () => {
      const age = now() - since;
      if (age < WINDOW_MS) return late;
      // An old window says nothing about now: nobody has asked since.
      late = age < 3 * WINDOW_MS && delay.percentile(50) > LATE_MS * 1e6;
      delay.reset();
      since = now();
      return late;
    },
    stop: () => delay.disable(),
  };
}

/**
 * Strained while a question to the database, asked when requests come and at most twice a second, has had no answer for
 * over a second: so long does every other question wait for a connection too.
 */
export function watchDatabase(ask: () => Promise<unknown>, patience: number = PATIENCE_MS): Overload {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = false;
  let slow = false;
  const question = () => {
    asking = true;
    askedAt = performance.now();
    let answered = false;
    // After a pause of the whole process the answer may have come meanwhile: it is read before what setImmediate calls.
    const timer = setTimeout(() => setImmediate(() => (slow = !answered)), patience);
    const end = () => {
      answered = true;
      clearTimeout(timer);
      asking = false;
      slow = false;
    };
    ask().then(end, end);
  };
  return {
    overloaded: () => {
      if (!asking && performance.now() - askedAt >= ASK_MS) question();
      return slow;
    },
    stop: () => {},
  };
}
