import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ArchivedPlace, ArchivedTool } from '#model/catalogue/archived-tool.ts';
import { searchWords } from '#model/catalogue/search-words.ts';
import { COUNTED } from '#model/kernel/count.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { toolView } from './get-tool.ts';

/** Tools in one answer. */
const PAGE = 50;

const microseconds = sql<string>`(extract(epoch from ${tool.deletedAt}) * 1000000)::bigint`;

/**
 * Deleted tools, the last deleted first. Every word of `q` is in the name or the item number, as in the shop's search.
 * `total` counts all pages, up to one more than `COUNTED`.
 */
export async function listArchivedTools(
  { db }: Pick<Context, 'db'>,
  { q = '', after }: { q?: string | undefined; after?: ArchivedPlace | undefined },
): Promise<Page<ArchivedTool> & { total: number }> {
  const found = and(isNotNull(tool.deletedAt), ...[...new Set(searchWords(q))].map(hasWord));
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

const hasWord = (word: string): SQL =>
  sql`strpos(tool_search_text(${tool.name}, ${tool.sku}, ${tool.id}), ${word}) > 0`;

const isBehind = ({ at, seq }: ArchivedPlace): SQL =>
  sql`(${tool.deletedAt}, ${tool.seq}) < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${seq}::bigint)`;
