import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = Parameters<PoolWorker['on']>[1];

/** Aborted tests leave connections behind, up to eleven a run of the 200 that the tests' Postgres has. */
const RUNS = 8;

const waiting = new Map<string, { process: ForksPoolWorker; runs: number }>();

/** Reuses a process, so that modules load once for many faults. Faults in module initialisation get new processes. */
export class LastingWorker implements PoolWorker {
  readonly name = 'lasting';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  readonly #listeners: [event: string, listener: Listener][] = [];
  readonly #lasts: boolean;
  #process: ForksPoolWorker;
  #runs = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#process = new ForksPoolWorker(options);
    this.#lasts = options.project.getProvidedContext().mutantActivation !== 'static';
  }

  async start(): Promise<void> {
    const kept = this.#lasts ? waiting.get(this.#options.project.name) : undefined;
    if (!kept) return this.#process.start();
    waiting.delete(this.#options.project.name);
    this.#process = kept.process;
    this.#runs = kept.runs;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#process.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#process.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type !== 'stop' || !this.#goesOn()) {
      this.#process.send(message);
      return;
    }
    const stopped = { type: 'stopped', __vitest_worker_response__: true };
    for (const [event, listener] of [...this.#listeners]) if (event === 'message') listener(stopped);
  }

  async stop(): Promise<void> {
    if (!this.#goesOn()) return this.#process.stop();
    for (const [event, listener] of this.#listeners) this.#process.off(event, listener);
    waiting.set(this.#options.project.name, { process: this.#process, runs: this.#runs + 1 });
  }

  deserialize(message: unknown): unknown {
    return this.#process.deserialize(message);
  }

  #goesOn = (): boolean => this.#lasts && this.#runs < RUNS;
}

export async function endWaiting(): Promise<void> {
  const all = [...waiting.values()];
  waiting.clear();
  await Promise.all(all.map(({ process }) => process.stop()));
}
