import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

/** Lets one person do a thing only so many times at once, so that nobody takes the places of all. */
export function createShare(most: number) {
  const used = new Map<string, number>();
  return async <T>(who: string, work: () => Promise<T>): Promise<Outcome<T, { code: 'share_used' }>> => {
    const mine = used.get(who) ?? 0;
    if (mine >= most) return failure({ code: 'share_used' });
    used.set(who, mine + 1);
    try {
      return success(await work());
    } finally {
      const left = (used.get(who) ?? 1) - 1;
      if (left > 0) used.set(who, left);
      else used.delete(who);
    }
  };
}
