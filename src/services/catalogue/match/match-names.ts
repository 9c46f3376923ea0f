import { sql } from 'drizzle-orm';
import {
  type Fits,
  type NamedTool,
  type NameScore,
  namedTool,
  nameScore,
  readings,
  Vocabulary,
} from '#model/catalogue/name-score.ts';
import { nameWords } from '#model/catalogue/name-words.ts';
import { equalWords } from '#model/catalogue/search-words.ts';
import { phrases, synonyms } from '../../../../content/synonyms.ts';
import type { Db } from '../../kernel/context.ts';

export interface NameMatch {
  /** The tools it may be, the likeliest first. */
  readonly seqs: readonly number[];
  /** Only the first can be meant. */
  readonly isSure: boolean;
}

/** So many of the oldest tools are compared one by one; of a larger shop the index is asked as well. */
const SAMPLE = 2_500;
/** So many tools that the index knows are compared for each name. */
const FROM_INDEX = 24;
/** How far the first must be ahead of the second to be the one that is meant. */
const AHEAD = 0.3;

interface Row {
  readonly seq: number;
  readonly named: NamedTool;
}

/** Which tools these names may mean. */
export async function matchNames(db: Db, names: readonly string[]): Promise<Map<string, NameMatch>> {
  if (names.length === 0) return new Map();
  const sample = await read(db);
  const isLarge = sample.length === SAMPLE;
  const whole = isLarge ? await wholeNames(db, names) : new Map<string, NameMatch>();
  const known = knownOf(sample);
  const others = names.filter((name) => !whole.has(name));
  const ranked = await inTurns(others, (name) => rank(wordsOf(name), known));
  if (isLarge) {
    const open = [...ranked.keys()].filter((name) => !isSettled(ranked.get(name) ?? []));
    const asked = await ask(db, open, known);
    const likely = (name: string) => (ranked.get(name) ?? []).map(({ row }) => row);
    const rowsOf = new Map([...asked].map(([name, rows]) => [name, unique([...likely(name), ...rows])]));
    const { vocabulary } = knownOf(unique([...rowsOf.values()].flat()));
    const closer = await inTurns(rowsOf.keys(), (name) =>
      scored(readings(wordsOf(name), vocabulary), () => rowsOf.get(name) ?? []),
    );
    for (const [name, tools] of closer) ranked.set(name, tools);
  }
  return new Map([...whole, ...[...ranked].map(([name, tools]) => [name, matchOf(tools)] as const)]);
}

/** So many names are judged before others have their turn: one may take some milliseconds. */
const AT_ONCE = 5;

