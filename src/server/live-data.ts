import { reachable } from '#platform/postgres/reachable.ts';
import type { Sql } from '#platform/postgres/sql.ts';
import type { Config } from '../config.ts';

const LIVE = 'live';

/** Whether real payments were ever taken with these data. */
export async function areLive(sql: Sql): Promise<boolean> {
  const [row] = await sql`select exists (select from bookmark where name = ${LIVE}) as live`;
  return row?.live;
}

/**
 * What stand-ins confirmed proves nothing in a live shop, and neither do the links of their mails: before the first live
 * start everybody could read them.
 */
export async function markLive(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [first] =
      await tx`insert into bookmark (name, at) values (${LIVE}, now()) on conflict do nothing returning name`;
    await tx`update person set email_proof = null where email_proof = 'stand-in' and not demo`;
    if (!first) return;
    await tx`delete from email_confirmation`;
    await tx`delete from password_reset`;
  });
}

/**
 * Without its keys a live shop would open to everybody's demo admin, and ask a stand-in about real money. Asked before the
 * migrations: what is refused can still be opened by the release before.
 */
export async function refuseLiveData(
  sql: Sql,
  { testMode, testCopy }: Pick<Config, 'testMode' | 'testCopy'>,
): Promise<string | undefined> {
  // A database that does not answer is told by the migrations.
  if (!testMode || testCopy || !(await reachable(sql)).ok) return undefined;
  const [table] = await sql`select to_regclass('bookmark') is not null as there`;
  if (!table?.there || !(await areLive(sql))) return undefined;
  return 'These data are of a shop that takes real payments, and STRIPE_SECRET_KEY is no live key: set the keys that the shop had. For a copy to try things with, set TEST_COPY=on.';
}
