import { type SQL, sql } from 'drizzle-orm';
import { bareNumber } from '#model/catalogue/item-number.ts';
import { equalWords, searchWords, swapped, withoutSlip } from '#model/catalogue/search-words.ts';
import { tool } from '#tables/catalogue.ts';
import { synonyms } from '../../../../content/synonyms.ts';
import type { Db } from '../../kernel/context.ts';
import { BARE_NUMBER } from '../match/match-tools.ts';

/** A word of a search: a tool has it when one of the spellings stands in its name or item number. */
export interface Word {
  readonly typed: string;
  readonly spellings: readonly string[];
  /** One or two letters: they must begin a word. */
  readonly begins: boolean;
}

const SHORT = /^[\p{L}\p{N}]{1,2}$/u;
const NUMBER = /^[a-z\d-]+$/;
const LETTERS = /^[a-z]{3,}$/;
/** Characters from which a word has enough of a shape to be recognized in another spelling. */
const SHORTEST_LOOSE = 3;
/** So many tools tell the words that are common. */
const SAMPLE = 2_000;
/** The most tools looked at, by three letters of the word that no common word has, or by the number's beginning. */
const RARE = 300;
const MAX_ALIKE = 20;
/** A text as long as a search may be has so many words of five letters; each costs a look into every row. */
const MAX_WORDS = 16;

/** Each word once; the words after the first `MAX_WORDS` are left out. */
export const readWords = (q: string): Word[] =>
  [...new Set(searchWords(q))].slice(0, MAX_WORDS).map((typed) => ({
    typed,
    spellings: LETTERS.test(typed) ? equalWords(typed, synonyms) : [typed],
    begins: SHORT.test(typed),
  }));

/**
 * In place of a word that no tool has: beginnings of item numbers that differ from it only in hyphens, or words that look
 * like it, which come first for a word without a digit. Undefined when there are none.
 */
export async function looseWord(db: Db, word: Word): Promise<Word | undefined> {
  const { typed } = word;
  if (typed.length < SHORTEST_LOOSE) return undefined;
  const ways = /\d/.test(typed) ? [hyphened, alike] : [alike, hyphened];
  for (const way of ways) {
    const spellings = await way(db, typed);
    if (spellings.length > 0) return { ...word, spellings };
  }
  return undefined;
}

/**
 * The common words, those that share three letters with it which no common one has, and what it becomes when one slip is
 * undone. Trigrams say what looks like it; two letters swapped is the commonest slip, and the one that they know worst.
 */
async function alike(db: Db, typed: string): Promise<string[]> {
  const slips = withoutSlip(typed).filter((it) => it.length >= SHORTEST_LOOSE);
  const parts = threes(typed);
  const { rows } = await db.execute<{ word: string }>(sql`
    with common as materialized (
      select distinct found[1] as word from (select search from tool_search order by seq limit ${SAMPLE}) tool, ${WORDS_OF_TOOL}),
    rare as (
      select found[1] as word
        from unnest(${sql.param(parts)}::text[], ${sql.param(parts.map(prefix))}::text[]) as part (letters, terms)
       cross join lateral (
         with fitting as materialized (select search from tool_search where search_terms(search) @@ terms::tsquery)
         select search from fitting limit ${RARE}) tool, ${WORDS_OF_TOOL}
       where not exists (select from common where strpos(word, letters) > 0))
    select word from (select word from common union select word from rare) known where tool_resembles(word, ${typed})
    union
    select slip from unnest(${sql.param(slips)}::text[], ${sql.param(slips.map(prefix))}::text[]) as without (slip, terms)
     where (slip = any(${sql.param(swapped(typed))}::text[]) or tool_resembles(slip, ${typed}))
       and (exists (select from common where strpos(word, slip) > 0)
            or exists (select from tool_search where search_terms(search) @@ terms::tsquery))
     limit ${MAX_ALIKE}`);
  return rows.map((row) => row.word);
}

/** Beginnings of item numbers that are `typed` but for the hyphens. */
async function hyphened(db: Db, typed: string): Promise<string[]> {
  const bare = bareNumber(typed);
  if (!NUMBER.test(typed) || bare.length < SHORTEST_LOOSE) return [];
  const { rows } = await db.execute<{ number: string }>(sql`
    select distinct lower(substring(sku from ${`^[^-](?:-?[^-]){${bare.length - 1}}`})) as number
      from (select ${tool.sku} from ${tool}
             where ${BARE_NUMBER} between ${bare} and ${bare + BEHIND_ALL} and ${tool.deletedAt} is null and ${tool.sku} is not null
             order by ${BARE_NUMBER} limit ${RARE}) its
     limit ${MAX_ALIKE}`);
  return rows.map(({ number }) => number);
}

/** After every item number that goes on in some way, in any collation. */
const BEHIND_ALL = 'Z'.repeat(64);

const WORDS_OF_TOOL = sql`regexp_matches(tool.search, '[[:alpha:]]{3,}', 'g') found`;

/** Three letters of the word that stand together, from every place in it. */
const threes = (word: string): string[] =>
  [...word].map((_, at, letters) => letters.slice(at, at + 3).join('')).filter((part) => /^\p{L}{3}$/u.test(part));

/** Asks the index of `search_terms`, which has every end of every word. */
export const byIndex = (words: readonly Word[]): SQL =>
  sql`search_terms(search) @@ ${words.map(terms).join(' & ')}::tsquery`;

const terms = ({ spellings, begins }: Word): string =>
  `(${spellings.map((it) => prefix(begins ? ` ${it}` : it)).join(' | ')})`;

const prefix = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}':*`;

/** The same of rows that are read anyway: looks into their text. */
export const byText = (words: readonly Word[]): SQL[] =>
  words.map(({ spellings, begins, typed }) =>
    begins ? sql`search ~ ${`(^|[ -])${typed}`}` : sql`search like any(${sql.param(spellings.map(pattern))}::text[])`,
  );

/** For texts that no index leads to: one word like it, or the beginning of an item number as `hyphened` finds it, is enough. */
export const byLikeness = (words: readonly Word[]): SQL[] =>
  words.flatMap((word) => (word.typed.length < SHORTEST_LOOSE ? byText([word]) : isLike(word)));

function isLike({ typed, spellings }: Word): SQL {
  const patterns = [...spellings, ...swapped(typed)].map(pattern);
  const bare = bareNumber(typed);
  const isNumber = NUMBER.test(typed) && bare.length >= SHORTEST_LOOSE;
  return sql`(search like any(${sql.param(patterns)}::text[])
    or exists (select from regexp_matches(search, '[[:alpha:]]{3,}', 'g') found where tool_resembles(found[1], ${typed}))
    or ${isNumber} and ${BARE_NUMBER} like ${`${bare}%`})`;
}

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
