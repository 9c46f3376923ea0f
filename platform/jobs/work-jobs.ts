import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#platform/database.ts';
import { job } from './job-table.ts';

export interface Job {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempts: number;
  /** How its last try failed. */
  readonly lastError: string | null;
}

/** Why it failed, or undefined. */
export type Result = string | Held | undefined;

/**
 * Not done on purpose: dropped, or due again in `later` seconds, which is no failed attempt. What `waits` for others comes
 * again as what failed, and is no error.
 */
export type Held =
  | { readonly drop: string }
  | { readonly later: number; readonly why?: string }
  | { readonly waits: string };

export interface Queue {
  readonly name: string;
  /** Few enough to finish before the lease ends. */
  readonly atOnce: number;
  readonly inTurn?: boolean;
  /** Then a job is given up. Absent: never. */
  readonly tries?: number;
  /** Clear the payload after the job; keep the key. */
  readonly clears?: boolean;
}

interface World {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** A process that died gives its jobs back after so long. */
const LEASE_MS = 60_000;
const MAX_DELAY_S = 900;

/** Returns how many it took. A failed job comes again, later each time; a done one may, if it outlived its lease. */
export async function workJobs(
  world: World,
  queue: Queue,
  workOf: (jobs: readonly Job[]) => (job: Job) => Promise<Result>,
): Promise<number> {
  const now = world.clock();
  const lockedUntil = new Date(now.getTime() + LEASE_MS);
  const jobs = await take(world, queue, now, lockedUntil);
  const work = workOf(jobs);
  if (!queue.inTurn) await Promise.all(jobs.map((it) => workOne(world, queue, it, work)));
  else
    for (const [at, it] of jobs.entries()) {
      if (lockedUntil.getTime() - world.clock().getTime() < LEASE_MS / 2) {
        await giveBack(world, jobs.slice(at), lockedUntil);
        break;
      }
      await workOne(world, queue, it, work);
    }
  return jobs.length;
}

/** What slow ones left no time for, which is no try. What another process has by now stays there. */
async function giveBack({ db }: World, jobs: readonly Job[], lockedUntil: Date): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  await db
    .update(job)
    .set({ attempts: sql`${job.attempts} - 1`, lockedUntil: null })
    .where(and(inArray(job.id, ids), eq(job.lockedUntil, lockedUntil)));
}

async function take({ db }: World, { name, atOnce }: Queue, at: Date, lockedUntil: Date): Promise<Job[]> {
  const now = at.toISOString();
  const taken = await db
    .update(job)
    .set({ attempts: sql`${job.attempts} + 1`, lockedUntil })
    // An array is asked for once; "in" could ask again for each row, and take more.
    .where(sql`${job.id} = any(array(
      select id from job
       where queue = ${name} and done_at is null and dead_at is null and run_at <= ${now}::timestamptz
         and (locked_until is null or locked_until <= ${now}::timestamptz)
       order by priority, run_at, id limit ${atOnce} for update skip locked))`)
    .returning({
      ...{ id: job.id, kind: job.kind, key: job.key, payload: job.payload, attempts: job.attempts },
      ...{ priority: job.priority, runAt: job.runAt, lastError: job.lastError },
    })
    .prepare('take-jobs')
    .execute();
  // An UPDATE returns its rows in no order.
  return taken.toSorted(
    (one, other) => one.priority - other.priority || one.runAt.getTime() - other.runAt.getTime() || one.id - other.id,
  );
}

async function workOne(world: World, queue: Queue, its: Job, work: (job: Job) => Promise<Result>): Promise<void> {
  const { db, clock, log } = world;
  const about = { job: its.id, queue: queue.name, kind: its.kind };
  let result: Result;
  try {
    result = await work(its);
  } catch (error) {
    // One failing job must not block the others.
    log.error({ err: error, ...about }, 'a job failed');
    result = 'failed';
  }
  if (typeof result === 'object' && 'drop' in result) log.info({ ...about, why: result.drop }, 'dropped');
  const why = typeof result === 'object' && 'waits' in result ? result.waits : result;
  const end = endOf(its, queue, why, clock());
  const over = 'deadAt' in end;
  if (typeof why === 'string')
    log[over || why === result ? 'error' : 'info'](
      { ...about, problem: why, attempts: its.attempts },
      over ? 'given up' : 'not done yet',
    );
  await db
    .update(job)
    .set(end)
    .where(eq(job.id, its.id))
    .prepare(`end-job ${Object.keys(end)}`)
    .execute();
}

/** Ends a job in the transaction of what it does, which then happens once. False when it has ended before. */
export async function endWith(tx: Database, id: number, now: Date): Promise<boolean> {
  const ended = await tx
    .update(job)
    .set({ doneAt: now })
    .where(and(eq(job.id, id), isNull(job.doneAt)))
    .returning({ id: job.id });
  return ended.length > 0;
}

function endOf(
  { attempts }: Job,
  { tries = Number.POSITIVE_INFINITY, clears }: Queue,
  result: Exclude<Result, { readonly waits: string }>,
  now: Date,
) {
  const inSeconds = (seconds: number) => ({ runAt: new Date(now.getTime() + seconds * 1000), lockedUntil: null });
  const cleared = clears && { payload: {} };
  if (result === undefined) return { lastError: null, doneAt: now, ...cleared };
  if (typeof result === 'object')
    return 'later' in result
      ? { attempts: attempts - 1, lastError: result.why ?? null, ...inSeconds(result.later) }
      : { lastError: result.drop, doneAt: now, ...cleared };
  const again = inSeconds(Math.min(2 ** attempts, MAX_DELAY_S));
  return { lastError: result, ...again, ...(attempts >= tries && { deadAt: now, ...cleared }) };
}
