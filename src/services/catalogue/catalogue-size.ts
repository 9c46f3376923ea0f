import { sql } from 'drizzle-orm';
import { COUNTED } from '#model/kernel/count.ts';
import { toolStock } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';

export interface CatalogueSize {
  /** Whether it does not matter how tools are looked for: whatever plan Postgres has takes a few milliseconds. */
  readonly small: boolean;
  /** Whether it has so many tools that it still has more than are counted when half of these are gone. */
  readonly vast: boolean;
}

/** Of some five thousand tools. */
const SMALL_BYTES = 4 * 1024 ** 2;
const VAST = 2 * COUNTED.all;
/** So long is believed what was seen. */
const LOOK_MS = 10_000;
const seen = new WeakMap<Db, { readonly at: number; readonly size: Promise<CatalogueSize> }>();

/** How large the catalogue is. Looked up every ten seconds. */
export function catalogueSize(db: Db): Promise<CatalogueSize> {
  const now = performance.now();
  const last = seen.get(db);
  if (last && now - last.at < LOOK_MS) return last.size;
  const size = look(db);
  seen.set(db, { at: now, size });
  // Whoever asked hears of the trouble; the next one tries again.
  size.catch(() => seen.delete(db));
  return size;
}

async function look(db: Db): Promise<CatalogueSize> {
  const {
    rows: [row],
  } = await db.execute<{ small: boolean; vast: boolean }>(sql`
    select pg_table_size(${'tool'}::regclass) < ${SMALL_BYTES}::bigint as small,
           (select count(*) from (select from ${toolStock} limit ${VAST + 1}) some_tools) > ${VAST} as vast`);
  return { small: row?.small === true, vast: row?.vast === true };
}
