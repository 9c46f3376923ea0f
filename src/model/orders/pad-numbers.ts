import { bareNumber } from '../catalogue/item-number.ts';

export interface NumberSpan {
  readonly number: string;
  readonly from: number;
  readonly to: number;
  /** Its digits may as well be a quantity. */
  readonly loose: boolean;
}

const MOST = 8;
const HYPHENED = /(?<![\p{L}\p{N}])[a-z0-9]+(?:[-_/.][a-z0-9]+)+(?![\p{L}\p{N}])/giu;
const WORD = /(?<![\p{L}\p{N}_./-])[a-z0-9]{4,32}(?![\p{L}\p{N}_/-])/giu;
const PART = /[a-z0-9]+(?:-[a-z0-9]+)*/giu;
const CAPITALS = /(?<![\p{L}\p{N}-])[A-Z]{5,32}(?![\p{L}\p{N}-])/gu;
const COUNT_OR_SIZE = /^(?:\d+[a-z]{1,6}|x\d+)$/i;

/** What may be an item number, the likeliest first: with hyphens, in one word, with blanks, of digits alone. */
export function findNumbers(text: string): NumberSpan[] {
  const whole = [...text.matchAll(HYPHENED)].filter(([it]) => /[a-z]/i.test(it) || /^\d{2,}-\d{3,}$/.test(it));
  const words = [...text.matchAll(WORD)].filter(([it]) => /\d/.test(it));
  const mixed = words.filter(([it]) => /[a-z]/i.test(it) && !COUNT_OR_SIZE.test(it));
  const ofDigits = words.filter(([it]) => /^\d+$/.test(it) || /^\d+[a-f]+$/i.test(it));
  const only = /^\s*([a-z]{3,32})[\s,;]*(?:\d+)?\s*$/i.exec(text);
  const capitals = [...text.matchAll(CAPITALS)].map((it) => spanOf(it[0], it.index, false));
  const spans = [
    ...[...whole, ...mixed].map((it) => spanOf(it[0], it.index, false)),
    ...apart(text),
    ...ofDigits.map((it) => spanOf(it[0], it.index, true)),
    ...capitals,
    ...(only?.[1] ? [spanOf(only[1], text.indexOf(only[1]), false)] : []),
  ];
  const fitting = spans.filter(({ number }) => number.length >= 3 && number.length <= 32);
  return [...new Map(fitting.toReversed().map((span) => [span.number, span])).values()].reverse().slice(0, MOST);
}

const spanOf = (typed: string, from: number, loose: boolean): NumberSpan => ({
  ...{ number: bareNumber(typed), from, to: from + typed.length },
  loose,
});

/** Parts with blanks between them: "HT WRA 250". */
function apart(text: string): NumberSpan[] {
  const parts = [...text.matchAll(PART)];
  const spans = parts.flatMap((first, at) => {
    if (!/^[a-z]{1,6}(?:-?[a-z0-9]+)*$/i.test(first[0])) return [];
    return [4, 3, 2].flatMap((length): NumberSpan[] => {
      const group = parts.slice(at, at + length);
      const last = group.at(-1);
      if (group.length < length || !last) return [];
      const [from, to] = [first.index, last.index + last[0].length];
      const typed = text.slice(from, to);
      return isNumberLike(typed, last[0]) ? [{ number: bareNumber(typed), from, to, loose: true }] : [];
    });
  });
  return spans.toSorted((a, b) => b.number.length - a.number.length);
}

function isNumberLike(typed: string, last: string): boolean {
  if (!/^[a-z0-9-]+(?: [a-z0-9-]+)+$/i.test(typed) || typed.length > 20 || bareNumber(typed).length < 5) return false;
  const letters = typed.match(/[a-z]+/gi) ?? [];
  return (
    letters.every((it, at) => it.length <= (at === 0 ? 6 : 4)) && (/\d/.test(last) || typed === typed.toUpperCase())
  );
}
