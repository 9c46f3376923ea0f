import PDFDocument from 'pdfkit';
import { readTypefaces } from './typefaces.ts';

/** All lengths in points, 72 to an inch. A4, titles in a column left of what they are titles of. */
export const PAGE = { width: 595.28, height: 841.89, left: 51, right: 544.28, top: 51, bottom: 64 } as const;

export const COLOUR = {
  ink: '#1f2326',
  soft: '#454c52',
  quiet: '#5f666c',
  rule: '#d9d5ca',
  tick: '#7a8185',
  link: '#ad3d00',
} as const;

export type Sheet = PDFKit.PDFDocument;
export type Structure = PDFKit.PDFStructureElement;

export interface About {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly made: Date;
}

/** An empty document that can be found by its title, read out in English and walked through by its structure. */
export async function openSheet({ title, author, subject, made }: About): Promise<{ sheet: Sheet; root: Structure }> {
  const faces = await readTypefaces();
  const sheet = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: { left: PAGE.left, right: PAGE.width - PAGE.right, top: PAGE.top, bottom: PAGE.bottom },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    bufferPages: true,
    autoFirstPage: false,
    // The same content makes the same bytes, whenever it is made.
    info: { Title: title, Author: author, Subject: subject, CreationDate: made, ModDate: made },
    // None of the standard typefaces: they are not embedded and know Western letters only.
    font: '',
  });
  for (const [face, bytes] of Object.entries(faces)) sheet.registerFont(face, bytes);
  sheet.addPage();
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  return { sheet, root };
}

/** Ends the document and answers its bytes. `footer` writes below each page, given its number and how many there are. */
export async function closeSheet(
  { sheet, root }: { sheet: Sheet; root: Structure },
  footer: (page: number, pages: number) => void,
): Promise<Uint8Array> {
  root.end();
  const { start, count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(start + page);
    // Or a text below the margin would begin a page of its own.
    sheet.page.margins.bottom = 0;
    ornament(sheet, () => footer(page + 1, count), 'Pagination');
  }
  const chunks: Buffer[] = [];
  sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    sheet.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    sheet.on('error', reject);
    sheet.end();
  });
}

/** Draws what is not read out. */
export function ornament(sheet: Sheet, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  sheet.markContent('Artifact', { type });
  draw();
  sheet.endMarkedContent();
}

/** Goes on at the top of a new page unless `height` is still free on this one. */
export function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height <= PAGE.height - PAGE.bottom) return;
  sheet.addPage();
  sheet.y = PAGE.top;
}
