import { failure, type Outcome, success } from './outcome.ts';

export interface Limit {
  /** How many work at once. */
  readonly atWork: number;
  /** How many more stand in line. Whoever comes then is told at once to come back. */
  readonly waiting: number;
  /** Milliseconds that one stands in line at most; without it, until there is a place. */
  readonly patience?: number;
}

export interface Busy {
  readonly code: 'busy';
}

/** Whoever wants in. The signal is looked at by a line only: to make one costs, and most find a place at once. */
export interface Comer {
  readonly signal?: AbortSignal;
}

/** Does the work when there is a place for it. A signal that aborts leaves the line; work that has begun is finished. */
export interface Gate {
  <T>(work: () => Promise<T>, by?: Comer): Promise<Outcome<T, Busy>>;
  /** Whether work that comes now is told to come back. */
  readonly isFull: () => boolean;
}

export function createGate({ atWork, waiting, patience }: Limit): Gate {
  let working = 0;
  // A set keeps the order in which they came, and lets one go from the middle.
  const line = new Set<() => void>();
  const giveBack = () => {
    const [next] = line;
    if (next) next();
    else working -= 1;
  };
  const isFull = () => working >= atWork && line.size >= waiting;
  const enter = async <T>(work: () => Promise<T>, by?: Comer): Promise<Outcome<T, Busy>> => {
    if (working < atWork) working += 1;
    else if (isFull() || !(await stand(line, patience, by?.signal))) return failure({ code: 'busy' });
    try {
      return success(await work());
    } finally {
      giveBack();
    }
  };
  return Object.assign(enter, { isFull });
}

/** Answers true when it is its turn, and then has the place; false when it has left the line. */
function stand(line: Set<() => void>, patience: number | undefined, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (itsTurn: boolean) => {
      line.delete(enter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      resolve(itsTurn);
    };
    const enter = () => end(true);
    const leave = () => end(false);
    const timer = patience === undefined ? undefined : setTimeout(leave, patience);
    line.add(enter);
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
  });
}
