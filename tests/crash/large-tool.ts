import type { Sql } from '../../platform/postgres/sql.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';

/** Puts a tool into the shop of which nobody buys the last piece: a dollar each, from one piece on. Answers its id. */
export async function largeTool(sql: Sql): Promise<string> {
  const [tool] = await sql`
    with t as (insert into tool (name, description, image, price, min_quantity, available)
               values ('Endless nail', 'One of many', '/images/none.webp', 1, 1, 9000000) returning id),
    m as (insert into stock_move (tool_id, kind, delta) select id, 'initial', 9000000 from t)
    select id from t`;
  return tool?.id;
}

/** Into the database of the shop that runs on this folder. */
export async function withSql<T>(folder: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = await runningShopSql(folder);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
