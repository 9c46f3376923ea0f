import { statedSign } from '#model/orders/pad-columns.ts';

/** The rows of a CSV file that are not empty, their cells parted by tabs. Quotes and the separator are understood. */
export function csvLines(text: string): string[] {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const stated = statedSign(first);
  const rows = stated ? text.slice(first.length) : text;
  return rowsOf(rows, stated ?? separatorOf(rows))
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => cells.join('\t').trimEnd());
}

/** What parts most lines as often as the first one, outside quotes; where nothing does, what there is most of. */
function separatorOf(text: string): string {
  const head = text.slice(0, 10_000).replace(/"[^"]*"/g, '');
  const lines = head.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const signs = ['\t', ';', ','].map((sign) => {
    const [first = 0, ...others] = lines.map((line) => line.split(sign).length - 1);
    const alike = first > 0 ? 1 + others.filter((count) => count === first).length : 0;
    return { sign, alike, count: head.split(sign).length - 1 };
  });
  const [best] = signs.toSorted((one, other) => other.alike - one.alike || other.count - one.count);
  return best?.sign ?? '\t';
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let from = 0;
  let closes = true;
  while (from <= text.length) {
    const inQuotes = text[from] === '"' ? quoted(text, from, separator, closes) : undefined;
    if (text[from] === '"' && !inQuotes) closes = false;
    const { cell, end } = inQuotes ?? plain(text, from, separator);
    cells.push(cell);
    from = end + 1;
    if (text[end] === separator) continue;
    rows.push(cells);
    cells = [];
    if (text[end] === '\r' && text[from] === '\n') from += 1;
  }
  return rows;
}

interface Cell {
  readonly cell: string;
  /** Where its separator stands, its line break, or the end of the text. */
  readonly end: number;
}

function plain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(from, end), end };
}

/**
 * Undefined where its quote is never closed: then it is a sign like others, such as of inches.
 * @param closes false once a cell was not closed: the text was searched to its end, so later ones are by their first quotes
 */
function quoted(text: string, from: number, separator: string, closes: boolean): Cell | undefined {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (!closes && text[at - 1] !== '"') return undefined;
    const next = text[at + 1];
    if (next === '"') at += 1;
    else if (next === undefined || next === separator || next === '\n' || next === '\r')
      return { cell: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
  return undefined;
}
