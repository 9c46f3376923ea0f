import type { Sql } from '../../platform/postgres/sql.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';

/** Puts tools into the shop of which nobody buys the last piece: a dollar each, from one piece on. Answers their ids. */
export async function largeTools(sql: Sql, count: number): Promise<string[]> {
  const tools = await sql`
    with t as (insert into tool (name, description, image, price, min_quantity, available)
               select 'Endless nail ' || n, 'One of many', '/images/none.webp', 1, 1, 9000000
                 from generate_series(1, ${count}::int) n returning id),
    m as (insert into stock_move (tool_id, kind, delta) select id, 'initial', 9000000 from t)
    select id from t`;
  return tools.map((tool) => tool.id as string);
}

export const largeTool = async (sql: Sql): Promise<string> => (await largeTools(sql, 1))[0] ?? '';

/** Into the database of the shop that runs on this folder. */
export async function withSql<T>(folder: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = await runningShopSql(folder);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
