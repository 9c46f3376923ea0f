import { sql } from 'drizzle-orm';
import type { Db } from '../kernel/context.ts';

/** Of some five thousand tools. Whatever plan Postgres has to find some of them takes a few milliseconds. */
const SMALL_BYTES = 4 * 1024 ** 2;
/** So long is believed what was seen. */
const LOOK_MS = 60_000;
const seen = new WeakMap<Db, { readonly at: number; readonly small: Promise<boolean> }>();

/** Whether it does not matter how tools are looked for. Looked up once a minute. */
export function isSmallCatalogue(db: Db): Promise<boolean> {
  const now = performance.now();
  const last = seen.get(db);
  if (last && now - last.at < LOOK_MS) return last.small;
  const small = look(db);
  seen.set(db, { at: now, small });
  // Whoever asked hears of the trouble; the next one tries again.
  small.catch(() => seen.delete(db));
  return small;
}

async function look(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ small: boolean }>(
    sql`select pg_table_size(${'tool'}::regclass) < ${SMALL_BYTES}::bigint as small`,
  );
  return row?.small === true;
}
