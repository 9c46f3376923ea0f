import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../../platform/postgres/sql.ts';
import { freePort } from '../free-port.ts';
import { usageOf } from './processes.ts';

export type RunningShop = Awaited<ReturnType<typeof openShop>>;

export interface ShopPlace {
  readonly label: string;
  readonly root: string;
  readonly folder: string;
  readonly smtpPort: number;
  /** Port of its inspector, which slows it a little. */
  readonly inspectPort?: number;
}

/** Opens a shop like `npm start`, with default settings but for `environment` and a mail server that discards all. */
export async function openShop({ label, root, folder, smtpPort, inspectPort }: ShopPlace) {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const port = await freePort();
  const began = performance.now();
  const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  const child = spawn(process.execPath, [...inspect, ...(await starterOf(root))], {
    cwd: root,
    env: { ...environment(folder), PORT: String(port), SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.pipe(createWriteStream(join(folder, 'bench.log'), { flags: 'a' }));
  await opened(child, folder);
  const startMs = performance.now() - began;
  const { connection, postmaster } = await findPostgres(folder).catch((error) => {
    child.kill('SIGTERM');
    throw error;
  });
  const sql = connect(connection, { max: 2, log: () => {} });
  const { pid = 0 } = child;
  return {
    ...{ label, port, origin: `http://localhost:${port}`, startMs, connection, sql },
    usage: () => usageOf(pid, postmaster),
    stop: async () => {
      await sql.end({ timeout: 1 });
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    },
  };
}

export async function runCommand(root: string, folder: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, env: environment(folder), stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

/** Waits until background work is done. Drops queued mails, whose sending would distort the next measurement, but for `mails`. */
export async function quiet(shop: RunningShop, patienceMs: number, { mails = false } = {}): Promise<void> {
  // A version to compare with may still have the table `outbox`.
  const [at] = await shop.sql`select coalesce(to_regclass('job'), to_regclass('outbox'))::text as name`;
  if (!mails)
    await shop.sql.unsafe(`update ${at?.name} set done_at = now() where done_at is null and kind like 'mail.%'`);
  const until = performance.now() + patienceMs;
  let before = shop.usage();
  while (before && performance.now() < until) {
    await setTimeout(LOOK_MS);
    const now = shop.usage();
    if (!now) return;
    if (now.shopMs + now.postgresMs - before.shopMs - before.postgresMs < LOOK_MS * IDLE_PART) return;
    before = now;
  }
}

const LOOK_MS = 500;
/** Of one processor; timers and the audit need a little. */
const IDLE_PART = 0.1;

/** Without the caller's settings: no other database, and the same for every run. */
function environment(folder: string): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    SHOP_DATA: folder,
    NODE_ENV: 'production',
    SIGNUPS_PER_HOUR: '0',
    UNCONFIRMED_ORDERS: '0',
    CLIENT_CONNECTIONS: '0',
  };
}

async function starterOf(root: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return /.*\bnode (.+)$/.exec(scripts.start)?.[1]?.split(' ') ?? [];
}

function opened(child: ChildProcess, folder: string): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(' is open at ')) resolve();
    });
    child.on('exit', () => reject(new Error(`The shop did not open: ${output} (see ${join(folder, 'bench.log')})`)));
  });
}

async function findPostgres(folder: string) {
  const root = join(folder, 'postgres');
  const password = (await readFile(join(root, 'shop.password'), 'utf8')).trim();
  const [pid, , , port, host] = (await readFile(join(root, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  const place = { host: host || '127.0.0.1', port: Number(port) };
  return { connection: { ...place, user: 'shop', password, database: 'shop' }, postmaster: Number(pid) };
}
