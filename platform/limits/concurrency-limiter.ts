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
