import type { Sql } from '../../platform/postgres/sql.ts';

export interface StockedTool {
  readonly id: string;
  readonly price: number;
  readonly quantity: number;
}

const PIECES = 500_000_000;

export async function stockTools(sql: Sql, count: number): Promise<StockedTool[]> {
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
