import { and, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { searchWords, swapped } from '#model/catalogue/search-words.ts';
import type { ToolFilter } from '#model/catalogue/tool-filter.ts';
import { tool } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';

/** Which rows a filter leaves, deleted tools never among them. */
export async function matching(db: Db, { q = '', price, min_order, in_stock }: ToolFilter): Promise<SQL | undefined> {
  const words = searchWords(q);
  return and(
    isNull(tool.deletedAt),
    price?.from === undefined ? undefined : gte(tool.price, price.from),
    price?.to === undefined ? undefined : lte(tool.price, price.to),
    min_order === undefined ? undefined : lte(tool.minQuantity, min_order),
    in_stock ? gte(tool.available, tool.minQuantity) : undefined,
    words.length > 0 ? await spelledLike(db, words) : undefined,
  );
}

/**
 * All words must stand in a tool's name or item number. Only where that is true of no tool at all, words that look
 * alike count too: whoever spells well never gets more than was asked for.
 */
async function spelledLike(db: Db, words: string[]): Promise<SQL | undefined> {
  const exactly = and(...words.map(contains));
  const [found] = await db
    .select({ id: tool.id })
    .from(tool)
    .where(and(isNull(tool.deletedAt), exactly))
    .limit(1);
  if (found) return exactly;
  return and(...words.map((word) => (word.length < SHORTEST_LOOSE ? contains(word) : resembles(word))));
}

/** Letters from which a word has enough of a shape to be recognized in another spelling. */
const SHORTEST_LOOSE = 3;

const contains = (word: string) => sql`${tool.search} like ${pattern(word)}`;

/** Two letters in each other's place are the commonest slip, and the one that trigrams know worst. */
const resembles = (word: string) =>
  sql`(${tool.search} like any(${sql.param(swapped(word).map(pattern))}::text[]) or tool_resembles(${tool.search}, ${word}))`;

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