async function inTurns<T>(names: Iterable<string>, judge: (name: string) => T): Promise<Map<string, T>> {
  const judged = new Map<string, T>();
  for (const name of names) {
    judged.set(name, judge(name));
    if (judged.size % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return judged;
}

/** Names that are those of tools, but for signs. */
async function wholeNames(db: Db, names: readonly string[]): Promise<Map<string, NameMatch>> {
  const { rows } = await db.execute<{ name: string; seq: number }>(sql`
    select asked.name, found.seq from unnest(${sql.param([...names])}::text[]) as asked (name)
     cross join lateral (
       select seq from tool_search where plain_name(name) = nullif(plain_name(lower(asked.name)), '') limit ${SAME}) found
     order by seq`);
  const seqs = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    [...seqs].map(([name, its]) => [name, { seqs: its.map(({ seq }) => Number(seq)), isSure: its.length === 1 }]),
  );
}

/** So many tools of one name are looked at. */
const SAME = 3;

const unique = (rows: readonly Row[]): Row[] => [...new Map(rows.map((row) => [row.seq, row])).values()];

const wordsOf = (name: string): string[] => nameWords(name, phrases);

interface Known {
  readonly rows: readonly Row[];
  /** Places in the rows. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly vocabulary: Vocabulary;
}

function knownOf(rows: readonly Row[]): Known {
  const byWord = new Map<string, number[]>();
  for (const [at, { named }] of rows.entries()) {
    for (const word of named.words) {
      const those = byWord.get(word);
      if (those) those.push(at);
      else byWord.set(word, [at]);
    }
  }
  const vocabulary = new Vocabulary(byWord.keys(), (word) =>
    /^[a-z]{3,}$/.test(word) ? equalWords(word, synonyms) : [word],
  );
  return { rows, byWord, vocabulary };
}

function matchOf(ranked: readonly Ranked[]): NameMatch {
  const [first, second] = ranked;
  const isSure = first?.isMeant === true && first.score - (second?.score ?? 0) >= AHEAD;
  return { seqs: ranked.filter(({ isLikely }) => isLikely).map(({ row }) => row.seq), isSure };
}

interface Ranked extends NameScore {
  readonly row: Row;
}

/** Those that have most of the words, the best first. */
const rank = (words: readonly string[], { rows, byWord, vocabulary }: Known): Ranked[] =>
  scored(readings(words, vocabulary), (fits) => fullest(fits, rows, byWord));

function scored(typed: readonly Fits[][], rowsOf: (fits: readonly Fits[]) => readonly Row[]): Ranked[] {
  const best = new Map<number, Ranked>();
  for (const fits of typed) {
    for (const row of rowsOf(fits)) {
      const score = nameScore(fits, row.named);
      if (score.score > (best.get(row.seq)?.score ?? 0)) best.set(row.seq, { ...score, row });
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.row.seq - b.row.seq);
}

/** The rows with the most words, the shorter names first. */
function fullest(fits: readonly Fits[], rows: readonly Row[], byWord: Known['byWord']): Row[] {
  const counts = new Uint8Array(rows.length);
  const counted = new Int16Array(rows.length).fill(-1);
  let most = 0;
  for (const [place, fit] of fits.entries()) {
    for (const word of fit.keys()) {
      for (const at of byWord.get(word) ?? []) {
        if (counted[at] === place) continue;
        counted[at] = place;
        const count = (counts[at] ?? 0) + 1;
        counts[at] = count;
        if (count > most) most = count;
      }
    }
  }
  const found: Row[] = [];
  for (let count = most; count > 0 && count >= most - 1; count -= 1) {
    const level = rows.filter((_, at) => counts[at] === count);
    found.push(...level.sort((a, b) => a.named.words.size - b.named.words.size).slice(0, COMPARED));
  }
  return found;
}

/** So many tools with all words, and with one less, are compared more closely. */
const COMPARED = 12;

/** Two tools of the sample have all words: there is no telling them apart, however many more there are. */
function isSettled(ranked: readonly Ranked[]): boolean {
  const [first, second] = ranked.filter(({ isMeant }) => isMeant);
  return second !== undefined && (first?.score ?? 0) - second.score < AHEAD;
}

/** What the index has for each name: tools with all its words, and with those that the sample does not know. */
async function ask(db: Db, names: readonly string[], known: Known): Promise<Map<string, Row[]>> {
  const queries = names.flatMap((name) => termsOf(name, known).map((terms) => ({ name, terms })));
  if (queries.length === 0) return new Map();
  const distinct = [...new Set(queries.map(({ terms }) => terms))];
  const { rows } = await db.execute<{ terms: string; seq: number; search: string }>(sql`
    select asked.terms, found.seq, found.search
      from unnest(${sql.param(distinct)}::text[]) as asked (terms)
     cross join lateral (
       with fitting as materialized (select seq, search from tool_search where search_terms(search) @@ terms::tsquery)
       select * from fitting limit ${FROM_INDEX}) found`);
  const byTerms = Map.groupBy(rows, ({ terms }) => terms);
  const found = new Map<string, Row[]>();
  for (const { name, terms } of queries)
    found.set(name, [...(found.get(name) ?? []), ...(byTerms.get(terms) ?? []).map(rowOf)]);
  return found;
}

function termsOf(name: string, { vocabulary }: Known): string[] {
  const words = nameWords(name);
  const each = words.map((word) => {
    const fits = [...vocabulary.fits(word).entries()].filter(([, fit]) => fit >= 1).map(([it]) => it);
    return { word, terms: fits.length > 0 ? fits.flatMap(spelled) : [`${term(word)}:*`], isRare: fits.length === 0 };
  });
  const rare = each.filter(({ word, isRare }) => isRare && word.length >= 3);
  return [each, rare]
    .filter((group) => group.length > 0)
    .map((group) => group.map(({ terms }) => `(${terms.join(' | ')})`).join(' & '));
}

/** A word stands there with the sign behind it. */
const spelled = (word: string): string[] => ['', ',', ')'].map((sign) => term(`${word}${sign}`));

const term = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

async function read(db: Db): Promise<Row[]> {
  const { rows } = await db.execute<{ seq: number; search: string }>(
    sql`select seq, search from tool_search order by seq limit ${SAMPLE}`,
  );
  return rows.map(rowOf);
}

const rowOf = ({ seq, search }: { seq: number; search: string }): Row => ({ seq: Number(seq), named: named(search) });

/** Names that were taken apart before. */
const apart = new Map<string, NamedTool>();

function named(search: string): NamedTool {
  const before = apart.get(search);
  if (before) return before;
  if (apart.size >= 2 * SAMPLE) apart.clear();
  const name = namedTool(search, phrases);
  apart.set(search, name);
  return name;
}
