import { resolve } from 'node:path';
import process from 'node:process';
import { createPool } from '#platform/postgres/pool.ts';
import type { FromWorker, ToWorker } from '#platform/processes/workers.ts';
import { type Config, readConfig } from '../config.ts';
import { listen } from '../http/listen.ts';
import { failure, type Outcome, success } from '../model/kernel/outcome.ts';
import { logLibraryOutput } from '../outside/kernel/library-output.ts';
import { createLogger } from '../outside/kernel/logger.ts';
import { createContext, serveShop, type WorkerSetup } from '../server.ts';
import { endAtSurprises } from './end-at-surprises.ts';
import { CLOSING_QUERIES_MS, DEADLINES, dbOf } from './open-database.ts';
import { standInsAt } from './stand-ins.ts';

// A program: one of the serving processes that `platform/processes/workers.ts` starts and replaces.
const parsed = readConfig();
if (!parsed.ok) throw new Error(parsed.failure.join(' '));
process.exit(await serveUntilStopped(parsed.value));

async function serveUntilStopped(config: Config): Promise<number> {
  endAtSurprises(config.logLevel);
  logLibraryOutput(createLogger(config.logLevel));
  // Ctrl-C reaches all processes of a terminal; the parent decides.
  process.on('SIGINT', () => {});
  const { stopped, ...messages } = receive();
  await using resources = new AsyncDisposableStack();
  const opened = await Promise.race([open(config, resources, messages), stopped]);
  if (opened === 'stop') return 0;
  await send(opened.ok ? { kind: 'open' } : { kind: 'failed', reason: opened.failure });
  if (!opened.ok) return 1;
  await stopped;
  return 0;
}

/** The first workers open the port at once, a replacement when all else is ready. */
async function open(
  config: Config,
  resources: AsyncDisposableStack,
  { first, setup }: { first: Promise<Message['kind']>; setup: Promise<WorkerSetup> },
): Promise<Outcome<void, string>> {
  const log = createLogger(config.logLevel);
  let listener = (await first) === 'listen' ? await listen(config, log) : undefined;
  if (listener?.ok === false) return listener;
  if (listener) await send({ kind: 'listening' });
  const { pages: builtPages, database, standIns: known, mounts } = await setup;
  const standIns = standInsAt(mounts, known);
  const pool = createPool(database, { max: config.poolSize, log: (line) => log.warn({ database: true }, line) });
  resources.defer(() => pool.end(CLOSING_QUERIES_MS));
  const context = await createContext(
    config,
    dbOf(pool, DEADLINES.request),
    standIns,
    log,
    () => void send({ kind: 'wake' }),
  );
  listener ??= await listen(config, log);
  if (!listener.ok) return failure(listener.failure);
  const front = listener.value;
  const root = resolve(import.meta.dirname, '../..');
  await serveShop(config, { root, resources, builtPages }, context, front, standIns.mounts);
  // Closed first, so that requests in progress still have what they need.
  resources.defer(() => front.close());
  return success(undefined);
}

type Message = ToWorker<WorkerSetup>;

function receive() {
  const first = Promise.withResolvers<Message['kind']>();
  const setup = Promise.withResolvers<WorkerSetup>();
  const stopped = Promise.withResolvers<'stop'>();
  process.on('SIGTERM', () => stopped.resolve('stop'));
  process.on('message', (message: Message) => {
    first.resolve(message.kind);
    if (message.kind === 'open') setup.resolve(message.setup);
    if (message.kind === 'stop') stopped.resolve('stop');
  });
  return { first: first.promise, setup: setup.promise, stopped: stopped.promise };
}

function send(message: FromWorker): Promise<void> {
  return new Promise((sent) => {
    if (process.connected) process.send?.(message, () => sent());
    else sent();
  });
}
