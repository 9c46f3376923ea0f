import type { Paper, PaperFact, PaperRow } from './paper.ts';

/** In millimetres. The page in the browser and the PDF are set by these, so that both break at the same rows. */
export const PAPER = {
  width: 210,
  height: 297,
  margin: 16,
  bottom: 12,
  mark: 8,
  facts: { perRow: 3, gap: 8 },
  sums: 78,
} as const;

const POINT = 25.4 / 72;
const TEXT = 9.5;
const LINE = TEXT * 1.45 * POINT;
const SMALL_LINE = 8 * 1.45 * POINT;
const INNER = PAPER.width - 2 * PAPER.margin;

/** What a page holds beside its foot, with some room for a typeface that breaks a line more. */
const ROOM = PAPER.height - PAPER.margin - PAPER.bottom - (5 + SMALL_LINE) - 4;
const TITLE = 22;
const BRAND = 10;
const SHOP_WIDTH = 60;
const TABLE_HEAD = 3.5 + SMALL_LINE;

/** The rows of each page. The end of the paper has a row before it where there is one to spare. */
export function paperPages(paper: Paper): (readonly PaperRow[])[] {
  const end = endOf(paper);
  const pages: PaperRow[][] = [[]];
  let last: PaperRow[] = pages[0] ?? [];
  let room = ROOM - headOf(paper.shop) - factsOf(paper.facts) - TABLE_HEAD;
  for (const row of paper.rows) {
    const height = rowHeight(row, paper);
    if (height > room && last.length > 0) {
      last = [];
      pages.push(last);
      room = ROOM - TABLE_HEAD;
    }
    last.push(row);
    room -= height;
  }
  if (end > room) pages.push(last.length > 1 ? last.splice(-1) : []);
  return pages;
}

export const nameWidth = ({ heads }: Pick<Paper, 'heads'>): number =>
  INNER - PAPER.mark - heads.reduce((sum, { width }) => sum + width, 0);

function rowHeight({ name, id, figures }: PaperRow, paper: Paper): number {
  const named = linesOf(id ? `${name} ${id}` : name, nameWidth(paper) - 3);
  const most = figures.map((figure, place) => linesOf(figure, (paper.heads[place]?.width ?? 20) - 3));
  return 3.6 + LINE * Math.max(named, ...most) + 0.3;
}

function headOf({ lines }: Paper['shop']): number {
  return Math.max(TITLE, BRAND + LINE * lines.reduce((sum, line) => sum + linesOf(line, SHOP_WIDTH), 0));
}

function factsOf(facts: readonly PaperFact[]): number {
  const { perRow, gap } = PAPER.facts;
  const width = (INNER - (perRow - 1) * gap) / perRow;
  const heights = facts.map(({ lines }) => lines.reduce((sum, line) => sum + linesOf(line, width), 0) * LINE);
  const rows = Array.from({ length: Math.ceil(heights.length / perRow) }, (_, row) =>
    Math.max(...heights.slice(row * perRow, (row + 1) * perRow)),
  );
  return 8 + 8 + 6 + rows.reduce((sum, height) => sum + SMALL_LINE + height, 0) + 4 * (rows.length - 1);
}

function endOf({ sums, closing, signed }: Paper): number {
  const sum = sums.reduce((all, { label }) => all + 3.1 + LINE * linesOf(label, PAPER.sums - 20), 0);
  const notes = closing.reduce((all, { title, text, id = '' }) => {
    const lines = `${text} ${id}`.split('\n').map((line) => linesOf(line, INNER));
    return all + 6 + LINE * ((title ? 1 : 0) + lines.reduce((sum, its) => sum + its, 0));
  }, 0);
  return (sums.length > 0 ? 4 + sum + 7 : 0) + notes + (signed.length > 0 ? 16 + 2 + LINE : 0);
}

const NARROW = /[ .,:;'|!()[\]fijltIr\-/]/;
const WIDE = /[mwMWQOGD@%—…]/;

/** In how many lines a text is set, told from the width of its letters: rather one more than one less. */
export function linesOf(text: string, width: number): number {
  const most = width / (TEXT * POINT);
  let lines = 1;
  let used = 0;
  for (const word of text.split(/(?<=\s)/u)) {
    const its = [...word].reduce((sum, letter) => sum + widthOf(letter), 0);
    if (used > 0 && used + its > most) {
      lines += 1;
      used = 0;
    }
    // A word longer than a line is broken.
    const more = Math.max(0, Math.ceil(its / most) - 1);
    lines += more;
    used += its - more * most;
  }
  return lines;
}

/** In the height of the letters. */
function widthOf(letter: string): number {
  if (NARROW.test(letter)) return 0.36;
  if (WIDE.test(letter)) return 0.92;
  if (/\p{Lu}|\d/u.test(letter)) return 0.7;
  return letter < '\u0250' ? 0.57 : 1.05;
}
