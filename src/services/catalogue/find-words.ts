import { desc, eq, like, type SQL, sql } from 'drizzle-orm';
import { equalWords } from '#model/catalogue/equal-words.ts';
import { searchWords, swapped } from '#model/catalogue/search-words.ts';
import { searchWord, tool, toolCategory } from '#tables/catalogue.ts';
import { synonyms } from '../../../content/synonyms.ts';
import type { Db } from '../kernel/context.ts';
import { type Group, type Part, type SearchPlan, seekText } from './seek-text.ts';

/**
 * All words must stand in a tool's name or item number. Only where that is true of no tool at all, a word that no tool
 * has may also be one that looks like it: whoever spells well never gets more than was asked for. Plain words are
 * looked up among the words of the catalogue, which are few however many tools there are. A category stands among the
 * words of its tools.
 */
export async function findWords(db: Db, q: string, category?: string): Promise<SearchPlan | undefined> {
  const words = searchWords(q);
  const within = category === undefined ? [] : [await categoryGroup(db, category)];
  if (words.length === 0 && within.length === 0) return undefined;
  if (words.every((word) => PLAIN.test(word))) {
    const groups = [...within, ...(await Promise.all(words.map((word) => groupOf(db, word))))];
    if (groups.every((group) => group !== undefined)) return { by: 'words', groups: rarestFirst(groups) };
  }
  const inCategory: Part[] = within.map((lead) => ({ fits: eq(tool.category, category ?? ''), lead }));
  const exact = await Promise.all(words.map(async (word) => ({ word, part: await exactPart(db, word) })));
  const exactly = await seekText(db, [...inCategory, ...exact.map(({ part }) => part)]);
  if (exactly.tools > 0) return exactly;
  const loose = await Promise.all(exact.map(({ word, part }) => loosePart(db, word, part)));
  return seekText(db, [...inCategory, ...loose]);
}

/** The tools of a category, by the word under which the database keeps it. */
async function categoryGroup(db: Db, category: string): Promise<Group> {
  const [found] = await db.select().from(toolCategory).where(eq(toolCategory.category, category));
  return { words: [`=${category}`], tools: found?.tools ?? 0 };
}

/** Letters of which every database knows that they are letters, as many as the words have that it keeps. */
const PLAIN = /^[a-z]{3,}$/;
const PLAIN_PARTS = /[a-z]{3,}/g;
/** From so many words on it is quicker to look into the text of all tools. */
const MAX_FORMS = 40;

/** The words of the catalogue that a plain one stands in, or one that means the same; those that look like it when there are none. */
async function groupOf(db: Db, word: string): Promise<Group | undefined> {
  const known = await among(db, likeAny(searchWord.word, meant(word)));
  return known?.words.length === 0 ? among(db, likeAny(searchWord.word, await spellings(db, word))) : known;
}

/** Undefined when they are too many. */
async function among(db: Db, fits: SQL): Promise<Group | undefined> {
  const forms = await db
    .select()
    .from(searchWord)
    .where(fits)
    .orderBy(desc(searchWord.tools))
    .limit(MAX_FORMS + 1);
  return forms.length > MAX_FORMS
    ? undefined
    : { words: forms.map((form) => form.word), tools: forms.reduce((sum, form) => sum + form.tools, 0) };
}

const rarestFirst = (groups: readonly Group[]): Group[] => groups.toSorted((one, other) => one.tools - other.tools);

/** The letters in a word stand together in a tool's text only within a word that the catalogue has. */
async function exactPart(db: Db, word: string): Promise<Part> {
  const parts = word.match(PLAIN_PARTS) ?? [];
  const others = PLAIN.test(word) ? meant(word).slice(1) : [];
  const groups = await Promise.all(
    parts.map((part) => among(db, likeAny(searchWord.word, [pattern(part), ...others]))),
  );
  const lead = rarestFirst(groups.filter((group) => group !== undefined))[0];
  if (others.length > 0) return { fits: likeAny(tool.search, [pattern(word), ...others]), lead };
  if (!SHORT.test(word)) return { fits: contains(word), lead };
  return { fits: begins(word), lead, likely: await among(db, like(searchWord.word, `${word}%`)) };
}

/** Letters from which a word has enough of a shape to be recognized in another spelling. */
const SHORTEST_LOOSE = 3;
const MAX_ALIKE = 20;

/** A word that the catalogue has is meant as it is. */
async function loosePart(db: Db, word: string, exact: Part): Promise<Part> {
  if (word.length < SHORTEST_LOOSE) return exact;
  const known = await db
    .select()
    .from(searchWord)
    .where(likeAny(searchWord.word, meant(word)))
    .limit(1);
  if (known.length > 0) return exact;
  const alike = await spellings(db, word);
  const lead = PLAIN.test(word) ? await among(db, likeAny(searchWord.word, alike)) : undefined;
  return { fits: likeAny(tool.search, alike), lead };
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
    .limit(MAX_ALIKE);
  return [...swapped(word), ...alike.map((it) => it.word)].map(pattern);
}

/** One or two letters begin a word: an index knows where words begin, and nothing of what stands within them. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u;

/** As an expression it is one question to the index; as patterns it would be three. */
const begins = (word: string): SQL => sql`${tool.search} ~ ${`(^|[ -])${word}`}`;

function contains(word: string): SQL {
  const end = /\d[\p{L}\p{N}]{4,5}$/u.exec(word)?.[0];
  if (!end || end === word) return like(tool.search, pattern(word));
  // Item numbers begin alike and end each in its own way: the index is asked for the end alone.
  return sql`(${like(tool.search, pattern(end))} and ${tool.search} || '' like ${pattern(word)})`;
}

const likeAny = (text: typeof tool.search | typeof searchWord.word, patterns: string[]): SQL =>
  sql`${text} like any(${sql.param(patterns)}::text[])`;

/** Patterns of a word and of those that mean the same. */
const meant = (word: string): string[] => equalWords(word, synonyms).map(pattern);

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
