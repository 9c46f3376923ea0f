import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { failure, type Outcome, success } from '#platform/outcome.ts';
import { respawn } from './respawn.ts';

/** `setup` goes over IPC, which ends with either process. */
export type ToWorker<Setup> = { kind: 'listen' } | { kind: 'open'; setup: Setup } | { kind: 'stop' };
export type FromWorker =
  | { kind: 'listening' }
  | { kind: 'open' }
  | { kind: 'wake' }
  | { kind: 'failed'; reason: string };

export interface Workers<Setup> {
  /** Resolves when all serve. From then on each that ends is replaced. */
  open(setup: Setup): Promise<Outcome<void, string>>;
  stop(): Promise<void>;
}

interface Options {
  readonly program: string;
  readonly count: number;
  readonly resources: AsyncDisposableStack;
  readonly log: Logger;
  readonly wake: () => void;
}

const PATIENCE_MS = 8_500;

/** Starts workers on one port; until opened they answer that the program is opening. They exit with this process. */
export async function startWorkers<Setup>({
  program,
  count,
  resources,
  log,
  wake,
}: Options): Promise<Outcome<Workers<Setup>, string>> {
  cluster.setupPrimary({ exec: program, args: [] });
  // Round robin on every platform: the system would give nearly all connections to one worker.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const leaving = new AbortController();
  const running = new Set<Worker>();
  const serving = new WeakSet<Worker>();
  let stopped: Promise<void> | undefined;

  const fork = (): Worker => {
    const worker = cluster.fork();
    running.add(worker);
    const given = handlesGivenTo(worker);
    worker.on('exit', () => {
      running.delete(worker);
      for (const handle of given) handle.close();
    });
    // A message to a dead worker is lost; its exit is handled.
    worker.on('error', () => {});
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'open') serving.add(worker);
      if (message.kind === 'wake') wake();
    });
    return worker;
  };

  const replace = async (setup: Setup) => {
    const worker = fork();
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') log.error({ reason: message.reason }, 'a worker could not begin');
    });
    send<Setup>(worker, { kind: 'open', setup });
    return worker;
  };

  const stop = async () => {
    leaving.abort();
    const impatience = setTimeout(() => {
      log.warn('some workers took too long and were ended');
      for (const worker of running) worker.process.kill('SIGKILL');
    }, PATIENCE_MS);
    // One that still starts has nothing to finish, and on a busy machine it hears nothing for seconds.
    for (const worker of running) {
      if (serving.has(worker)) send<Setup>(worker, { kind: 'stop' });
      else worker.process.kill('SIGKILL');
    }
    await Promise.all([...running].map(ended));
    clearTimeout(impatience);
  };

  const workers: Workers<Setup> = {
    async open(setup) {
      const opened = first.map((worker) => hear(worker, 'open'));
      for (const worker of first) send<Setup>(worker, { kind: 'open', setup });
      const refused = (await Promise.all(opened)).find((it) => !it.ok);
      if (refused) return refused;
      for (const worker of first)
        void respawn(worker, {
          start: () => replace(setup),
          ended,
          onEnd: ({ process }, way) =>
            log.error({ worker: process.pid, way }, 'a worker ended; another takes its place'),
          signal: leaving.signal,
        });
      return success(undefined);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
  resources.defer(workers.stop);
  const first = Array.from({ length: count }, fork);
  const listening = first.map((worker) => {
    const heard = hear(worker, 'listening');
    send<Setup>(worker, { kind: 'listen' });
    return heard;
  });
  return (await Promise.all(listening)).find((it) => !it.ok) ?? success(workers);
}

interface Handle {
  close(...done: unknown[]): void;
}

const isHandle = (it: unknown): it is Handle => typeof it === 'object' && it !== null && 'close' in it;

/** Connections until the worker has them: Node closes its own end only then, and never when the worker dies before. */
function handlesGivenTo({ process }: Worker): ReadonlySet<Handle> {
  const given = new Set<Handle>();
  const give = process.send.bind(process) as (...its: unknown[]) => boolean;
  process.send = (...its: unknown[]) => {
    const handle = its.find(isHandle);
    if (handle) {
      given.add(handle);
      const close = handle.close.bind(handle);
      handle.close = (...done) => {
        given.delete(handle);
        close(...done);
      };
    }
    return give(...its);
  };
  return given;
}

function send<Setup>(worker: Worker, message: ToWorker<Setup>): void {
  if (worker.isConnected()) worker.send(message as object, () => {});
}

/** Fails with the worker's reason, or when it exits. */
function hear(worker: Worker, kind: FromWorker['kind']): Promise<Outcome<void, string>> {
  return new Promise((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === kind) resolve(success(undefined));
      if (message.kind === 'failed') resolve(failure(message.reason));
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
