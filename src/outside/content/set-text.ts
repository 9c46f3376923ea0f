import type { Sheet, Structure } from './sheet.ts';
import type { Typeface } from './typefaces.ts';

export interface Style {
  readonly face: Typeface;
  /** In points. */
  readonly size: number;
  /** From line to line, in sizes. */
  readonly line: number;
  readonly colour: string;
}

/** Where a text stands across the page, in points. */
export interface Box {
  readonly x: number;
  readonly width: number;
}

interface Meaning {
  /** What readers take the text for: `H1`, `P`, `Lbl`… */
  readonly tag: string;
  readonly link?: string;
}

/** Sets a text at the sheet's height and moves the sheet below it. */
export function setText(sheet: Sheet, parent: Structure, text: string, style: Style, box: Box, meaning: Meaning): void {
  const { tag, link } = meaning;
  const write = () => {
    const gap = choose(sheet, style);
    const extra = link ? { link, underline: true } : {};
    sheet.fillColor(style.colour).text(text, box.x, sheet.y, { width: box.width, lineGap: gap, ...extra });
  };
  parent.add(sheet.struct(tag, {}, link ? [sheet.struct('Link', {}, [write])] : [write]));
}

/** How high a text will be, in points. */
export function heightOf(sheet: Sheet, text: string, style: Style, box: Box): number {
  return sheet.heightOfString(text, { width: box.width, lineGap: choose(sheet, style) });
}

/** Takes up the style; answers what must be added between two lines for it. */
export function choose(sheet: Sheet, { face, size, line }: Style): number {
  sheet.font(face).fontSize(size);
  return size * line - sheet.currentLineHeight(true);
}
