import type { Sql } from '#platform/postgres/sql.ts';
import type { Config } from '../config.ts';

const LIVE = 'live';

/** Whether real payments were ever taken with these data. */
export async function areLive(sql: Sql): Promise<boolean> {
  const [row] = await sql`select exists (select from bookmark where name = ${LIVE}) as live`;
  return row?.live;
}

/** Without its keys a live shop would open to everybody's demo admin, and ask a stand-in about real money. */
export async function refuseLiveData(sql: Sql, { testMode, testCopy }: Config): Promise<string | undefined> {
  if (!testMode) {
    await sql`insert into bookmark (name, at) values (${LIVE}, now()) on conflict do nothing`;
    return undefined;
  }
  if (testCopy || !(await areLive(sql))) return undefined;
  return 'These data are of a shop that takes real payments, and STRIPE_SECRET_KEY is no live key: set the keys that the shop had. For a copy to try things with, set TEST_COPY=on.';
}
