import type { Logger } from 'pino';
import { isLate } from './is-late.ts';

/** One kind of background work. `work` answers how much it did. */
export interface Round {
  readonly name: string;
  readonly everyMs: number;
  /** True for work that a commit may have just left: it is also done when the rounds are woken. */
  readonly onWake: boolean;
  /** So much at once is a full round: another follows, as more may be waiting. Whenever something was done when absent. */
  readonly full?: number;
  /** Milliseconds after which it is given up, so that the next one can begin. */
  readonly deadline?: number;
  readonly work: () => Promise<number>;
}

export interface Rounds {
  /** Does all of it now: at the start, and when this process has become the one that leads. */
  begin(): void;
  wake(): void;
  /** Ends after the work in hand is done, or after some seconds: the rows that it holds are leased. */
  stop(): Promise<void>;
}

/** Commits come in swarms, three events of one payment for instance: what they leave is done in one round. */
const GATHER_MS = 50;
const DEADLINE_MS = 5 * 60_000;
const STOPPING_MS = 6_000;

/**
 * Does background work again and again, each kind one at a time, until stopped. A failure is logged and tried again.
 * @param leads whether this process is the one of all that works by the clock; what a commit left here is done here
 */
export function startRounds(
  rounds: readonly Round[],
  log: Logger,
  leads: () => boolean,
  stoppingMs: number = STOPPING_MS,
): Rounds {
  const runners = rounds.map((round) => startRound(round, log, leads));
  let woken: NodeJS.Timeout | undefined;
  const runWoken = () => {
    woken = undefined;
    for (const [index, runner] of runners.entries()) if (rounds[index]?.onWake) runner.run();
  };
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const stopping = Promise.all(runners.map((runner) => runner.stop()));
    if (await isLate(stopping, stoppingMs)) log.warn('background work took too long and was left');
  };
  return {
    begin: () => {
      for (const runner of runners) runner.run();
    },
    wake: () => {
      woken ??= setTimeout(runWoken, GATHER_MS);
    },
    stop: () => {
      clearTimeout(woken);
      stopped ??= stop();
      return stopped;
    },
  };
}

function startRound(
  { name, everyMs, full = 1, deadline = DEADLINE_MS, work }: Round,
  log: Logger,
  leads: () => boolean,
) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const timer = setInterval(() => {
    if (leads()) run();
  }, everyMs);
  timer.unref();

  const loop = async () => {
    do {
      again = false;
      try {
        let done = 0;
        const working = work().then((count) => {
          done = count;
        });
        if (await isLate(working, deadline)) throw new Error(`not done after ${deadline} ms`);
        if (done >= full) again = true;
      } catch (error) {
        log.error({ err: error, round: name }, 'background work failed');
        again = false;
      }
    } while (again && !stopped);
    running = undefined;
  };
  const run = () => {
    if (stopped) return;
    if (running) again = true;
    else running = loop();
  };
  const stop = async () => {
    stopped = true;
    clearInterval(timer);
    await Promise.all([running]);
  };
  return { run, stop };
}
