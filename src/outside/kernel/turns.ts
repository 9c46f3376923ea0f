import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

export interface Busy {
  readonly code: 'busy';
}

/** Lets a few work at once and a few more wait; whoever comes then is told to come back. */
export function turns({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<Outcome<T, Busy>> => {
    if (working >= atOnce) {
      if (waiting.length >= most) return failure({ code: 'busy' });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else working += 1;
    try {
      return success(await work());
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
