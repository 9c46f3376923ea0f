import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

/** A database of Drizzle's or a transaction in it, whatever its tables. */
export type Database = Pick<
  PgDatabase<NodePgQueryResultHKT, Record<string, unknown>>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;
