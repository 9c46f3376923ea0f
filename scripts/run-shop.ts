import { resolve } from 'node:path';
import { UnreadableFile } from '../platform/postgres/connection.ts';
import { damageIn } from '../platform/postgres/find-damage.ts';
import { readConfig } from '../src/config.ts';
import { failure } from '../src/model/kernel/outcome.ts';
import { logLibraryOutput } from '../src/outside/kernel/library-output.ts';
import { createLogger } from '../src/outside/kernel/logger.ts';
import { endAtSurprises } from '../src/server/end-at-surprises.ts';

const root = resolve(import.meta.dirname, '..');

/** Opens the shop until Ctrl-C or SIGTERM. `builtPages`: URL of the pages' server build; absent in development. */
export async function runShop({ builtPages }: { builtPages?: string }): Promise<void> {
  const config = readConfig();
  if (!config.ok) {
    for (const sentence of config.failure) say(sentence);
    say('The shop did not start. Every variable is explained in README.md.');
    process.exitCode = 1;
    return;
  }
  endAtSurprises(config.value.logLevel);
  // In development it stays on the terminal.
  if (builtPages !== undefined) logLibraryOutput(createLogger(config.value.logLevel));
  const resources = new AsyncDisposableStack();
  const stopped = askedToStop();
  const { startShop } = await import('../src/server.ts');
  // Live reload needs a single process.
  const settings = builtPages === undefined ? { ...config.value, workers: 1 } : config.value;
  const starting = startShop(settings, { root, resources, builtPages, progress: showProgress }).catch(inWords);
  const first = await Promise.race([starting, stopped]);
  // Interrupted work is safe: the database ends with the process, and pictures are made again.
  if (first === 'stop') return close(resources);
  clearProgress();
  if (!first.ok) {
    say(first.failure);
    process.exitCode = 1;
    return close(resources);
  }
  say(`${config.value.shopName} is open at ${config.value.publicOrigin}`);
  if (config.value.demoAccounts) say(DEMONSTRATION);
  else if (config.value.testMode) say(TEST_MODE);
  await stopped;
  await close(resources);
}

const DEMONSTRATION =
  'It is a demonstration: no payment is real, and anybody may sign in as its admin. docs/operations.md says how a shop of your own begins.';

const TEST_MODE = 'It is in test mode: no payment is real, as STRIPE_SECRET_KEY is no live key.';

/** Service managers usually kill a process after ten seconds. */
const CLOSING_MS = 9_500;

async function close(resources: AsyncDisposableStack): Promise<never> {
  const timer = setTimeout(() => {
    say('Closing took too long: what was left was cut off.');
    process.exit(1);
  }, CLOSING_MS);
  await resources.disposeAsync();
  clearTimeout(timer);
  process.exit();
}

/** The stack of a damaged database would not help. */
function inWords(thrown: unknown) {
  if (thrown instanceof UnreadableFile) return failure(thrown.message);
  const reason = damageIn(thrown);
  if (reason === undefined) throw thrown;
  return failure(`The database is damaged (${reason}): npm run doctor says what is, and what to do.`);
}

// npm forwards a Ctrl-C that the terminal has already sent to all processes.
const SAME_KEY_MS = 1_000;

/** Resolves at Ctrl-C or SIGTERM. A second Ctrl-C exits at once. */
function askedToStop(): Promise<'stop'> {
  return new Promise((resolveStop) => {
    let askedAt: number | undefined;
    process.on('SIGTERM', () => resolveStop('stop'));
    process.on('SIGINT', () => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_KEY_MS) process.exit(130);
      askedAt ??= performance.now();
      resolveStop('stop');
    });
  });
}

const say = (line: string) => process.stdout.write(`${line}\n`);

// A terminal gets one line that is overwritten, a log the first line of each kind.
let shown = '';

function showProgress(text: string): void {
  const kind = text.split(':')[0] ?? '';
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${text}`);
  else if (kind !== shown) say(`${kind} ...`);
  shown = kind;
}

function clearProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
}
