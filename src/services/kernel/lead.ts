import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import { isLate } from './is-late.ts';

export interface Lead {
  /** Whether this process is the one of all on this database that works by the clock. */
  readonly leads: () => boolean;
  /** Lets another one lead at once. */
  stop(): Promise<void>;
}

const NAME = 'lead';
const LEASE_MS = 15_000;
const RENEWED_MS = 5_000;
/** Longer it is not tried to give the lease back: then it runs out by itself. */
const STOPPING_MS = 2_000;

/**
 * Stands for the lead among the processes on this database, and renews it for as long as this one lives: who dies is
 * followed within 20 seconds. It is a lease in a row and no lock of a connection, so that it holds behind every
 * kind of pooler. For a moment two may believe that they lead; the work itself is safe against that.
 * @param taken is called whenever this process begins to lead
 */
export function standForLead({ db, log }: Pick<Context, 'db' | 'log'>, taken: () => void): Lead {
  // The moment until which the lease was last given to us names it: no other holder has ever had the same.
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
