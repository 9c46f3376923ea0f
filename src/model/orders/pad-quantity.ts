import type { PadQuantity } from './pad-line.ts';
import { COUNTS, DOZENS, isPack, isSetSize, perOne, SPELLED, UNITS } from './pad-words.ts';

/** Where in a text its quantity stands, with its mark, and how much it is. A bare number has no unit. */
export interface Marked extends PadQuantity {
  readonly from: number;
  readonly to: number;
  /** How surely it is the quantity. */
  readonly rank: number;
}

interface Candidate extends Marked {
  /** Perhaps what a set has in it: "9 pc". */
  readonly size: 'no' | 'perhaps' | 'likely';
}

const LABELS = '(?<!\\p{L})(?:qty|qté|quantity|quantité|menge|anzahl|cantidad|cant)';
const LABEL = new RegExp(`(?:${LABELS}|(?<!\\p{L})(?:need|order))\\.?\\s*[:=]?\\s*$`, 'iu');
const LABELLED_COUNT = new RegExp(`(?<![\\p{L}\\p{N}])(${COUNTS})\\s*[:=]\\s*$`, 'iu');
const TIMES_BEFORE = /(?<![\p{L}\p{N}])[x×*]\s*$/iu;
const TIMES_AFTER = /^\s*[x×*](?![\p{L}\p{N}])/iu;
const OF_A_NAME = /(?:(?<!\p{L})(?:no|nr|num|size|series|grade|type|model|ph|pz)\.?\s*|[#/-])$/iu;
const COUNTED = new RegExp(`^(\\s*)(${COUNTS})\\.?(?![\\p{L}\\p{N}-])`, 'iu');
const SIZED = new RegExp(`^(?:\\s*(?:${UNITS})(?![\\p{L}\\p{N}-])|\\s*["'°%]|-)`, 'iu');
const IN_EACH = /^\s*(?:of|à|a|@|\(|with|mit|zu|de)\s*\d+(?:\s*(?:pcs|pieces|each|stk))?\s*\)?/iu;
const WORD = Object.keys(SPELLED).join('|');
const SPELLED_COUNT = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:an?\\s+)?((?:(?:${WORD})(?:\\s+and\\s+|\\s+|-))*?)(${WORD})(?:\\s+an?)?\\s+(${COUNTS})(?![\\p{L}\\p{N}-])`,
  'iu',
);
const SMALL = '\\u00bc-\\u00be\\u2150-\\u215e';
const RAISED = '\\u00b2\\u00b3\\u00b9\\u2070-\\u2079\\u2080-\\u2089';
const RUN = new RegExp(`\\d+(?:[.,'/:]\\d+)*[${SMALL}${RAISED}]*`, 'g');
const THOUSANDS = /^[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*$/;

/**
 * The number that is marked as the quantity, else the last that belongs to nothing else.
 * @param sums several cells that have cents: if there is nothing else, the first is the quantity, or none
 */
export function findQuantity(text: string, sums: readonly string[] = []): Marked | undefined {
  const found = [...text.matchAll(RUN)].flatMap((run) => candidateOf(text, run[0], run.index) ?? []);
  const isSet = /(?<!\p{L})(?:set|kit|assortment|satz)s?(?!\p{L})/iu.test(text);
  const sure = isSet || found.length > 1 ? found.filter(({ size }) => size === 'no') : found;
  const those = sure.length > 0 ? sure : found.filter(({ size }) => size === 'perhaps');
  const best = Math.max(...those.map(({ rank }) => rank));
  if (best === RANK.round && sums[0] !== undefined) {
    const first = those.find(({ rank }) => rank === best);
    return findQuantity(sums[0])?.quantity === first?.quantity ? first : undefined;
  }
  const chosen =
    best > RANK.free ? those.find(({ rank }) => rank === best) : those.findLast(({ rank }) => rank === best);
  if (chosen && chosen.rank > RANK.free) return chosen;
  const spelled = SPELLED_COUNT.exec(text);
  if (!spelled) return chosen ?? leadingOf(text, found);
  if (isSpelledSize(spelled) && (isSet || chosen?.rank === RANK.free)) return chosen;
  return isTogether(spelled) ? undefined : spelledOf(text, spelled);
}

/** Of two readings the surer; none if they are as sure and differ. */
export function surerOf(one: Marked | undefined, other: Marked | undefined): Marked | undefined {
  if (!one || !other) return one ?? other;
  if (one.rank !== other.rank) return one.rank > other.rank ? one : other;
  return one.quantity === other.quantity && one.unit === other.unit ? one : undefined;
}

const RANK = { round: 0, free: 1, pieces: 2, times: 3, packs: 4, label: 5 } as const;

function candidateOf(text: string, run: string, from: number): Candidate | undefined {
  const [before, after] = [text.slice(0, from), text.slice(from + run.length)];
  const amount = amountOf(run);
  const isWithin = /(?:[\p{L}\p{N}.]|\de\+)$/iu.test(before.replace(TIMES_BEFORE, ' '));
  if (amount === undefined || isWithin || OF_A_NAME.test(before)) return undefined;
  const to = from + run.length;
  const counted = COUNTED.exec(after);
  if (counted) return countedOf(text, { amount, from, to }, counted);
  const times = TIMES_AFTER.exec(after);
  const starts = !/[\p{L}\p{N}]/u.test(before);
  const isNext = times && /^\s*\d/.test(after.slice(times[0].length));
  if (times && (starts || !isNext)) return plain(amount, from, to + times[0].length, RANK.times);
  if (isNext || SIZED.test(after) || /^\p{L}/u.test(after)) return undefined;
  const labelled = LABELLED_COUNT.exec(before);
  if (labelled) {
    const unit = isPack(labelled[1] ?? '') ? 'packs' : 'pieces';
    return { ...plain(amount, labelled.index, to, RANK.label), unit };
  }
  const label = LABEL.exec(before);
  if (label) return plain(amount, label.index, to, RANK.label);
  const mark = TIMES_BEFORE.exec(before);
  if (mark) return plain(amount, mark.index, to, RANK.times);
  return plain(amount, from, to, /[.,]0+$/.test(run) && !THOUSANDS.test(run) ? RANK.round : RANK.free);
}

const plain = (quantity: number, from: number, to: number, rank: number): Candidate => ({
  ...{ quantity, from, to, rank },
  size: 'no',
});

function countedOf(
  text: string,
  at: { amount: number; from: number; to: number },
  counted: RegExpExecArray,
): Candidate {
  const { amount, from } = at;
  const [mark, space = '', word = ''] = counted;
  const to = at.to + mark.length;
  const inEach = isPack(word) ? (IN_EACH.exec(text.slice(to))?.[0].length ?? 0) : 0;
  return {
    ...{ quantity: Math.round(amount * perOne(word)), unit: isPack(word) ? 'packs' : 'pieces', from, to: to + inEach },
    rank: isPack(word) || perOne(word) > 1 ? RANK.packs : RANK.pieces,
    size: sizeOf(word, amount, space),
  };
}

const MAX_SET = 25;

function sizeOf(word: string, amount: number, space: string): Candidate['size'] {
  if (!isSetSize(word) || amount <= 1 || amount > MAX_SET) return 'no';
  return space === '' || !word.toLowerCase().endsWith('s') ? 'likely' : 'perhaps';
}

/** A whole number, perhaps with its thousands apart; not a fraction or a size. Longer ones are no quantities. */
function amountOf(run: string): number | undefined {
  if (THOUSANDS.test(run)) return Number(run.replace(/\D/g, ''));
  const whole = /^(\d{1,7}|[1-9]\d{0,2}(?:,\d{3})+(?=\.)|[1-9]\d{0,2}(?:\.\d{3})+(?=,))(?:[.,]0+)?$/.exec(run);
  return whole?.[1] ? Number(whole[1].replace(/\D/g, '')) : undefined;
}

/** What would have to be reckoned first, at the end of a line: "=5+7", "5+7", "=SUM(A1:A4)". */
const FORMULA = /(?:(?<=^|[\t;|,\s])=(?=\S*[+*/(-])(?=\S*\d)\S*|(?<![\p{L}\p{N}+])\d+(?:\+\d+)+)\s*$/u;

/** Of a line that is longer than what is read of it the end says nothing. */
export const MAX_READ = 300;

export const formulaOf = (text: string) => (text.length > MAX_READ ? null : FORMULA.exec(text));

const KEPT = new RegExp(`([${SMALL}]|(?<=\\d)[${RAISED}]+)`);

/** One spelling of all signs but fractions and raised digits, which are not to join a number: "2½", "10²". */
export const normalizeSigns = (text: string): string =>
  text
    .split(KEPT)
    .map((part, at) => (at % 2 === 1 ? part : part.normalize('NFKC')))
    .join('');

const SIGN = `\\d*\\s?[${SMALL}]|(?<!\\d,)\\d+[${RAISED}]+`;
const FRACTION = `${SIGN}|\\d+\\s\\d+/\\d+`;
const EITHER = '\\d+\\s+(?:to|or|bis|oder|ou)\\s+\\d+';
const HUNDREDS = '\\d+\\s+(?:hundred|thousand)';
const ALONE = new RegExp(`^(?:${FRACTION}|${EITHER}|${HUNDREDS}|\\d+\\s*[-\\u2010-\\u2015\\u2212~]\\s*\\d+)$`, 'iu');
const PARTLY = new RegExp(
  `(?<![\\p{L}\\p{N}./-])(?:(?:(?:${SIGN}|${EITHER})\\s*(?:${COUNTS})|(?:(?:\\d+\\s)?\\d+/\\d+|\\d+[.,](?!0+(?!\\d))\\d{1,2})\\s*(?:${DOZENS}|gross)|${HUNDREDS}(?:\\s+(?:${COUNTS}))?)\\.?(?![\\p{L}\\p{N}-])|(?:${FRACTION})\\s*$)`,
  'iu',
);

/** A fraction or one of two numbers that is counted, or ends the text: "½ dozen", "8 or 10 pcs", "1 1/2"; "2 hundred". */
export const partlyOf = (text: string): RegExpExecArray | null => PARTLY.exec(text);

export const isPartly = (cell: string): boolean => ALONE.test(cell) || partlyOf(cell)?.[0] === cell;

/**
 * A number with a fraction or a minus, a sum, or one that is not understood ("1e+3", "1,5k"), alone in its cell: it is
 * neither cut to a quantity nor left out in silence.
 */
export function isNoWhole(cell: string): boolean {
  if (isPartly(normalizeSigns(cell))) return true;
  if (formulaOf(cell)?.index === 0) return true;
  if (/^[-\u2010-\u2015\u2212]\s?\d+(?:[.,]\d+)?$/.test(cell)) return true;
  return /^(?:\d[\d.,']*(?:e[+-]?\d+|\s?k)?|[.,]\d+)$/i.test(cell) && !findQuantity(cell);
}

const APART = '([1-9]\\d{0,2}(?: \\d{3})+(?:[.,]\\d+)?)(?![.,]?\\d)';
const ONLY_APART = new RegExp(`^[\\s,:]*(?:[x×*]\\s*)?${APART}(?:\\s*(?:${COUNTS}|[x×*])\\.?)?[\\s,:]*$`, 'iu');
const LABELLED_APART = new RegExp(`${LABELS}\\.?\\s*[:=]?\\s*${APART}(?!\\s*(?:${UNITS})(?![\\p{L}\\p{N}-]))`, 'iu');
const COUNTED_APART = new RegExp(
  `(?:^\\s*|(?<![\\p{L}\\p{N}.,/-])(?=\\d\\s))${APART}\\s*(?:${COUNTS})(?![\\p{L}\\p{N}-])`,
  'iu',
);

/**
 * What is either one quantity or two numbers: "1 200" after a label, "1 200 pcs" at the beginning or where the first
 * number has one digit, and either as all that stands beside an item number.
 */
export function unsureOf(text: string, isNumbered: boolean): string | undefined {
  const ways = [...(isNumbered ? [ONLY_APART] : []), LABELLED_APART, COUNTED_APART];
  return ways.map((way) => way.exec(text)?.[1]).find((unsure) => unsure !== undefined);
}

const LABELLED = new RegExp(`${LABELS}\\.?\\s*[:=]?\\s*(\\d\\S*?)[,;]?(?=\\s|$)`, 'iu');

/** A number that is said to be the quantity. */
export const labelledOf = (text: string): string | undefined => LABELLED.exec(text)?.[1];

/** "two hundred", "twenty-five": not reckoned. "One hundred" is a hundred. */
const isTogether = ([, more = '', number = '']: RegExpExecArray): boolean =>
  more !== '' && !(/^one\s+$/i.test(more) && /^(?:hundred|thousand|half)$/i.test(number));

/** Words that only together are a quantity. */
export function togetherOf(text: string): string | undefined {
  const spelled = SPELLED_COUNT.exec(text.slice(0, MAX_READ));
  return spelled && isTogether(spelled) ? spelled[0] : undefined;
}

const SPELLED_ALONE = new RegExp(`^(?:${WORD})(?:(?:\\s+and\\s+|\\s+|-)(?:${WORD}))*$`, 'i');

/** Whether a cell has number words and nothing else. */
export const isSpelled = (cell: string): boolean => cell.length <= MAX_READ && SPELLED_ALONE.test(cell);

const ONE_SET = /^(?:piece|pce?|pack|packet|box|case|carton)$/i;

/** "Fourteen piece set", "thousand pack": what it has in it. */
const isSpelledSize = ([, more = '', number = '', word = '']: RegExpExecArray): boolean =>
  (more !== '' || (SPELLED[number.toLowerCase()] ?? 0) > 1) && ONE_SET.test(word);

function spelledOf(text: string, spelled: RegExpExecArray): Marked {
  const [mark, , number = '', word = ''] = spelled;
  const one = SPELLED[number.toLowerCase()] ?? 1;
  const to = spelled.index + mark.length;
  const inEach = isPack(word) ? (IN_EACH.exec(text.slice(to))?.[0].length ?? 0) : 0;
  const unit = isPack(word) ? 'packs' : 'pieces';
  const rank = RANK[unit];
  return { quantity: Math.ceil(one * perOne(word)), unit, from: spelled.index, to: to + inEach, rank };
}

/** "20 g clamps": at the beginning a number before one letter is no size, where nothing else is a quantity. */
function leadingOf(text: string, found: readonly Candidate[]): Marked | undefined {
  const leading = found.length === 0 ? /^\s*(\d{1,5})\s+\p{L}\s+\p{L}{3}/u.exec(text) : null;
  if (!leading?.[1]) return undefined;
  const from = text.indexOf(leading[1]);
  return { quantity: Number(leading[1]), from, to: from + leading[1].length, rank: RANK.free };
}
