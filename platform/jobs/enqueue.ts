import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { job } from './job-table.ts';

export interface NewJob {
  readonly queue: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: object;
  readonly priority?: number;
  readonly runAt?: Date | undefined;
}

/** Done only if `tx` commits. False for a key that was enqueued before. */
export async function enqueue(tx: Database, its: NewJob): Promise<boolean> {
  const added = await tx
    .insert(job)
    .values(its)
    .onConflictDoNothing({ target: job.key })
    .returning({ id: job.id })
    .prepare(`enqueue${its.priority === undefined ? '' : '-first'}${its.runAt ? '-later' : ''}`)
    .execute();
  return added.length === 1;
}

const waits = (key: string) => and(eq(job.key, key), eq(job.attempts, 0));

/** False when the job has begun: its effect may have happened. */
export async function takeBack(tx: Database, key: string): Promise<boolean> {
  const taken = await tx.delete(job).where(waits(key)).returning({ id: job.id });
  return taken.length > 0;
}

/** Whether the job has not begun, nor will before `tx` ends. */
export async function isWaiting(tx: Database, key: string): Promise<boolean> {
  const waiting = await tx.select({ id: job.id }).from(job).where(waits(key)).for('update');
  return waiting.length > 0;
}
