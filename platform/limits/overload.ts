import { monitorEventLoopDelay } from 'node:perf_hooks';

/** `overloaded` is called with every request, so it must be cheap. */
export interface Overload {
  readonly overloaded: () => boolean;
  readonly stop: () => void;
}

const LATE_MS = 200;
const WINDOW_MS = 1_000;
const ASK_MS = 500;
const PATIENCE_MS = 1_000;

/** Overloaded when over half of the last second's delays exceed 200 ms. A single long pause does not count. */
export function watchEventLoop(now: () => number = () => performance.now()): Overload {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  // The first call begins the first window: startup is not counted.
  let since = Number.NEGATIVE_INFINITY;
  let late = false;
  return {
    overloaded: () => {
      const age = now() - since;
      if (age < WINDOW_MS) return late;
      // Without calls the window is old and says nothing about now.
      late = age < 3 * WINDOW_MS && delay.percentile(50) > LATE_MS * 1e6;
      delay.reset();
      since = now();
      return late;
    },
    stop: () => delay.disable(),
  };
}

/** Overloaded while a probe, sent with requests and at most twice a second, is unanswered for over a second. */
export function watchDatabase(ask: () => Promise<unknown>, patience: number = PATIENCE_MS) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = false;
  let slow = false;
  const question = () => {
    asking = true;
    askedAt = performance.now();
    let answered = false;
    // After a pause of the process the answer may be unread: I/O comes before setImmediate.
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
  };
}

/** Of the event loop or of the database, which is asked by `ask`. */
export function watchOverload(ask: () => Promise<unknown>): Overload {
  const [loop, database] = [watchEventLoop(), watchDatabase(ask)];
  return {
    overloaded: () => {
      const slow = database.overloaded();
      return loop.overloaded() || slow;
    },
    stop: loop.stop,
  };
}

export interface Limit {
  readonly concurrent: number;
  readonly queued: number;
  /** Maximum wait in the queue. */
  readonly patienceMs: number;
}

/** Only the queue reads the signal: creating one costs time, and most work starts at once. */
export interface Waiter {
  readonly signal?: AbortSignal;
}

/** Answers `refused` where there is no place. Aborting the signal leaves the queue; work that has begun is finished. */
export interface ConcurrencyLimiter {
  <T>(work: () => Promise<T>, refused: () => T, by?: Waiter): Promise<T>;
  readonly isFull: () => boolean;
}

export function createConcurrencyLimiter({ concurrent, queued, patienceMs }: Limit): ConcurrencyLimiter {
  let running = 0;
  // A set keeps the order of arrival and lets any entry leave.
  const queue = new Set<() => void>();
  const release = () => {
    const [next] = queue;
    if (next) next();
    else running -= 1;
  };
  const isFull = () => running >= concurrent && queue.size >= queued;
  const enter = async <T>(work: () => Promise<T>, refused: () => T, by?: Waiter): Promise<T> => {
    if (running < concurrent) running += 1;
    else if (isFull() || !(await wait(queue, patienceMs, by?.signal))) return refused();
    try {
      return await work();
    } finally {
      release();
    }
  };
  return Object.assign(enter, { isFull });
}

function wait(queue: Set<() => void>, patienceMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasPlace: boolean) => {
      queue.delete(enter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      resolve(hasPlace);
    };
    const enter = () => end(true);
    const leave = () => end(false);
    const timer = setTimeout(leave, patienceMs);
    queue.add(enter);
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
  });
}
