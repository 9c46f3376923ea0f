import { COUNTS, UNITS } from './pad-words.ts';

const CODE = '(?:usd|eur|gbp)';
const GAP = '[^\\S\\t]?';
const AMOUNT = "\\d+(?:[.,']\\d{3})*(?:[.,]\\d{1,2})?(?!\\d)";
const SIGN_AFTER = `${GAP}(?:(?:us)?[$€£](?!\\d)|(?:${CODE}|euros?|dollars?)(?![\\p{L}\\p{N}]))`;
const BEFORE = new RegExp(`(?:(?<!\\d)(?:us)?[$€£]|(?<![\\p{L}\\p{N}-])${CODE}|@)${GAP}\\d(?:[\\d.,]*\\d)?`, 'giu');
const NO_PART = '(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}]-)';
const AFTER = new RegExp(`${NO_PART}${AMOUNT}${SIGN_AFTER}`, 'giu');
/** The one of two numbers around a currency that has cents. */
const CENTS_AFTER = new RegExp(
  `${NO_PART}(?<!(?:[$€£@]|${CODE})${GAP})\\d[\\d.,]*[.,]\\d{2}${SIGN_AFTER}(?!${GAP}\\d[\\d.,]*[.,]\\d{2}(?!\\d))`,
  'giu',
);
/** One price may stand for one piece: "9 each" is not surely a count. */
const COUNTED = `${GAP}(?:(?!(?:ea|each|unit|piece|pce?)(?!\\p{L}))(?:${UNITS}|${COUNTS}|x)\\.?(?![\\p{L}\\p{N}-])|[×*])`;
const BEFORE_COUNT = new RegExp(`${NO_PART}${AMOUNT}${SIGN_AFTER}(?=[^\\S\\t]\\d[\\d.,]*${COUNTED})`, 'giu');
/** "9.-" */
const NO_CENTS = new RegExp(
  `(?:(?:[$€£]|(?<![\\p{L}\\p{N}-])${CODE})${GAP}|${NO_PART})${AMOUNT}[.,]-{1,2}(?![\\p{L}\\p{N}-])(?:${SIGN_AFTER})?`,
  'giu',
);
const ENDS = new RegExp(`\\d${SIGN_AFTER}[^\\p{L}\\p{N}]*$`, 'iu');
const BEGINS = new RegExp(
  `(?<!(?<!\\d{7})\\d[^\\S\\t]?(?:us)?)(?:(?:us)?[$€£]|(?<![\\p{L}\\p{N}-])${CODE})${GAP}\\d`,
  'iu',
);
const MARK = '(?<![\\p{L}\\p{N}]|(?<![\\p{L}\\p{N}-])\\d+ )(?:[x×*]|qty|quantity|menge|anzahl)[:=.]?\\s?';
const CENTS = '\\d[\\d.,]*[.,]\\d{1,2}(?!\\d)';
const BETWEEN = new RegExp(
  `(?<![\\d.,]|${MARK})(?!0\\d)(?:${CENTS}|\\d[\\d.,]*(?![^\\S\\t][\\p{L}$€£]{1,3}[^\\S\\t]${CENTS}))[^\\S\\t](?:(?:us)?[$€£]|${CODE})[^\\S\\t]\\d[\\d.,]*`,
  'iu',
);

/**
 * Blanks instead of amounts of money. Where the text ends with a currency, each stands behind its number. Where both
 * sides have a number, `isBehind` says how it is read.
 */
export function withoutMoney(text: string, isBehind = false): string {
  return text.replace(/[^\t;|]+/g, (cell) => {
    const isAfter = ENDS.test(cell) || (isBehind && BETWEEN.test(cell) && !BEGINS.test(cell));
    const ways = isAfter ? [AFTER, BEFORE] : [CENTS_AFTER, BEFORE_COUNT, BEFORE, AFTER];
    return [NO_CENTS, ...ways].reduce((rest, way) => rest.replace(way, (money) => ' '.repeat(money.length)), cell);
  });
}

/** A currency between two numbers, of which either may be the amount: "9 € 48". */
export const betweenNumbers = (text: string): string => BETWEEN.exec(text)?.[0] ?? text.trim();

const ALONE = new RegExp(
  `^(?:[^\\p{L}\\p{N}]|${CODE})*[1-9]\\d{0,2}(?: \\d{3})+(?:[.,]\\d{1,2})?\\s*(?:${COUNTS}|${CODE})?[^\\p{L}\\p{N}]*$`,
  'iu',
);
const DECIMAL = /^\P{N}*\d{4,},\d+\P{N}*$/u;

/** A number alone in its cell, its thousands no longer apart, its decimals behind a point: "1 200", "1200,00". */
export function cellNumber(cell: string): string {
  const whole = ALONE.test(cell) ? cell.replace(/(?<=\d) (?=\d{3})/g, '') : cell;
  return DECIMAL.test(whole) ? whole.replace(/(?<=\d),(?=\d)/, '.') : whole;
}

/** The numbers of all cells; of those that commas part only what no decimals can follow. */
export const cellNumbers = (text: string): string =>
  text.replace(/[\t;|]/.test(text) ? /[^\t;|]+/g : /(?<=^|,)[^,]+(?=,\D|$)/g, cellNumber);
