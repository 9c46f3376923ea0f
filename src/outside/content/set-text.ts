import type { Sheet, Structure } from './sheet.ts';
import type { Typeface } from './typefaces.ts';

export interface Style {
  readonly face: Typeface;
  /** In points. */
  readonly size: number;
  /** Line height in multiples of `size`. */
  readonly line: number;
  readonly colour: string;
}

export interface Box {
  readonly x: number;
  readonly width: number;
}

interface Meaning {
  /** The structure tag of PDF: `H1`, `P`, `Lbl`… */
  readonly tag: string;
  readonly link?: string;
}

export function setText(sheet: Sheet, parent: Structure, text: string, style: Style, box: Box, meaning: Meaning): void {
  const { tag, link } = meaning;
  const write = () => {
    const gap = choose(sheet, style);
    const extra = link ? { link, underline: true } : {};
    sheet.fillColor(style.colour).text(text, box.x, sheet.y, { width: box.width, lineGap: gap, ...extra });
  };
  parent.add(sheet.struct(tag, {}, link ? [sheet.struct('Link', {}, [write])] : [write]));
}

export function heightOf(sheet: Sheet, text: string, style: Style, box: Box): number {
  return sheet.heightOfString(text, { width: box.width, lineGap: choose(sheet, style) });
}

/** Selects the style; returns its gap between lines, in points. */
export function choose(sheet: Sheet, { face, size, line }: Style): number {
  sheet.font(face).fontSize(size);
  return size * line - sheet.currentLineHeight(true);
}
