import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ArchivedPlace, ArchivedTool } from '#model/catalogue/archived-tool.ts';
import { COUNTED } from '#model/kernel/count.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import type { Context, Db } from '../kernel/context.ts';
import { toolView } from './get-tool.ts';
import { byLikeness, byText, readWords } from './search/words.ts';

/** Tools in one answer. */
const PAGE = 50;

const microseconds = sql<string>`(extract(epoch from ${tool.deletedAt}) * 1000000)::bigint`;

type ArchivedTools = Page<ArchivedTool> & { readonly total: number };

interface Asked {
  readonly q?: string | undefined;
  readonly after?: ArchivedPlace | undefined;
}

/**
 * Deleted tools, the last deleted first. Every word of `q` is in the name or the item number, with the spellings of the
 * shop's search; only where no tool has them all, one like it is enough. `total` counts up to one more than `COUNTED`.
 */
export async function listArchivedTools({ db }: Pick<Context, 'db'>, { q = '', after }: Asked): Promise<ArchivedTools> {
  const words = readWords(q);
  const spelled = await find(db, byText(words), { q, after });
  const isSpelled = spelled.rows.length > 0 || (after && (await find(db, byText(words), { q })).rows.length > 0);
  return isSpelled || words.length === 0 ? spelled : find(db, byLikeness(words), { q, after });
}

async function find(db: Db, conditions: readonly SQL[], { q, after }: Asked): Promise<ArchivedTools> {
  const found = and(isNotNull(tool.deletedAt), conditions.length > 0 ? haveText(and(...conditions)) : undefined);
  const read = await db
    .select({ tool, by: person.name, place: sql<string>`${microseconds} || '-' || ${tool.seq}` })
    .from(tool)
    .leftJoin(person, eq(person.id, tool.deletedBy))
    .where(and(found, after && isBehind(after)))
    .orderBy(desc(tool.deletedAt), desc(tool.seq))
    .limit(PAGE + 1);
  const { rows, next } = cutPage(read, PAGE, ({ place }) => place);
  const shown = rows.map(({ tool: row, by }) => ({
    ...toolView(row),
    archived_at: row.deletedAt?.toISOString() ?? '',
    archived_by: by,
  }));
  // The only page has counted them.
  const isWhole = after === undefined && next === undefined;
  const counted = db
    .select({ id: tool.id })
    .from(tool)
    .where(found)
    .limit((q ? COUNTED.search : COUNTED.all) + 1);
  return { rows: shown, next, total: isWhole ? rows.length : await db.$count(counted.as('counted')) };
}

/** Archived tools have no row of words to search; their text is made as it is asked. */
const haveText = (condition: SQL | undefined): SQL =>
  sql`exists (select from tool_search_text(${tool.name}, ${tool.sku}, ${tool.id}) search where ${condition})`;

const isBehind = ({ at, seq }: ArchivedPlace): SQL =>
  sql`(${tool.deletedAt}, ${tool.seq}) < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${seq}::bigint)`;
