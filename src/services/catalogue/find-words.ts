import { and, isNull, like, type SQL, sql } from 'drizzle-orm';
import { searchWords, swapped } from '#model/catalogue/search-words.ts';
import { COUNTED } from '#model/kernel/count.ts';
import { searchWord, tool } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';

/** What a search looks for. */
export type Sought =
  /** Tools that have a word of each group, the rarest group first. */
  | { readonly by: 'words'; readonly groups: readonly (readonly string[])[] }
  /** Tools whose text fits; how many, counted up to one more than `COUNTED.search`, where that is known. */
  | { readonly by: 'text'; readonly fits: SQL; readonly tools: number | undefined };

/**
 * All words must stand in a tool's name or item number. Only where that is true of no tool at all, a word that no tool
 * has may also be one that looks like it: whoever spells well never gets more than was asked for. Plain words are
 * looked up among the words of the catalogue, which are few however many tools there are.
 */
export async function findWords(db: Db, q: string): Promise<Sought | undefined> {
  const words = searchWords(q);
  if (words.length === 0) return undefined;
  if (words.every((word) => PLAIN.test(word))) {
    const groups = await Promise.all(words.map((word) => formsOf(db, word)));
    if (groups.every((forms) => forms.length <= MOST_FORMS)) return { by: 'words', groups: rarestFirst(groups) };
  }
  return spelledLike(db, words);
}

/** Letters of which every database knows that they are letters, as many as the words have that it keeps. */
const PLAIN = /^[a-z]{3,}$/;
/** From so many words on it is quicker to look into the text of all tools. */
const MOST_FORMS = 40;

type Form = typeof searchWord.$inferSelect;

/** The words of the catalogue that a plain one stands in; those that look like it when it stands in none. */
async function formsOf(db: Db, word: string): Promise<Form[]> {
  const known = await among(db, like(searchWord.word, pattern(word)));
  return known.length > 0 ? known : among(db, likeAny(searchWord.word, await spellings(db, word)));
}

const among = (db: Db, fits: SQL): Promise<Form[]> =>
  db
    .select()
    .from(searchWord)
    .where(fits)
    .limit(MOST_FORMS + 1);

const rarestFirst = (groups: readonly Form[][]): string[][] =>
  groups
    .map((forms) => ({ forms, tools: forms.reduce((sum, form) => sum + form.tools, 0) }))
    .sort((one, other) => one.tools - other.tools)
    .map(({ forms }) => forms.filter((form) => form.tools > 0).map((form) => form.word));

async function spelledLike(db: Db, words: string[]): Promise<Sought> {
  const exactly = sql.join(words.map(contains), sql` and `);
  const found = await db
    .select({ seq: tool.seq })
    .from(tool)
    .where(and(isNull(tool.deletedAt), exactly))
    .limit(COUNTED.search + 1);
  const tools = found.length;
  if (tools > COUNTED.search) return { by: 'text', fits: exactly, tools };
  // Few are all known now: nobody has to look into the text again.
  if (tools > 0) {
    const known = sql.param(found.map(({ seq }) => seq));
    return { by: 'text', fits: sql`${tool.seq} = any(${known}::bigint[])`, tools };
  }
  const loosely = await Promise.all(words.map(async (word) => (await looselyContains(db, word)) ?? contains(word)));
  return { by: 'text', fits: sql.join(loosely, sql` and `), tools: undefined };
}

/** Letters from which a word has enough of a shape to be recognized in another spelling. */
const SHORTEST_LOOSE = 3;
const MOST_ALIKE = 20;

/** Undefined for a word that the catalogue has. */
async function looselyContains(db: Db, word: string): Promise<SQL | undefined> {
  if (word.length < SHORTEST_LOOSE) return undefined;
  const known = await db
    .select()
    .from(searchWord)
    .where(like(searchWord.word, pattern(word)))
    .limit(1);
  return known.length > 0 ? undefined : likeAny(tool.search, await spellings(db, word));
}

/**
 * Patterns of the words that look like this one, and of this one with two letters swapped: that is the commonest slip,
 * and the one that trigrams know worst.
 */
async function spellings(db: Db, word: string): Promise<string[]> {
  const alike = await db
    .select({ word: searchWord.word })
    .from(searchWord)
    .where(sql`tool_resembles(${searchWord.word}, ${word})`)
    .limit(MOST_ALIKE);
  return [...swapped(word), ...alike.map((it) => it.word)].map(pattern);
}

/** One or two letters begin a word: an index knows where words begin, and nothing of what stands within them. */
function contains(word: string): SQL {
  if (/^[\p{L}\p{N}]{1,2}$/u.test(word)) return likeAny(tool.search, [`${word}%`, `% ${word}%`, `%-${word}%`]);
  const end = /\d[\p{L}\p{N}]{4,5}$/u.exec(word)?.[0];
  if (!end || end === word) return like(tool.search, pattern(word));
  // Item numbers begin alike and end each in its own way: the index is asked for the end alone.
  return sql`(${like(tool.search, pattern(end))} and ${tool.search} || '' like ${pattern(word)})`;
}

const likeAny = (text: typeof tool.search | typeof searchWord.word, patterns: string[]): SQL =>
  sql`${text} like any(${sql.param(patterns)}::text[])`;

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
