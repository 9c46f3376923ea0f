import type { Paper, PaperFact, PaperRow } from '#model/content/paper.ts';
import { nameWidth, PAPER, paperPages } from '#model/content/paper-pages.ts';
import { hasLetterIn, LACKING, markLacking } from './lacking-letters.ts';
import { type Box, choose, heightOf, type Style, setText } from './set-text.ts';
import { COLOUR, closeSheet, openSheet, ornament, PAGE, type Sheet, type Structure } from './sheet.ts';

const MM = 72 / 25.4;
const LEFT = PAPER.margin * MM;
const RIGHT = PAGE.width - LEFT;
const INNER = RIGHT - LEFT;
const PAD = 2 * MM;
/** Three digits. */
const NUMBERS = 7 * MM;

const STYLE = {
  title: { face: 'display', size: 30, line: 1, colour: COLOUR.ink },
  id: { face: 'text', size: 8.5, line: 1.45, colour: COLOUR.soft },
  brand: { face: 'display', size: 15, line: 1, colour: COLOUR.ink },
  text: { face: 'text', size: 9.5, line: 1.45, colour: COLOUR.ink },
  soft: { face: 'text', size: 9.5, line: 1.45, colour: COLOUR.soft },
  name: { face: 'strong', size: 9.5, line: 1.45, colour: COLOUR.ink },
  less: { face: 'text', size: 9.5, line: 1.45, colour: COLOUR.link },
  label: { face: 'text', size: 8, line: 1.45, colour: COLOUR.quiet },
  totalLabel: { face: 'strong', size: 11, line: 1.45, colour: COLOUR.ink },
  total: { face: 'display', size: 20, line: 1.1, colour: COLOUR.ink },
} as const satisfies Record<string, Style>;

/** Returns the bytes of the PDF. */
export async function writePaper(content: Paper): Promise<Uint8Array> {
  const { title, number, shop } = content;
  const about = { title: `${title} ${number}`, author: shop.name, subject: title, date: new Date(0) };
  const open = await openSheet(about);
  const { sheet, root } = open;
  // Every place is set below: the library must break no page by itself.
  const clear = () => Object.assign(sheet.page.margins, { top: 0, bottom: 0 });
  clear();
  // All faces have the same letters.
  const has = hasLetterIn(sheet.font(STYLE.text.face));
  const { marked, lacks } = markLacking({ paper: content, pages: paperPages(content) }, has);
  const { paper, pages } = marked;
  const foot = PAGE.height - PAPER.bottom * MM;
  pages.forEach((rows, page) => {
    if (page > 0) {
      sheet.addPage();
      clear();
    }
    sheet.y = LEFT;
    if (page === 0) head(sheet, root, paper);
    if (rows.length > 0) table(sheet, root, paper, rows, pages.slice(0, page).flat().length);
    if (page === pages.length - 1) end(sheet, root, paper);
    if (!lacks) return;
    sheet.y = foot;
    const words = `Letters that this file lacks are marked ${LACKING}. The page of this ${title.toLowerCase()} has them all.`;
    setText(sheet, root, words, STYLE.label, { x: LEFT, width: INNER }, { tag: 'P' });
  });
  return closeSheet(open, (page, of) => {
    const y = foot - 8 * 1.45;
    write(sheet, paper.foot, STYLE.label, { x: LEFT, width: INNER * 0.65 }, y);
    const place = `${number}, page ${page} of ${of}`;
    write(sheet, place, STYLE.label, { x: LEFT + INNER * 0.65, width: INNER * 0.35 }, y, 'right');
  });
}

