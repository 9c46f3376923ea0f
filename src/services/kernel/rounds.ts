import type { Logger } from 'pino';

/** One kind of background work. `work` answers how much it did. */
export interface Round {
  readonly name: string;
  readonly everyMs: number;
  /** True for work that a commit may have just left: it is also done when the rounds are woken. */
  readonly onWake: boolean;
  /** So much at once is a full round: another follows, as more may be waiting. Whenever something was done when absent. */
  readonly full?: number;
  readonly work: () => Promise<number>;
}

export interface Rounds {
  /** Does all of it now: at the start, and when this process has become the one that leads. */
  begin(): void;
  wake(): void;
  /** Ends after the work in hand is done. */
  stop(): Promise<void>;
}

/** Commits come in swarms, three events of one payment for instance: what they leave is done in one round. */
const GATHER_MS = 50;

/**
 * Does background work again and again, each kind one at a time, until stopped. A failure is logged and tried again.
 * @param leads whether this process is the one of all that works by the clock; what a commit left here is done here
 */
export function startRounds(rounds: readonly Round[], log: Logger, leads: () => boolean): Rounds {
  const runners = rounds.map((round) => startRound(round, log, leads));
  let woken: NodeJS.Timeout | undefined;
  const runWoken = () => {
    woken = undefined;
    for (const [index, runner] of runners.entries()) if (rounds[index]?.onWake) runner.run();
  };
  return {
    begin: () => {
      for (const runner of runners) runner.run();
    },
    wake: () => {
      woken ??= setTimeout(runWoken, GATHER_MS);
    },
    stop: async () => {
      clearTimeout(woken);
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

function startRound({ name, everyMs, full = 1, work }: Round, log: Logger, leads: () => boolean) {
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
        if ((await work()) >= full) again = true;
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
