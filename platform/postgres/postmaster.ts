import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, success } from '#platform/outcome.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import { wrongPassword } from './create-cluster.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { dieWithUs } from './die-with-us.ts';
import { diskFullFailure, freeSpace } from './disk-space.ts';
import { type OsAccount, runAs } from './os-account.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterPlan } from './postmaster-plan.ts';
import { retirePredecessor } from './predecessor.ts';
import { connect } from './sql.ts';

export type Postmaster = { process: ChildProcess; exited: Promise<string> };

const READY_WITHIN_MS = 120_000;
const WRONG_PASSWORD = '28P01';
const MEMORY_FREED_WITHIN_MS = 30_000;
const MIN_FREE_BYTES = 100_000;

/** Resolves when the server answers a query about our data. Aborting `signal` stops it. */
export async function startPostmaster(
  plan: PostmasterPlan,
  signal: AbortSignal,
): Promise<Outcome<Postmaster, DatabaseFailure>> {
  const memoryDeadline = performance.now() + MEMORY_FREED_WITHIN_MS;
  for (;;) {
    const predecessor = await retirePredecessor(plan, signal);
    if (!predecessor.ok) return predecessor;
    const logged = await logFromHere(plan.folder);
    const started = await launch(plan, predecessor.value.recycledPid, signal);
    if (started === 'ready-too-late') return tooLate(plan);
    if (started === 'shut-out') return wrongPassword(plan.folder.adminPassword);
    if (started !== 'exited') return success(started);
    if (signal.aborted) return interrupted();
    const output = await logged();
    // Processes of a killed server free its memory within moments; until then Postgres refuses to start.
    if (/is still in use|lock file .* already exists/.test(output) && performance.now() < memoryDeadline) {
      await wait(100);
      continue;
    }
    // On a full disk the reason cannot be logged.
    if ((await freeSpace(plan.folder.root)) < MIN_FREE_BYTES) return diskFullFailure(plan.folder.root);
    return explainServerLog(output, plan.folder);
  }
}

async function launch(
  plan: PostmasterPlan,
  recycledPid: number | undefined,
  signal: AbortSignal,
): Promise<Postmaster | 'exited' | 'ready-too-late' | 'shut-out'> {
  const { folder, account } = plan;
  const output = await openServerLog(folder.serverLog, account);
  const command = [...dieWithUs(), plan.binaries.postgres, '-D', folder.data, ...serverSettings(plan)];
  const options = runAs(account);
  // Marks a recycled pid in the lock file as stale, as pg_ctl does for its parents; Postgres still checks the memory.
  const stale = recycledPid === undefined ? {} : { PG_GRANDPARENT_PID: String(recycledPid) };
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...options,
    ...('env' in options ? { env: { ...options.env, ...stale } } : {}),
    stdio: ['ignore', output.fd, output.fd],
    // Its own process group: Ctrl-C is for the shop, which stops Postgres last.
    detached: true,
    windowsHide: true,
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(reasonOf(error)));
    child.once('exit', (code, by) => resolve(by === null ? `exit code ${code}` : by));
  });
  const postmaster = { process: child, exited };
  try {
    const state = await Promise.race([exited.then(() => 'exited' as const), untilReady(plan, child, signal)]);
    if (state === 'ready') return postmaster;
    if (state === 'exited') return state;
    child.kill('SIGINT');
    await exited;
    return state === 'aborted' ? 'exited' : state;
  } finally {
    await output.close();
  }
}

