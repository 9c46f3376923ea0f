import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { COUNTED } from '#model/kernel/count.ts';
import { tool, toolWord } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';

/** Words of the catalogue of which tools have one, the commonest first; how many tools that are at most. */
export interface Group {
  readonly words: readonly string[];
  readonly tools: number;
}

/** What a search looks for. */
export type SearchPlan =
  /** Tools that have a word of each group, the rarest group first. */
  | { readonly by: 'words'; readonly groups: readonly Group[] }
  /**
   * Tools whose text fits; how many, counted up to one more than `COUNTED.search`. All of them have a word of `lead`,
   * where there is one.
   */
  | { readonly by: 'text'; readonly fits: SQL; readonly tools: number; readonly lead: Group | undefined };

/** What the text of a tool must fit. */
export interface Part {
  readonly fits: SQL;
  /** Words of which every tool that fits has one. */
  readonly lead: Group | undefined;
  /** Words that fit for themselves in most texts. */
  readonly likely?: Group | undefined;
}

/** So many tools are looked at one by one before the index of the text is asked: it gathers all that have the letters. */
const LOOKED_AT = 3_000;

/** The tools whose text fits all parts: which they are when they are few, else that they are many. */
export async function seekText(db: Db, parts: readonly Part[]): Promise<SearchPlan & { by: 'text' }> {
  const fits = sql.join(
    parts.map((part) => part.fits),
    sql` and `,
  );
  const lead = fewest(parts.map((part) => part.lead));
  const found = (seqs: readonly number[]) =>
    seqs.length > COUNTED.search ? { by: 'text' as const, fits, tools: seqs.length, lead } : known(seqs);
  if (lead && lead.tools <= LOOKED_AT) return found(await fittingOf(db, lead.words, fits));
  const [common] = (lead ?? fewest(parts.map((part) => part.likely)))?.words ?? [];
  const some = common === undefined ? [] : await fittingOf(db, [common], fits);
  if (some.length > COUNTED.search) return found(some);
  const rows = await db
    .select({ seq: tool.seq })
    .from(tool)
    .where(and(isNull(tool.deletedAt), fits))
    .limit(COUNTED.search + 1);
  return found(rows.map(({ seq }) => seq));
}

/** The tools that fit among the first that have one of these words. */
async function fittingOf(db: Db, words: readonly string[], fits: SQL): Promise<number[]> {
  if (words.length === 0) return [];
  const { rows } = await db.execute<{ seq: number }>(sql`
    select ${words.length > 1 ? sql`distinct` : sql``} seq
      from (select ${toolWord.seq} from ${toolWord} where ${inArray(toolWord.word, [...words])} limit ${LOOKED_AT}) ${toolWord}
     where ${textFits(fits)} limit ${COUNTED.search + 1}`);
  return rows.map(({ seq }) => seq);
}

/** Nobody has to look into the text again. */
const known = (found: readonly number[]): SearchPlan & { by: 'text' } => ({
  by: 'text',
  fits: sql`${tool.seq} = any(${sql.param(found)}::bigint[])`,
  tools: found.length,
  lead: undefined,
});

/** Whether the text of the tool of this row of words fits: looked up for each row, whatever index the text has. */
export const textFits = (fits: SQL): SQL => sql`(select ${fits} from ${tool} where ${tool.seq} = ${toolWord.seq})`;

const fewest = (groups: readonly (Group | undefined)[]): Group | undefined =>
  groups.filter((group) => group !== undefined).toSorted((one, other) => one.tools - other.tools)[0];
