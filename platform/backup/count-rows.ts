import { identifier, type Sql } from '#platform/postgres/sql.ts';

/** Tables from which the shop never deletes a row. */
export const GROWING = ['audit', 'orders', 'payment', 'person', 'stock_move'] as const;

export async function countRows(sql: Sql): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [counted] = await sql<[{ rows: number }]>`select count(*)::int as rows from ${identifier(name)}`;
    rows[name] = counted.rows;
  }
  return rows;
}
