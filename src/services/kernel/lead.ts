import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import { isLate } from './is-late.ts';

export interface Lead {
  /** Whether this process runs the timed work for all processes on this database. */
  readonly leads: () => boolean;
  stop(): Promise<void>;
}

const NAME = 'lead';
const LEASE_MS = 15_000;
const RENEWED_MS = 5_000;
const STOPPING_MS = 2_000;

/**
 * A lease in a row, not a lock of a connection: it works behind any pooler and passes on 20 s after a crash. Two
 * processes may lead for a moment; the work must allow it. `taken` is called on becoming leader.
 */
export function standForLead({ db, log }: Pick<Context, 'db' | 'log'>, taken: () => void): Lead {
  // The expiry of our lease identifies it: no other holder had the same.
  let mine = '';
  let until = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const leads = () => performance.now() < until;

  const ask = async () => {
    const before = leads();
    const asked = performance.now();
    try {
      const {
        rows: [given],
      } = await db.execute<{ at: string }>(sql`
        insert into bookmark (name, at) values (${NAME}, clock_timestamp() + ${`${LEASE_MS} ms`}::interval)
        on conflict (name) do update set at = excluded.at
              where bookmark.at < clock_timestamp() or extract(epoch from bookmark.at)::text = ${mine}
        returning extract(epoch from at)::text as at`);
      if (given) mine = given.at;
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
    await db.execute(sql`
      update bookmark set at = clock_timestamp() where name = ${NAME} and extract(epoch from at)::text = ${mine}`);
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