function head(sheet: Sheet, root: Structure, { title, number, shop, facts }: Paper): void {
  const top = sheet.y;
  const half: Box = { x: LEFT, width: INNER * 0.6 };
  setText(sheet, root, title, STYLE.title, half, { tag: 'H1' });
  sheet.y += 2 * MM;
  setText(sheet, root, number, STYLE.id, half, { tag: 'P' });
  const below = sheet.y;
  sheet.y = top;
  const right: Box = { x: LEFT + INNER * 0.6, width: INNER * 0.4 };
  const wide = sheet.font(STYLE.brand.face).fontSize(STYLE.brand.size).widthOfString(shop.name);
  ornament(sheet, () => logo(sheet, Math.max(right.x, RIGHT - wide - 30), top));
  aligned(sheet, root, shop.name, STYLE.brand, right, 'P');
  sheet.y += 2 * MM;
  for (const line of shop.lines) aligned(sheet, root, line, STYLE.text, right, 'P');
  sheet.y = Math.max(sheet.y, below) + 8 * MM;
  rule(sheet, COLOUR.rule);
  sheet.y += 4 * MM;
  const { perRow, gap } = PAPER.facts;
  const width = (INNER - (perRow - 1) * gap * MM) / perRow;
  const list = sheet.struct('L');
  root.add(list);
  for (let from = 0; from < facts.length; from += perRow) {
    if (from > 0) sheet.y += 4 * MM;
    const at = sheet.y;
    const ends = facts.slice(from, from + perRow).map((fact, place) => {
      sheet.y = at;
      factAt(sheet, list, fact, { x: LEFT + place * (width + gap * MM), width });
      return sheet.y;
    });
    sheet.y = Math.max(...ends);
  }
  list.end();
  sheet.y += 4 * MM;
  rule(sheet, COLOUR.rule);
  sheet.y += 6 * MM;
}

function factAt(sheet: Sheet, list: Structure, { label, lines, isId }: PaperFact, box: Box): void {
  const item = sheet.struct('LI');
  list.add(item);
  setText(sheet, item, label, STYLE.label, box, { tag: 'Lbl' });
  for (const line of lines) setText(sheet, item, line, isId ? STYLE.id : STYLE.text, box, { tag: 'LBody' });
  item.end();
}

/** @param before how many rows are on the pages before */
function table(sheet: Sheet, root: Structure, paper: Paper, rows: readonly PaperRow[], before: number): void {
  const its = sheet.struct('Table');
  root.add(its);
  const name: Box = { x: LEFT + PAPER.mark * MM, width: nameWidth(paper) * MM - PAD };
  let x = name.x + nameWidth(paper) * MM;
  const columns = paper.heads.map(({ width }) => {
    const box = { x, width: width * MM };
    x += width * MM;
    return box;
  });
  rule(sheet, COLOUR.ink);
  sheet.y += PAD;
  const header = sheet.struct('TR');
  its.add(header);
  const top = sheet.y;
  cell(sheet, header, paper.ticked ? 'Checked' : '#', STYLE.label, { x: LEFT, width: NUMBERS }, top, {
    tag: 'TH',
    hidden: paper.ticked,
    align: 'right',
  });
  cell(sheet, header, 'Tool', STYLE.label, name, top, { tag: 'TH' });
  for (const [place, { title }] of paper.heads.entries())
    cell(sheet, header, title, STYLE.label, columns[place] ?? name, top, { tag: 'TH', align: 'right' });
  header.end();
  sheet.y = top + 8 * 1.45 + 1.5 * MM;
  rule(sheet, COLOUR.rule);
  rows.forEach((row, index) => {
    const at = sheet.y + 1.8 * MM;
    const line = sheet.struct('TR');
    its.add(line);
    if (paper.ticked)
      ornament(sheet, () =>
        sheet
          .rect(LEFT, at + 1, 4 * MM, 4 * MM)
          .lineWidth(1)
          .stroke(COLOUR.tick),
      );
    else cell(sheet, line, String(before + index + 1), STYLE.text, { x: LEFT, width: NUMBERS }, at, { align: 'right' });
    const ends = [named(sheet, line, row, name, at)];
    for (const [place, figure] of row.figures.entries())
      ends.push(cell(sheet, line, figure, STYLE.text, columns[place] ?? name, at, { align: 'right' }));
    line.end();
    sheet.y = Math.max(...ends) + 1.8 * MM;
    rule(sheet, COLOUR.rule);
  });
  its.end();
}

interface CellLook {
  readonly tag?: 'TH' | 'TD';
  readonly align?: 'right';
  readonly hidden?: boolean;
}

/** Returns where it ends. */
function cell(sheet: Sheet, row: Structure, text: string, style: Style, box: Box, at: number, look: CellLook): number {
  const draw = () => {
    if (!look.hidden) write(sheet, text, style, box, at, look.align);
  };
  row.add(sheet.struct(look.tag ?? 'TD', look.hidden ? { alt: text } : {}, [draw]));
  return at + heightOf(sheet, text, style, box);
}

