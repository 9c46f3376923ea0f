import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';

/** A seal takes all rows of its last transaction, even beyond that. */
export const BLOCK = 500;

/** A block may claim to be this much older than the seal before it: clocks are set back at times. */
const CLOCK_SET_BACK = sql`interval '1 day'`;

// Field by field, in formats that no setting of the database changes.
const ROW = sql`jsonb_build_array(id, tx, extract(epoch from at), actor, action, target, meta)::text`;

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

export const hashOfBlock = ({ before, no, since, until, entries, sealedAt, text }: SealParts): SQL => sql`
  sha256(coalesce(${before}, ''::bytea) || convert_to(
    jsonb_build_array(${no}, ${since}, ${until}, ${entries}, extract(epoch from ${sealedAt}))::text || E'\n' || ${text}, 'UTF8'))`;

export interface SealLook {
  readonly no: number;
  readonly entries: number;
  readonly intact: boolean;
}

/** Compares up to `limit` seals from number `from` on. Rows changed, added or removed break a seal. */
export async function compareSeals(
  db: Pick<Database, 'execute'>,
  from: number,
  limit: number,
): Promise<readonly SealLook[]> {
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
     order by seal.no limit ${limit}`);
  return rows;
}
