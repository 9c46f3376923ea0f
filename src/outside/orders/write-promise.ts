import type { PromisePaper } from '#model/orders/promise.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatLetterDay } from '#texts/format-time.ts';
import { type Box, choose, heightOf, type Style, setText } from '../content/set-text.ts';
import {
  COLOUR,
  closeSheet,
  keepTogether,
  openSheet,
  ornament,
  PAGE,
  type Sheet,
  type Structure,
} from '../content/sheet.ts';

const STYLE = {
  title: { face: 'display', size: 30, line: 1.1, colour: COLOUR.ink },
  lead: { face: 'text', size: 11, line: 1.5, colour: COLOUR.soft },
  label: { face: 'text', size: 8.5, line: 1.5, colour: COLOUR.quiet },
  value: { face: 'text', size: 9.5, line: 1.5, colour: COLOUR.ink },
  strong: { face: 'strong', size: 9.5, line: 1.5, colour: COLOUR.ink },
  sum: { face: 'strong', size: 13, line: 1.4, colour: COLOUR.ink },
} as const satisfies Record<string, Style>;

const WHOLE: Box = { x: PAGE.left, width: PAGE.right - PAGE.left };
const LABELS: Box = { x: PAGE.left, width: 110 };
const VALUES: Box = { x: PAGE.left + 118, width: WHOLE.width - 118 };

interface Column extends Box {
  readonly title: string;
  readonly right: boolean;
}
const COLUMNS: readonly Column[] = [
  { title: '#', x: PAGE.left, width: 24, right: true },
  { title: 'Tool', x: PAGE.left + 34, width: 260, right: false },
  { title: 'Quantity', x: PAGE.left + 298, width: 56, right: true },
  { title: 'Price each', x: PAGE.left + 362, width: 58, right: true },
  { title: 'Total', x: PAGE.left + 424, width: PAGE.right - PAGE.left - 424, right: true },
];

/** The document of a price promise, as it was made: what has become of it stands on its page alone. */
export async function writePromise(paper: PromisePaper, shop: string): Promise<Uint8Array> {
  const { number, name, createdAt, validUntil, lines } = paper;
  const title = `Price promise ${number}`;
  const open = await openSheet({ title, author: shop, subject: title, date: new Date(createdAt) });
  const { sheet, root } = open;
  setText(sheet, root, title, STYLE.title, WHOLE, { tag: 'H1' });
  sheet.y += 4;
  setText(sheet, root, `${shop}. Asked for by ${name}.`, STYLE.lead, WHOLE, { tag: 'P' });
  sheet.y += 14;
  const until = `${formatLetterDay(validUntil)}, 23:59 UTC`;
  facts(sheet, root, [
    ['Date', formatLetterDay(createdAt)],
    ['Prices held until', until],
    ['Ship to', paper.address],
    ['PO number', paper.po_number],
    ['Job', paper.job],
    [`Note from ${name}`, paper.note],
  ]);
  sheet.y += 10;
  const table = sheet.struct('Table');
  root.add(table);
  head(sheet, table);
  lines.forEach((line, at) => {
    const cells = [
      String(at + 1),
      line.sku ? `${line.tools_name}\n${line.sku}` : line.tools_name,
      formatCount(line.quantity),
      formatDollars(line.each),
      formatDollars(line.total),
    ];
    const height = Math.max(...cells.map((cell, n) => heightOf(sheet, cell, STYLE.value, COLUMNS[n] ?? WHOLE)));
    const before = sheet.bufferedPageRange().count;
    keepTogether(sheet, height + 10);
    if (sheet.bufferedPageRange().count > before) head(sheet, table);
    row(sheet, table, cells, STYLE.value, 'TD');
  });
  table.end();
  sums(sheet, root, paper);
  sheet.y += 14;
  const held = `These prices are held until ${until}. Stock is not held: it is checked when the order is paid.`;
  keepTogether(sheet, heightOf(sheet, held, STYLE.label, WHOLE));
  setText(sheet, root, held, STYLE.label, WHOLE, { tag: 'P' });
  return closeSheet(open, (page, pages) => {
    sheet.y = PAGE.height - 44;
    const lineGap = choose(sheet, STYLE.label);
    sheet.fillColor(STYLE.label.colour);
    const { y } = sheet;
    sheet.text(`${number}, ${shop}`, PAGE.left, y, { lineGap, lineBreak: false });
    sheet.text(`${page} / ${pages}`, PAGE.right - 60, y, { width: 60, align: 'right', lineBreak: false });
  });
}

