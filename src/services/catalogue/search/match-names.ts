import { sql } from 'drizzle-orm';
import { equalWords } from '#model/catalogue/equal-words.ts';
import {
  type Fits,
  type NamedTool,
  type NameScore,
  namedTool,
  nameScore,
  Vocabulary,
} from '#model/catalogue/name-score.ts';
import { nameWords } from '#model/catalogue/name-words.ts';
import { withoutSlip } from '#model/catalogue/search-words.ts';
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
  const sample = await read(db, sql`select seq, search from tool_search order by seq limit ${SAMPLE}`);
  const known = knownOf(sample);
  const matches = new Map(names.map((name) => [name, matchOf(wordsOf(name), known)]));
  if (sample.length < SAMPLE) return matches;
  const open = names.filter((name) => !isSettled(wordsOf(name), known));
  for (const [name, rows] of await ask(db, open, known)) {
    const more = [...new Map([...likely(wordsOf(name), known), ...rows].map((row) => [row.seq, row])).values()];
    matches.set(name, matchOf(wordsOf(name), knownOf(more)));
  }
  return matches;
}

const wordsOf = (name: string): string[] => nameWords(name, phrases);

interface Known {
  readonly rows: readonly Row[];
  readonly byWord: ReadonlyMap<string, readonly Row[]>;
  readonly vocabulary: Vocabulary;
}

function knownOf(rows: readonly Row[]): Known {
  const byWord = new Map<string, Row[]>();
  for (const row of rows) {
    for (const word of row.named.words) {
      const those = byWord.get(word);
      if (those) those.push(row);
      else byWord.set(word, [row]);
    }
  }
  const vocabulary = new Vocabulary(byWord.keys(), {
    equal: (word) => (/^[a-z]{3,}$/.test(word) ? equalWords(word, synonyms) : [word]),
    slips: withoutSlip,
  });
  return { rows, byWord, vocabulary };
}

function matchOf(words: readonly string[], known: Known): NameMatch {
  const ranked = rank(words, known);
  const [first, second] = ranked;
  const isSure = first?.isMeant === true && first.score - (second?.score ?? 0) >= AHEAD;
  return { seqs: ranked.filter(({ isLikely }) => isLikely).map(({ row }) => row.seq), isSure };
}

interface Ranked extends NameScore {
  readonly row: Row;
}

/** Of those that have the rarest words, the best first. */
function rank(words: readonly string[], { byWord, vocabulary }: Known): Ranked[] {
  const best = new Map<number, Ranked>();
  for (const fits of readings(words, vocabulary)) {
    const lists = fits.map((fit) => [...fit.keys()].flatMap((word) => byWord.get(word) ?? []));
    const rarest = lists.filter((rows) => rows.length > 0).sort((a, b) => a.length - b.length);
    for (const row of new Set(rarest.slice(0, COMPARED).flat())) {
      const score = nameScore(fits, row.named);
      if (score.score > (best.get(row.seq)?.score ?? 0)) best.set(row.seq, { ...score, row });
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.row.seq - b.row.seq);
}

/** Tools that lack more than half of the words are not likely, so the rarest half of them finds all that are. */
const COMPARED = 12;

/** As it is typed, and with two words as one that a tool has in one: "tool box" is toolbox. */
function readings(words: readonly string[], vocabulary: Vocabulary): Fits[][] {
  const typed = words.map((word) => vocabulary.fits(word));
  const joined = words.slice(1).flatMap((word, at) => {
    const fits = vocabulary.fits(`${words[at]}${word}`);
    return fits.size === 0 ? [] : [typed.toSpliced(at, 2, fits)];
  });
  return [typed, ...joined];
}

/** Two tools of the sample have all words: there is no telling them apart, however many more there are. */
function isSettled(words: readonly string[], known: Known): boolean {
  const [first, second] = rank(words, known).filter(({ isMeant }) => isMeant);
  return words.length === 0 || (second !== undefined && (first?.score ?? 0) - second.score < AHEAD);
}

const likely = (words: readonly string[], known: Known): Row[] =>
  rank(words, known)
    .flatMap(({ row, isLikely }) => (isLikely ? [row] : []))
    .slice(0, FROM_INDEX);

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
  const asRow = ({ seq, search }: { seq: number; search: string }) => ({
    seq: Number(seq),
    named: namedTool(search, phrases),
  });
  const found = new Map<string, Row[]>();
  for (const { name, terms } of queries)
    found.set(name, [...(found.get(name) ?? []), ...(byTerms.get(terms) ?? []).map(asRow)]);
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

async function read(db: Db, rows: ReturnType<typeof sql>): Promise<Row[]> {
  const found = await db.execute<{ seq: number; search: string }>(rows);
  return found.rows.map(({ seq, search }) => ({ seq: Number(seq), named: namedTool(search, phrases) }));
}
