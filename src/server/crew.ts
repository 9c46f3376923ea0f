import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ConnectionOptions } from '../database/connect.ts';
import { failure, type Outcome, success } from '../model/kernel/outcome.ts';
import type { KnownStandIns } from './stand-ins.ts';

/** Where a worker finds what one process keeps for all. */
export interface House {
  /** Address of the pages' server build. */
  readonly pages: string;
  readonly database: string | ConnectionOptions;
  readonly standIns: KnownStandIns;
  /** Where this machine reaches what browsers see of the stand-ins. */
  readonly mounts: string;
}

export type ToWorker = { kind: 'listen' } | { kind: 'open'; house: House } | { kind: 'stop' };
export type FromWorker =
  | { kind: 'listening' }
  | { kind: 'open' }
  | { kind: 'wake' }
  | { kind: 'failed'; reason: string };

export interface Crew {
  /** Resolves when all of them serve. From then on each that ends is followed by another. */
  open(house: House): Promise<Outcome<void, string>>;
  /** Each finishes what it has in hand and ends. */
  stop(): Promise<void>;
}

interface Options {
  /** Path of the built `worker.ts`. */
  readonly program: string;
  readonly size: number;
  readonly resources: AsyncDisposableStack;
  readonly log: Logger;
  /** Called when a worker has left work for the background. */
  readonly wake: () => void;
}

/** After this long up, in milliseconds, the next end is a new trouble and not the old one. */
const SETTLED_MS = 60_000;
/** They take eight seconds at most for what is in hand. */
const PATIENCE_MS = 9_000;

/**
 * Starts the processes that serve, all on the shop's one port. Until they are opened they answer that the shop is
 * opening. When this process ends, however hard, they end too: the system closes the channel between them.
 */
export async function hireCrew({ program, size, resources, log, wake }: Options): Promise<Outcome<Crew, string>> {
  cluster.setupPrimary({ exec: program, args: [] });
  // Whoever asks next gets the next worker, on every platform: left to the system one of them would get nearly all.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const leaving = new AbortController();
  const hired = new Set<Worker>();
  let stopped: Promise<void> | undefined;

  const hire = (): Worker => {
    const worker = cluster.fork();
    hired.add(worker);
    worker.on('exit', () => hired.delete(worker));
    // What cannot be told to one that has ended needs not be told; that it ended is heard.
    worker.on('error', () => {});
    worker.on('message', (said: FromWorker) => {
      if (said.kind === 'wake') wake();
    });
    return worker;
  };

  const keepPlace = async (first: Worker, house: House) => {
    let deaths = 0;
    for (let worker = first; ; ) {
      const since = performance.now();
      const way = await ended(worker);
      if (performance.now() - since > SETTLED_MS) deaths = 0;
      if (leaving.signal.aborted) return;
      log.error({ worker: worker.process.pid, way }, 'a worker ended; another takes its place');
      const pause = Math.min(250 * 2 ** deaths++, 10_000);
      await wait(pause, undefined, { signal: leaving.signal }).catch(() => undefined);
      if (leaving.signal.aborted) return;
      worker = hire();
      worker.on('message', (said: FromWorker) => {
        if (said.kind === 'failed') log.error({ reason: said.reason }, 'a worker could not begin');
      });
      tell(worker, { kind: 'open', house });
    }
  };

  const stop = async () => {
    leaving.abort();
    const impatience = setTimeout(() => {
      log.warn('some workers took too long and were ended');
      for (const worker of hired) worker.process.kill('SIGKILL');
    }, PATIENCE_MS);
    for (const worker of hired) tell(worker, { kind: 'stop' });
    await Promise.all([...hired].map(ended));
    clearTimeout(impatience);
  };

  const crew: Crew = {
    async open(house) {
      const first = [...hired];
      const opened = first.map((worker) => hear(worker, 'open'));
      for (const worker of first) tell(worker, { kind: 'open', house });
      const refused = (await Promise.all(opened)).find((it) => !it.ok);
      if (refused) return refused;
      for (const worker of first) void keepPlace(worker, house);
      return success(undefined);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
  resources.defer(crew.stop);
  const listening = Array.from({ length: size }, hire).map((worker) => {
    const heard = hear(worker, 'listening');
    tell(worker, { kind: 'listen' });
    return heard;
  });
  return (await Promise.all(listening)).find((it) => !it.ok) ?? success(crew);
}

function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** Resolves when a worker says so; fails with what it says instead, or when it ends. */
function hear(worker: Worker, kind: FromWorker['kind']): Promise<Outcome<void, string>> {
  return new Promise((resolve) => {
    worker.on('message', (said: FromWorker) => {
      if (said.kind === kind) resolve(success(undefined));
      if (said.kind === 'failed') resolve(failure(said.reason));
    });
    void ended(worker).then((way) => resolve(failure(`A process of the shop ended before it was open (${way}).`)));
  });
}

function ended(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    const way = (code: number | null, by: string | null) => resolve(by ?? `exit code ${code}`);
    if (worker.isDead()) way(worker.process.exitCode, worker.process.signalCode);
    else worker.once('exit', way);
  });
}
