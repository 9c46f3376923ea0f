type PadColumn = 'number' | 'name' | 'quantity' | 'packs' | 'unit' | 'other';

const KINDS: readonly (readonly [PadColumn, RegExp])[] = [
  ['packs', /^(?:no\.? of |number of |qty |quantity )?(?:boxes|packs|cartons|cases|kartons|packungen|cajas)$/],
  [
    'other',
    /(?:price|cost|amount|total|sum|preis|prix|precio|importe|discount|vat|tax|weight|notes?|comments?|remarks?|date|stock|customer|pack size|per box|image|supplier|brand)/,
  ],
  [
    'quantity',
    /^(?:(?:order(?:ed)?|req(?:uired)?\.?|total)[ _])?(?:qty|qté|qte|quantity|quantities|quantité|quantite|cantidad|cant\.?|menge|anzahl|stück|stückzahl|stk\.?|pcs|pieces|units ordered|units|how many|count|ordered|quantità|aantal|ilość|qty\.? \(?pcs\)?)$|^(?:qty|quantity)\b/,
  ],
  ['unit', /^(?:unit|uom|u\/m|unit of measure|einheit|me)$/],
  [
    'number',
    /^(?:item|part|art(?:ikel|icle)?|product|prod|stock|tool|catalogue|catalog|cat|model|material|our|your|bestell|référence|referencia|ref|sku|code|código)?[ .\-_/]*(?:no|nr|number|num|nummer|code|id|#|sku|ref|reference|référence|referencia|código)?\.?$/,
  ],
  [
    'name',
    /^(?:(?:item|product|tool|article|artikel|material|goods)[ _]?)?(?:name|description|desc\.?|bezeichnung|beschreibung|designation|désignation|descripción|text|title|details)$|^(?:tools?|items?|products?|artikel|article|produkt|produit|producto|what)$/,
  ],
  ['other', /^(?:line|pos\.?|position|#|no\.?|nr\.?|row|lfd\.? ?nr\.?|s\/?n|s\.? ?no\.?|id)$/],
];
/** Heads that stand above item numbers or names, as "Item" does. */
const EITHER = /^(?:tools?|items?|products?|artikel|article|produkt|produit|producto|material|goods|stock|cat|model)$/;
const PLACE = /^(?:line|pos\.?|position|#|no\.?|nr\.?|row|id|)$/;

/** What the columns of a table are, and what parts them. */
export interface PadTable {
  readonly sign: string;
  readonly columns: readonly PadColumn[];
}

const WIDE = '  ';
export const signOf = (text: string): string => ['\t', ';', '|', ','].find((it) => text.includes(it)) ?? WIDE;

/** What parts the cells, where the first line of a CSV says so as spreadsheets do: "sep=;". */
export const statedSign = (line: string): string | undefined =>
  /^\s*"?sep *= *([^\s\p{L}\p{N}"]|\t)"?[\s,;]*$/iu.exec(line)?.[1];

/** The cells of a row of a spreadsheet; what is between quotes is one. */
export function cellsOf(text: string, sign: string): string[] {
  if (sign === WIDE) return text.trim().split(/\s{2,}/);
  const cells = [''];
  let isQuoted = false;
  for (const letter of text) {
    const begins = (cells.at(-1) ?? '').trim() === '';
    if (letter === '"' && (isQuoted || begins)) isQuoted = !isQuoted;
    if (letter === sign && !isQuoted) cells.push('');
    else cells.push((cells.pop() ?? '') + letter);
  }
  return cells.map(unquoted);
}

function unquoted(cell: string): string {
  const bare = cell.trim();
  const isQuoted = bare.length > 1 && bare.startsWith('"') && bare.endsWith('"');
  return isQuoted ? bare.slice(1, -1).replaceAll('""', '"').trim() : bare;
}

/** Whether a row is one of the table: parted as its head, and with no more cells. */
export function fits(text: string, { sign, columns }: PadTable): boolean {
  const { length } = cellsOf(text, sign);
  return length > 1 && length <= columns.length;
}

/** The table that begins with this head row; undefined of a row that is none. */
export function tableOf(text: string, sign = signOf(text)): PadTable | undefined {
  if (/\d/.test(text) || text.length > MAX_HEAD) return undefined;
  const cells = cellsOf(text, sign).map((cell) =>
    cell
      .toLowerCase()
      .replace(/[:*]+$/, '')
      .trim(),
  );
  const kinds = cells.map(kindOf);
  const has = (...wanted: PadColumn[]) => kinds.some((kind) => kind && wanted.includes(kind));
  // A head that names the tool and the quantity may have any other columns.
  const isKnown = !kinds.includes(undefined) || (has('number', 'name') && has('quantity', 'packs'));
  if (cells.length === 1 || !has('quantity', 'packs', 'number') || !isKnown)
    return isHeadWords(text) ? { sign, columns: [] } : undefined;
  const isNamed = cells.some((cell, at) => (kinds[at] === 'number' || kinds[at] === 'name') && !EITHER.test(cell));
  const columns = kinds.map((kind = 'other', at) =>
    EITHER.test(cells[at] ?? '') ? (isNamed ? 'name' : 'number') : kind,
  );
  return { sign, columns };
}

const MAX_HEAD = 300;

function kindOf(cell: string): PadColumn | undefined {
  if (PLACE.test(cell)) return 'other';
  return KINDS.find(([, shape]) => shape.test(cell))?.[0];
}

const HEAD_WORDS =
  /^(?:item|part|article|product|sku|tool|number|no\.?|code|name|description|qty|quantity|price|each|total|menge|artikel|bezeichnung|and|ref|reference|unit|line|pos\.?|pcs|pieces)$/i;

/** A head row of which the columns cannot be told apart, because single spaces part them. */
function isHeadWords(text: string): boolean {
  const words = text.split(/[\s,;/|]+/).filter(Boolean);
  return (
    words.length > 1 && words.every((word) => HEAD_WORDS.test(word)) && /qty|quantity|menge|pcs|pieces/i.test(text)
  );
}
