import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from './context.ts';

/** How many rows a seal takes, but for those of its last transaction, which it takes all. */
export const BLOCK = 500;

/** How much earlier than the seal before it a block may claim to have been written: clocks are set back at times. */
const CLOCK_SET_BACK = sql`interval '1 day'`;

// Written out field by field, in forms that no setting of the database changes.
const ROW = sql`jsonb_build_array(id, tx, extract(epoch from at), actor, action, target, meta)::text`;

/** The rows of a block in one text, how many they are, and the earliest time that they say. */
export const blockOf = (since: SQL, until: SQL): SQL => sql`
  select count(*) as entries, string_agg(${ROW}, E'\n' order by tx, id) as text, min(at) as earliest
    from audit where tx >= ${since} and tx < ${until}`;

export interface SealParts {
  readonly before: SQL;
  readonly no: SQL;
  readonly since: SQL;
  readonly until: SQL;
  readonly entries: SQL;
  readonly sealedAt: SQL;
  readonly text: SQL;
}

/** What a seal's hash is: over the hash before, the seal itself and its rows. */
export const hashOfBlock = ({ before, no, since, until, entries, sealedAt, text }: SealParts): SQL => sql`
  sha256(coalesce(${before}, ''::bytea) || convert_to(
    jsonb_build_array(${no}, ${since}, ${until}, ${entries}, extract(epoch from ${sealedAt}))::text || E'\n' || ${text}, 'UTF8'))`;

export interface SealLook {
  readonly no: number;
  readonly entries: number;
  readonly intact: boolean;
}

/** Compares up to `most` seals, from number `from` on, with the audit: none of a block's rows changed, added or gone. */
export async function compareSeals(db: Db | Transaction, from: number, most: number): Promise<readonly SealLook[]> {
  const again = hashOfBlock({
    before: sql`before.hash`,
    no: sql`seal.no`,
    since: sql`seal.since`,
    until: sql`seal.until`,
    entries: sql`block.entries`,
    sealedAt: sql`seal.sealed_at`,
    text: sql`block.text`,
  });
  const { rows } = await db.execute<SealLook & Record<string, unknown>>(sql`
    select seal.no, seal.entries,
           coalesce(seal.hash = ${again}
             and seal.since = coalesce(before.until, 0)
             and (seal.no = 1 or before.no is not null)
             and block.earliest >= coalesce(before.sealed_at, '-infinity') - ${CLOCK_SET_BACK}, false) as intact
      from audit_seal seal
      left join audit_seal before on before.no = seal.no - 1
      cross join lateral (${blockOf(sql`seal.since`, sql`seal.until`)}) block
     where seal.no >= ${from}
     order by seal.no limit ${most}`);
  return rows;
}
