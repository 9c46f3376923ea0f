import type { Portfolio } from '#model/content/portfolio.ts';
import { formatLetterDay } from '#texts/format-time.ts';
import { type Box, choose, heightOf, type Style, setText } from './set-text.ts';
import { COLOUR, closeSheet, keepTogether, openSheet, ornament, PAGE, type Sheet, type Structure } from './sheet.ts';

const STYLE = {
  name: { face: 'display', size: 46, line: 1, colour: COLOUR.ink },
  headline: { face: 'text', size: 13, line: 1.45, colour: COLOUR.soft },
  section: { face: 'display', size: 17, line: 1.1, colour: COLOUR.ink },
  entry: { face: 'strong', size: 11.5, line: 1.35, colour: COLOUR.ink },
  text: { face: 'text', size: 10, line: 1.5, colour: COLOUR.soft },
  label: { face: 'text', size: 10, line: 1.5, colour: COLOUR.quiet },
  value: { face: 'text', size: 10, line: 1.5, colour: COLOUR.ink },
  link: { face: 'text', size: 10, line: 1.5, colour: COLOUR.link },
  small: { face: 'text', size: 8.5, line: 1.5, colour: COLOUR.quiet },
} as const satisfies Record<string, Style>;

const TITLES: Box = { x: PAGE.left, width: 120 };
const COLUMN: Box = { x: 190, width: PAGE.right - 190 };
const LABELS: Box = { x: COLUMN.x, width: 76 };
const VALUES: Box = { x: COLUMN.x + 84, width: COLUMN.width - 84 };
const POINTS: Box = { x: COLUMN.x + 13, width: COLUMN.width - 13 };

/** Returns the bytes of the PDF. Addresses that begin with a slash are resolved against `origin`. */
export async function writeCurriculumVitae(portfolio: Portfolio, origin: string): Promise<Uint8Array> {
  const { name, headline, updated } = portfolio;
  const date = new Date(`${updated}T00:00:00Z`);
  const open = await openSheet({ title: `${name}, CV`, author: name, subject: headline, date });
  const { sheet, root } = open;
  const whole = (to: string) => (to.startsWith('/') ? new URL(to, origin).href : to);

  setText(sheet, root, name, STYLE.name, { x: PAGE.left - 1, width: PAGE.right - PAGE.left }, { tag: 'H1' });
  sheet.y += 10;
  setText(sheet, root, headline, STYLE.headline, { x: PAGE.left, width: 360 }, { tag: 'P' });
  sheet.y += 20;
  ornament(sheet, () => yardstick(sheet));

  const { about, contact, skills, experience, projects } = portfolio;
  section(sheet, root, 'About', STYLE.text, (part) => {
    for (const text of about) paragraph(sheet, part, text);
    const rows = contact.map(({ label, text, to }) => ({ label, text, ...(to && { link: whole(to) }) }));
    if (rows.length > 0) labelled(sheet, part, rows);
  });
  section(sheet, root, 'Skills', STYLE.value, (part) => {
    const rows = skills.map(({ area, items }) => ({ label: area, text: items.join(', ') }));
    if (rows.length > 0) labelled(sheet, part, rows);
  });
  section(sheet, root, 'Experience', STYLE.entry, (part) => {
    for (const { title, place, when, points } of experience) {
      entry(sheet, part, title, [{ text: `${place} · ${when}`, style: STYLE.small }]);
      if (points.length > 0) dashed(sheet, part, points);
      sheet.y += 12;
    }
  });
  section(sheet, root, 'Projects', STYLE.entry, (part) => {
    for (const { name: title, text, madeWith, to } of projects) {
      const address = whole(to);
      entry(sheet, part, title, [
        { text, style: STYLE.text },
        { text: madeWith.join(', '), style: STYLE.small },
        { text: address.replace(/^https?:\/\/|\/$/g, ''), style: { ...STYLE.link, size: 8.5 }, link: address },
      ]);
      sheet.y += 12;
    }
  });

  return closeSheet(open, (page, pages) => {
    sheet.y = PAGE.height - 44;
    const gap = choose(sheet, STYLE.small);
    sheet.fillColor(STYLE.small.colour);
    const { y } = sheet;
    sheet.text(`${name}, CV. Updated ${formatLetterDay(updated)}.`, PAGE.left, y, { lineGap: gap, lineBreak: false });
    sheet.text(`${page} / ${pages}`, PAGE.right - 60, y, { width: 60, align: 'right', lineBreak: false });
  });
}

