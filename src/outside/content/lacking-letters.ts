import type { Sheet } from './sheet.ts';

/** Stands for one or more letters that the typeface lacks. It has no empty box, and a mere "?" could have been typed. */
export const LACKING = '[?]';

type HasLetter = (codePoint: number) => boolean;

/** Asks the typeface that is chosen, as the library does before it writes a space for what is lacking. */
export const hasLetterIn = (sheet: Sheet): HasLetter => {
  const { font } = (sheet as unknown as { readonly _font: { readonly font: Font } })._font;
  return (codePoint) => font.hasGlyphForCodePoint(codePoint);
};

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** The content with a mark in each text for each run of letters that the typeface lacks, and whether there are any. */
export function markLacking<Content>(content: Content, has: HasLetter): { marked: Content; lacks: boolean } {
  let lacks = false;
  const marked = JSON.parse(JSON.stringify(content), (_key, value) => {
    if (typeof value !== 'string') return value;
    const runs = runsOf(value, has);
    lacks ||= runs.includes(null);
    return runs.map((run) => run ?? LACKING).join('');
  });
  return { marked, lacks };
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What the typeface has, and null for what it lacks: once for several with nothing but spaces between. */
function runsOf(text: string, has: HasLetter): (string | null)[] {
  const runs: (string | null)[] = [];
  for (const { segment } of letters.segment(text)) {
    const letter = [segment, segment.normalize('NFC'), plain(segment)].find((it) => isWhole(it, has)) ?? null;
    if (letter === null && runs.at(-1) === ' ' && runs.at(-2) === null) runs.pop();
    if (letter !== null || runs.at(-1) !== null || runs.length === 0) runs.push(letter);
  }
  return runs;
}

/** Spaces of other widths and hyphens that do not break. */
const plain = (letter: string): string => letter.replace(/\p{Zs}/gu, ' ').replace(/[\u2010\u2011]/g, '-');

/** What is never drawn needs no letter. */
const isWhole = (letter: string, has: HasLetter): boolean =>
  [...letter].every((its) => has(its.codePointAt(0) ?? 0) || /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(its));
