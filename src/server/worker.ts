import { resolve } from 'node:path';
import process from 'node:process';
import { type Config, readConfig } from '../config.ts';
import { connect } from '../database/connect.ts';
import { listen } from '../http/listen.ts';
import { failure, type Outcome, success } from '../model/kernel/outcome.ts';
import { createLogger } from '../outside/kernel/logger.ts';
import { createContext, openDoors } from '../server.ts';
import type { FromWorker, House, ToWorker } from './crew.ts';
import { endAtSurprises } from './end-at-surprises.ts';
import { standInsAt } from './stand-ins.ts';

// A program: one of the processes that serve a shop. `crew.ts` starts it, tells it what to do, and follows it when it ends.
const config = readConfig();
// The process that started this one has read the same.
if (!config.ok) throw new Error(config.failure.join(' '));
process.exit(await serveUntilStopped(config.value));

async function serveUntilStopped(its: Config): Promise<number> {
  endAtSurprises(its.logLevel);
  // A Ctrl-C reaches all processes of a terminal: the one that started this one decides.
  process.on('SIGINT', () => {});
  const { stopped, ...orders } = hearOrders();
  await using resources = new AsyncDisposableStack();
  const opened = await Promise.race([open(its, resources, orders), stopped]);
  if (opened === 'stop') return 0;
  await tell(opened.ok ? { kind: 'open' } : { kind: 'failed', reason: opened.failure });
  if (!opened.ok) return 1;
  await stopped;
  return 0;
}

/** One of the first takes the port at once; one that follows another takes it when all else is ready. */
async function open(
  its: Config,
  resources: AsyncDisposableStack,
  { first, house }: { first: Promise<ToWorker['kind']>; house: Promise<House> },
): Promise<Outcome<void, string>> {
  const log = createLogger(its.logLevel);
  let listener = (await first) === 'listen' ? await listen(its, log) : undefined;
  if (listener?.ok === false) return listener;
  if (listener) await tell({ kind: 'listening' });
  const { pages: builtPages, database, standIns: known, mounts } = await house;
  const standIns = standInsAt(mounts, known);
  const sql = connect(database, { max: its.poolSize, log: (line) => log.warn({ database: true }, line) });
  resources.defer(() => sql.end({ timeout: 2 }));
  const context = await createContext(its, sql, standIns, log, () => void tell({ kind: 'wake' }));
  listener ??= await listen(its, log);
  if (!listener.ok) return failure(listener.failure);
  const front = listener.value;
  const root = resolve(import.meta.dirname, '../..');
  await openDoors(its, { root, resources, builtPages }, { context, sql }, front, standIns.mounts);
  // Closed first: what is in hand is answered while all that it needs is still there.
  resources.defer(() => front.close());
  return success(undefined);
}

function hearOrders() {
  const first = Promise.withResolvers<ToWorker['kind']>();
  const house = Promise.withResolvers<House>();
  const stopped = Promise.withResolvers<'stop'>();
  process.on('SIGTERM', () => stopped.resolve('stop'));
  process.on('message', (told: ToWorker) => {
    first.resolve(told.kind);
    if (told.kind === 'open') house.resolve(told.house);
    if (told.kind === 'stop') stopped.resolve('stop');
  });
  return { first: first.promise, house: house.promise, stopped: stopped.promise };
}

/** Resolves when it is said, or when nobody hears it any more. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((said) => {
    if (process.connected) process.send?.(message, () => said());
    else said();
  });
}