function section(sheet: Sheet, root: Structure, title: string, first: Style, fill: (part: Structure) => void): void {
  keepTogether(sheet, 110);
  if (sheet.outline.children.length > 0) {
    if (sheet.y > PAGE.top) sheet.y += 8;
    ornament(sheet, () => rule(sheet, PAGE.left));
  }
  sheet.y += 20;
  const top = sheet.y;
  const here = { expanded: false, top: top - 12, left: PAGE.width };
  sheet.outline.addItem(title, here);
  const part = sheet.struct('Sect', { title });
  root.add(part);
  // Aligns the baselines of the title and the first text: text is placed by its top.
  sheet.y = top + (first.size - STYLE.section.size) * ASCENT;
  setText(sheet, part, title, STYLE.section, TITLES, { tag: 'H2' });
  sheet.y = top;
  fill(part);
  part.end();
}

const ASCENT = 0.97;

function paragraph(sheet: Sheet, part: Structure, text: string): void {
  keepTogether(sheet, heightOf(sheet, text, STYLE.text, COLUMN));
  setText(sheet, part, text, STYLE.text, COLUMN, { tag: 'P' });
  sheet.y += 7;
}

interface Row {
  readonly label: string;
  readonly text: string;
  readonly link?: string;
}

function labelled(sheet: Sheet, part: Structure, rows: readonly Row[]): void {
  const list = sheet.struct('L');
  part.add(list);
  rows.forEach(({ label, text, link }, index) => {
    const style = link ? STYLE.link : STYLE.value;
    const height = Math.max(heightOf(sheet, label, STYLE.label, LABELS), heightOf(sheet, text, style, VALUES));
    keepTogether(sheet, height + 12);
    if (index > 0) sheet.y += 6;
    const top = sheet.y;
    const item = sheet.struct('LI');
    list.add(item);
    setText(sheet, item, label, STYLE.label, LABELS, { tag: 'Lbl' });
    sheet.y = top;
    setText(sheet, item, text, style, VALUES, { tag: 'LBody', ...(link && { link }) });
    item.end();
    sheet.y = top + height + 6;
    ornament(sheet, () => rule(sheet, COLUMN.x));
  });
  list.end();
  sheet.y += 14;
}

interface Line {
  readonly text: string;
  readonly style: Style;
  readonly link?: string;
}

function entry(sheet: Sheet, part: Structure, title: string, lines: readonly Line[]): void {
  const below = lines.map(({ text, style }) => heightOf(sheet, text, style, COLUMN));
  const height = below.reduce((sum, it) => sum + it, heightOf(sheet, title, STYLE.entry, COLUMN));
  keepTogether(sheet, height + STYLE.text.size * STYLE.text.line);
  setText(sheet, part, title, STYLE.entry, COLUMN, { tag: 'H3' });
  for (const { text, style, link } of lines) {
    setText(sheet, part, text, style, COLUMN, { tag: 'P', ...(link && { link }) });
  }
}

function dashed(sheet: Sheet, part: Structure, points: readonly string[]): void {
  const list = sheet.struct('L');
  part.add(list);
  sheet.y += 3;
  for (const point of points) {
    keepTogether(sheet, heightOf(sheet, point, STYLE.text, POINTS));
    const middle = sheet.y + 7.5;
    ornament(sheet, () => stroke(sheet, COLUMN.x, middle, COLUMN.x + 7, middle, COLOUR.quiet));
    const item = sheet.struct('LI');
    list.add(item);
    setText(sheet, item, point, STYLE.text, POINTS, { tag: 'LBody' });
    item.end();
    sheet.y += 2;
  }
  list.end();
}

function rule(sheet: Sheet, from: number): void {
  stroke(sheet, from, sheet.y, PAGE.right, sheet.y, COLOUR.rule);
}

function yardstick(sheet: Sheet): void {
  const { y } = sheet;
  const step = (PAGE.right - PAGE.left) / 100;
  for (let mark = 0; mark <= 100; mark++) {
    const x = PAGE.left + mark * step;
    stroke(sheet, x, y, x, y + (mark % 10 === 0 ? 9 : mark % 5 === 0 ? 6 : 3.5), COLOUR.tick);
  }
  sheet.y = y + 9;
}

function stroke(sheet: Sheet, x1: number, y1: number, x2: number, y2: number, colour: string): void {
  sheet.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.6).stroke(colour);
}
