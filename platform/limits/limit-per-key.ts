import { failure, type Outcome, success } from '#platform/outcome.ts';

/** Counts running work per key. The result acquires a slot and returns its release; undefined when none is free. */
export function countPerKey(max: number) {
  const running = new Map<string, number>();
  return (key: string): (() => void) | undefined => {
    const count = running.get(key) ?? 0;
    if (count >= max) return undefined;
    running.set(key, count + 1);
    return () => {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    };
  };
}

export function limitPerKey(max: number) {
  const enter = countPerKey(max);
  return async <T>(key: string, work: () => Promise<T>): Promise<Outcome<T, { code: 'too_many_at_once' }>> => {
    const leave = enter(key);
    if (!leave) return failure({ code: 'too_many_at_once' });
    try {
      return success(await work());
    } finally {
      leave();
    }
  };
}