/** A log line or an open port proves nothing: the answer must name our folder. */
async function untilReady(
  plan: PostmasterPlan,
  child: ChildProcess,
  signal: AbortSignal,
): Promise<'ready' | 'aborted' | 'ready-too-late' | 'exited' | 'shut-out'> {
  const begun = performance.now();
  let reported = begun;
  const sql = connect(plan.admin, { max: 1, log: plan.log });
  try {
    for (;;) {
      if (signal.aborted) return 'aborted';
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return 'exited';
      const file = await readPostmasterFile(plan.folder.data);
      if (file?.ready && (file.pid === child.pid || process.platform === 'win32')) {
        const rows = await sql`select setting from pg_settings where name = 'data_directory'`.catch((error) =>
          error?.code === WRONG_PASSWORD ? WRONG_PASSWORD : [],
        );
        if (rows === WRONG_PASSWORD) return 'shut-out';
        if (process.platform === 'win32' ? rows.length === 1 : rows[0]?.setting === plan.folder.data) return 'ready';
      }
      const now = performance.now();
      if (now - begun > (plan.readyWithin ?? READY_WITHIN_MS)) return 'ready-too-late';
      if (now - reported > 10_000) {
        reported = now;
        plan.log(`Postgres is still starting; ${plan.folder.serverLog} says what it does.`);
      }
      await wait(10);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function openServerLog(file: string, account: OsAccount | undefined) {
  const handle = await open(file, 'a', 0o600);
  if (account !== undefined) await chown(file, account.uid, account.gid);
  return handle;
}

const sizeOf = (file: string) =>
  stat(file).then(
    (found) => found.size,
    () => 0,
  );

const MAX_LOG_BYTES = 10_000_000;

/** Answers what the server has logged since. Call it before a start: a long log is put aside. */
export async function logFromHere({ serverLog }: ClusterFolder): Promise<() => Promise<string>> {
  if ((await sizeOf(serverLog)) > MAX_LOG_BYTES) await rename(serverLog, `${serverLog}.old`);
  const from = await sizeOf(serverLog);
  return async () => (await readFile(serverLog).catch(() => Buffer.alloc(0))).subarray(from).toString();
}

function tooLate(plan: PostmasterPlan) {
  return databaseFailure(
    'start-failed',
    `Postgres did not answer within ${(plan.readyWithin ?? READY_WITHIN_MS) / 1_000} s: read the end of ${plan.folder.serverLog}, and start again.`,
  );
}

function interrupted() {
  return databaseFailure('start-interrupted', 'The start of Postgres was interrupted: start again.');
}

function explainServerLog(output: string, folder: ClusterFolder) {
  const last = output.split('\n').findLast((line) => /(FATAL|PANIC|ERROR|error):/.test(line));
  const reason = (last ?? output.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim();
  if (/shared memory|semaphores/.test(reason) && !/still in use/.test(reason)) {
    return databaseFailure(
      'start-failed',
      `The system has no memory left for Postgres (${reason}): close other programs, then start again.`,
    );
  }
  if (/No space left on device/.test(output)) return diskFullFailure(folder.root);
  if (/lock file .* already exists|is still in use/.test(output)) {
    return databaseFailure(
      'folder-in-use',
      `Another Postgres is using the data in ${folder.data} (${reason}): stop it, then start again.`,
    );
  }
  if (/could not restore file/.test(reason)) {
    const why = output.split('\n').findLast((line) => /^cp: /.test(line));
    return databaseFailure(
      'start-failed',
      `A file of the log could not be copied out of the backups (${why ?? reason}): make it readable, or remove the cause, then restore again.`,
    );
  }
  if (/Permission denied|wrong ownership|invalid permissions/.test(output)) {
    return databaseFailure(
      'folder-unusable',
      `Postgres may not use ${folder.data} (${reason}): give that folder back to the account that owned it, with mode 0700.`,
    );
  }
  if (
    /PANIC|checkpoint|could not (open|read|access|find|locate)|invalid|corrupt|checksum|pg_control|missing|incompatible/.test(
      output,
    )
  ) {
    return databaseFailure(
      'data-damaged',
      `The data in ${folder.data} is damaged (${reason}): leave it as it is and restore a backup over it with npm run restore, which keeps that folder and takes the end of its log along.`,
    );
  }
  return databaseFailure(
    'start-failed',
    `Postgres ended while starting (${reason || 'it said nothing'}): ${folder.serverLog} tells more.`,
  );
}

/** On the command line, so that nothing in the data folder can weaken them. */
function serverSettings(plan: PostmasterPlan): string[] {
  const { host, port } = plan.admin;
  const windows = process.platform === 'win32';
  const settings: Record<string, string> = {
    listen_addresses: windows ? host : '',
    unix_socket_directories: windows ? '' : plan.folder.socket,
    unix_socket_permissions: '0700',
    port: String(port),
    fsync: plan.durable ? 'on' : 'off',
    synchronous_commit: plan.durable ? 'on' : 'off',
    full_page_writes: plan.durable ? 'on' : 'off',
    shared_buffers: '64MB',
    // Tests share a server: each file has a pool, and earlier ones close late.
    max_connections: plan.durable ? '100' : '200',
    max_wal_size: '256MB',
    // Plans that connections keep are made anew after an analyze: those of tables that were nearly empty read them whole.
    autovacuum_naptime: plan.durable ? '5s' : '60s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    // Statements contain customer data: the shop logs refused ones without it.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Details quote rows, and parameters are customer input: neither is logged.
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_lock_waits: 'off',
    log_checkpoints: 'off',
    ...plan.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Fast shutdown, then after `patience` milliseconds an immediate one: the next start recovers. */
export async function endPostmaster(
  postmaster: Postmaster,
  plan: PostmasterPlan,
  patience: number = 6_000,
): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(plan.binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-t', '8', '-D', plan.folder.data], runAs(undefined));
    return;
  }
  for (const [signal, wanted] of [
    ['SIGINT', patience],
    ['SIGQUIT', 2_000],
  ] as const) {
    postmaster.process.kill(signal);
    const done = await Promise.race([postmaster.exited.then(() => true), wait(wanted, false, { ref: false })]);
    if (done) return;
  }
  plan.log(`Postgres (process ${postmaster.process.pid}) is still stopping; the next start waits for it.`);
}
