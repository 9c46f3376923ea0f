import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Deed } from './record.ts';

const ACTION = 'shop.configured' satisfies Deed['action'];

/**
 * Writes down how the shop is set up, when that is not how it was at the last start.
 * @param fingerprint changes with any setting that is no secret
 */
export async function noteConfiguration(
  { db }: Pick<Context, 'db'>,
  fingerprint: string,
  facts: NonNullable<Deed['meta']>,
): Promise<void> {
  await db.execute(sql`
    insert into audit (action, target, meta)
    select ${ACTION}, 'shop', ${JSON.stringify({ ...facts, fingerprint })}::jsonb
     where ${fingerprint} is distinct from
       (select meta ->> 'fingerprint' from audit where action = ${ACTION} order by -id limit 1)`);
}
