import type { Sql } from '../../platform/postgres/sql.ts';

export interface StockedTool {
  readonly id: string;
  readonly price: number;
  readonly quantity: number;
}

const PIECES = 500_000_000;

/** So many tools of the shop, or as many as it has; `added`: what is missing is made, every other one with price steps. */
export async function stockTools(sql: Sql, count: number, { added = false } = {}): Promise<StockedTool[]> {
  if (added) await addTools(sql, count);
  const tools = await sql<StockedTool[]>`
    select id, price, min_quantity as quantity from tool where deleted_at is null order by md5(id::text) limit ${count}`;
  const ids = tools.map(({ id }) => id);
  await sql.begin(async (tx) => {
    const [admin] = await tx`select id from person where role = 'admin' limit 1`;
    await tx`
      insert into stock_move (tool_id, kind, delta, person_id, reason)
      select id, 'restock', ${PIECES} - available, ${admin?.id}, 'stock for measuring' from tool
       where id = any(${ids}::uuid[]) and available < ${PIECES}`;
    await tx`update tool set available = ${PIECES} where id = any(${ids}::uuid[]) and available < ${PIECES}`;
  });
  return tools;
}

async function addTools(sql: Sql, upTo: number): Promise<void> {
  const [{ there } = { there: 0 }] = await sql<{ there: number }[]>`
    select count(*)::int as there from (select from tool where deleted_at is null limit ${upTo}) known`;
  await sql`
    insert into tool (name, description, image, price, min_quantity, available, step_from, step_price)
    select 'Measured clamp ' || n, 'A clamp to measure with', '/images/none.webp', 100, 10, 0,
           case when n % 2 = 0 then '{20,50,100}'::int[] else '{}' end,
           case when n % 2 = 0 then '{95,90,80}'::int[] else '{}' end
      from generate_series(1, ${upTo - there}::int) n`;
}