function facts(sheet: Sheet, root: Structure, rows: readonly (readonly [string, string | undefined])[]): void {
  const list = sheet.struct('L');
  root.add(list);
  for (const [label, value] of rows) {
    if (!value) continue;
    const height = Math.max(heightOf(sheet, label, STYLE.label, LABELS), heightOf(sheet, value, STYLE.value, VALUES));
    keepTogether(sheet, height + 6);
    const top = sheet.y;
    const item = sheet.struct('LI');
    list.add(item);
    setText(sheet, item, label, STYLE.label, LABELS, { tag: 'Lbl' });
    sheet.y = top;
    setText(sheet, item, value, STYLE.value, VALUES, { tag: 'LBody' });
    item.end();
    sheet.y = top + height + 3;
  }
  list.end();
}

function head(sheet: Sheet, table: Structure): void {
  row(
    sheet,
    table,
    COLUMNS.map(({ title }) => title),
    STYLE.label,
    'TH',
  );
}

function row(sheet: Sheet, table: Structure, cells: readonly string[], style: Style, tag: 'TH' | 'TD'): void {
  const its = sheet.struct('TR');
  table.add(its);
  const top = sheet.y;
  let bottom = top;
  cells.forEach((text, n) => {
    const column = COLUMNS[n];
    if (!column) return;
    sheet.y = top;
    const write = () => {
      const lineGap = choose(sheet, style);
      const { x, width, right } = column;
      sheet.fillColor(style.colour).text(text, x, top, { width, lineGap, align: right ? 'right' : 'left' });
    };
    its.add(sheet.struct(tag, {}, [write]));
    bottom = Math.max(bottom, sheet.y);
  });
  its.end();
  sheet.y = bottom + 4;
  ornament(sheet, () => {
    sheet.moveTo(PAGE.left, sheet.y).lineTo(PAGE.right, sheet.y).lineWidth(0.6).stroke(COLOUR.rule);
  });
  sheet.y += 5;
}

function sums(sheet: Sheet, root: Structure, { lines, total, guard, amount }: PromisePaper): void {
  const pieces = lines.reduce((all, { quantity }) => all + quantity, 0);
  const tools = `${formatCount(lines.length)} ${lines.length === 1 ? 'tool' : 'tools'}, ${formatCount(pieces)} pieces`;
  const rows: [string, string, Style][] = [
    [tools, formatDollars(total), STYLE.value],
    ...(guard > 0
      ? [['No more than the next step', formatDollars(-guard), STYLE.value] as [string, string, Style]]
      : []),
    ['Shipping', 'Included', STYLE.value],
    ['Amount to pay', formatDollars(amount), STYLE.sum],
  ];
  keepTogether(sheet, rows.length * 20 + 10);
  sheet.y += 6;
  const [name, figure] = [
    { x: PAGE.left + 250, width: 150 },
    { x: PAGE.right - 110, width: 110 },
  ];
  for (const [label, value, style] of rows) {
    const top = sheet.y;
    setText(sheet, root, label, style, name, { tag: 'P' });
    const bottom = sheet.y;
    root.add(
      sheet.struct('P', {}, [
        () => {
          const lineGap = choose(sheet, style);
          sheet.fillColor(style.colour).text(value, figure.x, top, { width: figure.width, lineGap, align: 'right' });
        },
      ]),
    );
    sheet.y = bottom + 2;
  }
}
