import { identifier, type Sql } from './sql.ts';
import { beginWithoutLimits } from './without-limits.ts';

export interface DamagedTable {
  readonly table: string;
  readonly reason: string;
}

/** SQLSTATE of damaged pages, indexes and files. */
const DAMAGE = new Set(['XX001', 'XX002', '58030', '58P01']);

export function damageIn(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if ('code' in error && DAMAGE.has(String(error.code))) return error.message;
  return undefined;
}

/** Reads every page of each table up to `maxBytes`: Postgres notices a damaged page only when it reads it. */
export async function findDamage(sql: Sql, maxBytes = Number.MAX_SAFE_INTEGER): Promise<DamagedTable[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_table_size(oid) <= ${maxBytes} order by 1`;
  const damaged: DamagedTable[] = [];
  for (const { name } of tables) {
    try {
      await beginWithoutLimits(sql, async (tx) => {
        // The table must be read, not only an index, and by one process.
        await tx`set local enable_indexonlyscan = off`;
        await tx`set local max_parallel_workers_per_gather = 0`;
        await tx`select count(*) from ${identifier(name)}`;
      });
    } catch (thrown) {
      const reason = damageIn(thrown);
      if (reason === undefined) throw thrown;
      damaged.push({ table: name, reason });
    }
  }
  return damaged;
}
