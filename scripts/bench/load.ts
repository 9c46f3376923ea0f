import { setImmediate, setTimeout } from 'node:timers/promises';

export type Unit = () => Promise<boolean>;

export interface Sample {
  /** Milliseconds from the start to the time due. */
  readonly at: number;
  /** Milliseconds from the time due to the end. */
  readonly took: number;
  readonly good: boolean;
}

export interface Measured {
  /** From the start until the last piece was done or due. */
  readonly seconds: number;
  readonly samples: readonly Sample[];
}

/** Maximum throughput: each worker starts the next piece when one ends. Says nothing about waiting times. */
export async function closedLoop(unit: Unit, atOnce: number, seconds: number): Promise<Measured> {
  const samples: Sample[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const work = async () => {
    for (let from = performance.now(); from < until; ) {
      const good = await unit();
      const now = performance.now();
      samples.push({ at: from - began, took: now - from, good });
      from = now;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // The last pieces end after the deadline: their time counts.
  return { seconds: (performance.now() - began) / 1000, samples };
}

export interface Clock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

const CLOCK: Clock = { now: () => performance.now(), wait: (ms) => (ms > 0 ? setTimeout(ms) : setImmediate()) };

/** Starts between two looks at what has arrived. */
const BURST = 32;

/** Starts work when it is `due` (ms, ascending) and measures from then: a stall delays all that falls due in it. */
export async function openLoop(unit: Unit, due: readonly number[], clock: Clock = CLOCK): Promise<Measured> {
  const began = clock.now();
  const passed = () => clock.now() - began;
  const note = async (at: number): Promise<Sample> => {
    const good = await unit();
    return { at, took: passed() - at, good };
  };
  const work: Promise<Sample>[] = [];
  for (const [index, at] of due.entries()) {
    while (passed() < at) await clock.wait(at - passed());
    work.push(note(at));
    if (index % BURST === BURST - 1) await clock.wait(0);
  }
  const seconds = (due.at(-1) ?? 0) / 1000;
  return { seconds, samples: await Promise.all(work) };
}

export const rateOf = ({ seconds, samples }: Measured): number => samples.filter(({ good }) => good).length / seconds;

/** Poisson arrivals in milliseconds, the same for the same seed. */
export function arrivals(perSecond: number, seconds: number, seed = 1): number[] {
  const random = randomFrom(seed);
  const due: number[] = [];
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) / perSecond) * 1000;
    if (at >= seconds * 1000) return due;
    due.push(at);
  }
}

/** Numbers in [0, 1), by mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The smallest value that `part` (0 to 1) of the values do not exceed; undefined without values. */
export function percentile(values: readonly number[], part: number): number | undefined {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
}
