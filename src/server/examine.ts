import { drizzle } from 'drizzle-orm/node-postgres';
import type { Sql } from '#platform/postgres/sql.ts';
import { transactWithoutLimits } from '#platform/postgres/without-limits.ts';
import { troublesOf } from '../services/reports/examine-shop.ts';
import * as schema from '../tables/schema.ts';

/** One sentence for each broken invariant. */
export const examine = (sql: Sql): Promise<string[]> =>
  transactWithoutLimits(drizzle(sql.pool, { schema }), troublesOf);
