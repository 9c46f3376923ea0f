import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#platform/database.ts';
import { isLate } from '#platform/limits/is-late.ts';

export type Lead = ReturnType<typeof standForLead>;

/** The key of its row. While that is locked somebody leads, and has since its `run_at`. */
export const LEAD = 'lead';
const LEASE_MS = 15_000;
const RENEWED_MS = 5_000;
const STOPPING_MS = 2_000;

/** Leads by a lease, which works behind any pooler. Two processes may lead for a moment: the work must allow it. */
export function standForLead(
  { db, log }: { readonly db: Pick<Database, 'execute'>; readonly log: Logger },
  taken: () => void,
) {
  // Counted up by each new holder, so that a late one does not take the lease of another for its own.
  let mine = 0;
  let until = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const leads = () => performance.now() < until;

  const ask = async () => {
    const before = leads();
    const asked = performance.now();
    try {
      // A lease that is far too long is of a clock that was ahead.
      const {
        rows: [given],
      } = await db.execute<{ attempts: number }>(sql`
        insert into job (queue, kind, key, payload, attempts, locked_until)
        values (${LEAD}, ${LEAD}, ${LEAD}, '{}', 1, clock_timestamp() + ${`${LEASE_MS} ms`}::interval)
        on conflict (key) do update set locked_until = excluded.locked_until,
              attempts = job.attempts + (job.attempts <> ${mine})::int,
              run_at = case when job.attempts = ${mine} then job.run_at else clock_timestamp() end
              where job.locked_until < clock_timestamp() or job.attempts = ${mine}
                    or job.locked_until > clock_timestamp() + ${`${2 * LEASE_MS} ms`}::interval
        returning attempts`);
      if (given) mine = given.attempts;
      until = given ? asked + LEASE_MS : Number.NEGATIVE_INFINITY;
    } catch (error) {
      log.warn({ err: error }, 'the lead could not be asked for');
    }
    if (!before && leads()) {
      log.info('this process leads the background work');
      taken();
    }
  };
  const stand = () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
  };
  const timer = setInterval(stand, RENEWED_MS);
  timer.unref();
  stand();

  const giveBack = async () => {
    await Promise.all([asking]);
    if (!leads()) return;
    until = Number.NEGATIVE_INFINITY;
    await db.execute(sql`update job set locked_until = clock_timestamp() where key = ${LEAD} and attempts = ${mine}`);
  };
  return {
    leads,
    async stop() {
      clearInterval(timer);
      try {
        if (await isLate(giveBack(), STOPPING_MS)) log.warn('the lead could not be given back in time');
      } catch (error) {
        log.warn({ err: error }, 'the lead could not be given back');
      }
    },
  };
}
