import { test } from 'vitest';

const NIGHT = import.meta.env.MODE === 'night';

/** A race, run so many times by day and by night. */
export function race(
  name: string,
  [day, night]: readonly [day: number, night: number],
  run: (round: number) => Promise<void>,
): void {
  const rounds = NIGHT ? night : day;
  test(
    `${name}, ${rounds} times`,
    async () => {
      for (let round = 0; round < rounds; round += 1) await run(round);
    },
    60_000 + rounds * 10_000,
  );
}

export const atOnce = <T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));