function named(sheet: Sheet, row: Structure, { name, id }: PaperRow, box: Box, at: number): number {
  let bottom = at;
  const draw = () => {
    const gap = choose(sheet, STYLE.name);
    const options = { width: box.width, lineGap: gap };
    sheet.fillColor(STYLE.name.colour).text(name, box.x, at, { ...options, continued: id !== null });
    if (id !== null) {
      // In the grid of the name: another line height would move what follows.
      sheet.font(STYLE.id.face).fontSize(STYLE.id.size).fillColor(STYLE.id.colour);
      sheet.text(` ${id}`, { ...options, continued: false });
    }
    bottom = sheet.y;
  };
  row.add(sheet.struct('TD', {}, [draw]));
  return Math.max(bottom, at + heightOf(sheet, name, STYLE.name, box));
}

function end(sheet: Sheet, root: Structure, { sums, closing, signed }: Paper): void {
  const from = RIGHT - PAPER.sums * MM;
  if (sums.length > 0) sheet.y += 4 * MM;
  sums.forEach(({ label, value, is }, place) => {
    if (place > 0) rule(sheet, is === 'total' ? COLOUR.ink : COLOUR.rule, from);
    const at = sheet.y + 1.4 * MM;
    const total = is === 'total';
    const labels: Box = { x: from, width: (PAPER.sums - 20) * MM };
    const line = sheet.struct('P');
    root.add(line);
    const big = total ? (STYLE.total.size - STYLE.totalLabel.size) / 2 : 0;
    const end1 = cellOf(sheet, line, label, total ? STYLE.totalLabel : STYLE.soft, labels, at + big);
    const figures: Box = { x: RIGHT - 60 * MM, width: 60 * MM };
    const style = total ? STYLE.total : is === 'less' ? STYLE.less : STYLE.name;
    const end2 = cellOf(sheet, line, value, style, figures, at, 'right');
    line.end();
    sheet.y = Math.max(end1, end2) + 1.4 * MM;
  });
  for (const { title, text, id } of closing) {
    sheet.y += 6 * MM;
    if (title) setText(sheet, root, title, STYLE.name, { x: LEFT, width: INNER }, { tag: 'P' });
    setText(sheet, root, id ? `${text} ${id}` : text, STYLE.soft, { x: LEFT, width: INNER }, { tag: 'P' });
  }
  if (signed.length === 0) return;
  sheet.y += 16 * MM;
  const top = sheet.y;
  const width = (INNER - 10 * MM * (signed.length - 1)) / signed.length;
  signed.forEach((label, place) => {
    const x = LEFT + place * (width + 10 * MM);
    ornament(sheet, () => stroke(sheet, x, top, x + width, COLOUR.ink));
    sheet.y = top + 1.5 * MM;
    setText(sheet, root, label, STYLE.soft, { x, width }, { tag: 'P' });
  });
}

function cellOf(sheet: Sheet, line: Structure, text: string, style: Style, box: Box, at: number, align?: 'right') {
  line.add(sheet.struct('Span', {}, [() => write(sheet, text, style, box, at, align)]));
  return at + heightOf(sheet, text, style, box);
}

function aligned(sheet: Sheet, root: Structure, text: string, style: Style, box: Box, tag: string): void {
  const at = sheet.y;
  root.add(sheet.struct(tag, {}, [() => write(sheet, text, style, box, at, 'right')]));
  sheet.y = at + heightOf(sheet, text, style, box);
}

function write(sheet: Sheet, text: string, style: Style, { x, width }: Box, y: number, align?: 'right'): void {
  const lineGap = choose(sheet, style);
  sheet.fillColor(style.colour).text(text, x, y, { width, lineGap, ...(align && { align }) });
}

function logo(sheet: Sheet, x: number, y: number): void {
  const unit = 22 / 30;
  const bar = (left: number, top: number, width: number, height: number) =>
    sheet.rect(x + left * unit, y + top * unit, width * unit, height * unit);
  bar(0, 0, 30, 5);
  for (const [left, height] of [
    [1, 5],
    [7, 8],
    [21, 8],
    [27, 5],
  ] as const)
    bar(left, 7, 2, height);
  sheet.fill(COLOUR.ink);
  bar(13, 7, 4, 15).fill(COLOUR.accent);
}

const rule = (sheet: Sheet, colour: string, from = LEFT): void =>
  ornament(sheet, () => stroke(sheet, from, sheet.y, RIGHT, colour));

function stroke(sheet: Sheet, from: number, y: number, to: number, colour: string): void {
  sheet.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(colour);
}
