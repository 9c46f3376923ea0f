import type { Logger } from 'pino';
import { isLate } from '#platform/limits/is-late.ts';

/** `work` returns how much it did. */
export interface Round {
  readonly name: string;
  readonly everyMs: number;
  /** Also run when woken, for work that a commit may have left. */
  readonly onWake?: boolean;
  /** How many may run at once, so that a slow one does not hold up the rest. Absent: one. */
  readonly lanes?: number;
  /** A round of this size is followed by another. Absent: any size. */
  readonly full?: number;
  /** In milliseconds; then the next round may begin. */
  readonly deadline?: number;
  readonly work: () => Promise<number>;
}

/** Commits come in bursts, such as three events of one payment: one round for all. */
const GATHER_MS = 50;
/** Until then what comes waits for the running round: many small rounds cost more than few large ones. */
const SLOW_MS = 1_000;
const DEADLINE_MS = 5 * 60_000;
const STOPPING_MS = 6_000;

/** Failures are logged and retried. Woken work runs even when not leading. */
export function startRounds(
  rounds: readonly Round[],
  log: Logger,
  leads: () => boolean,
  stoppingMs: number = STOPPING_MS,
) {
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
  { name, everyMs, lanes = 1, full = 1, deadline = DEADLINE_MS, work }: Round,
  log: Logger,
  leads: () => boolean,
) {
  const running = new Set<Promise<void>>();
  let again = false;
  let stopped = false;
  let lastBegan = 0;
  const timer = setInterval(() => {
    if (leads()) run();
  }, everyMs);
  timer.unref();

  const runWhileFull = async () => {
    try {
      let done = full;
      while (done >= full && !stopped) {
        lastBegan = performance.now();
        const working = work();
        if (await isLate(working, deadline)) throw new Error(`not done after ${deadline} ms`);
        done = await working;
      }
    } catch (error) {
      // What closing ended goes on at the next start.
      const isClosing = stopped && error instanceof Error && error.name === 'AbortError';
      if (!isClosing) log.error({ err: error, round: name }, 'background work failed');
    }
  };
  const run = () => {
    const isBusy = running.size > 0 && performance.now() - lastBegan < SLOW_MS;
    again = isBusy || running.size >= lanes;
    if (stopped || again) return;
    const lane: Promise<void> = runWhileFull().then(() => {
      running.delete(lane);
      if (again) run();
    });
    running.add(lane);
  };
  const stop = async () => {
    stopped = true;
    clearInterval(timer);
    await Promise.all(running);
  };
  return { run, stop };
}
