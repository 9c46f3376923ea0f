import { and, gte, isNull, like, lte, type SQL, sql } from 'drizzle-orm';
import { searchWords, swapped } from '#model/catalogue/search-words.ts';
import type { ToolFilter } from '#model/catalogue/tool-filter.ts';
import { searchWord, tool } from '#tables/catalogue.ts';
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
 * All words must stand in a tool's name or item number. Only where that is true of no tool at all, a word that no tool
 * has may also be one that looks like it: whoever spells well never gets more than was asked for.
 */
async function spelledLike(db: Db, words: string[]): Promise<SQL | undefined> {
  const exactly = and(...words.map(contains));
  const [found] = await db
    .select({ id: tool.id })
    .from(tool)
    .where(and(isNull(tool.deletedAt), exactly))
    .limit(1);
  if (found) return exactly;
  return and(...(await Promise.all(words.map(async (word) => (await loosely(db, word)) ?? contains(word)))));
}

/** Letters from which a word has enough of a shape to be recognized in another spelling. */
const SHORTEST_LOOSE = 3;
const MOST_ALIKE = 20;

/** Words that look like this one, and this one with two letters swapped; undefined for a word that the catalogue has. */
async function loosely(db: Db, word: string): Promise<SQL | undefined> {
  if (word.length < SHORTEST_LOOSE) return undefined;
  const known = await db
    .select()
    .from(searchWord)
    .where(like(searchWord.word, pattern(word)))
    .limit(1);
  if (known.length > 0) return undefined;
  const alike = await db
    .select()
    .from(searchWord)
    .where(sql`tool_resembles(${searchWord.word}, ${word})`)
    .limit(MOST_ALIKE);
  // Two letters in each other's place are the commonest slip, and the one that trigrams know worst.
  const spellings = [...swapped(word), ...alike.map((it) => it.word)].map(pattern);
  return likeAny(spellings);
}

/** One or two letters begin a word: an index knows where words begin, and nothing of what stands within them. */
const contains = (word: string): SQL =>
  /^[\p{L}\p{N}]{1,2}$/u.test(word)
    ? likeAny([`${word}%`, `% ${word}%`, `%-${word}%`])
    : like(tool.search, pattern(word));

const likeAny = (patterns: string[]) => sql`${tool.search} like any(${sql.param(patterns)}::text[])`;

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
