import PDFDocument from 'pdfkit';
import { readTypefaces } from './typefaces.ts';

/** A4, in points (72 per inch). */
export const PAGE = { width: 595.28, height: 841.89, left: 51, right: 544.28, top: 51, bottom: 64 } as const;

export const COLOUR = {
  ink: '#1f2326',
  soft: '#454c52',
  quiet: '#5f666c',
  rule: '#d9d5ca',
  tick: '#7a8185',
  link: '#ad3d00',
  accent: '#f25c05',
} as const;

export type Sheet = PDFKit.PDFDocument;
export type Structure = PDFKit.PDFStructureElement;

export interface About {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly date: Date;
}

export async function openSheet({ title, author, subject, date }: About): Promise<{ sheet: Sheet; root: Structure }> {
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
    // Fixed dates: the same content gives the same bytes.
    info: { Title: title, Author: author, Subject: subject, CreationDate: date, ModDate: date },
    // The standard fonts are not embedded and have Western letters only.
    font: '',
  });
  for (const [face, bytes] of Object.entries(faces)) sheet.registerFont(face, bytes);
  sheet.addPage();
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  return { sheet, root };
}

export async function closeSheet(
  { sheet, root }: { sheet: Sheet; root: Structure },
  footer: (page: number, pages: number) => void,
): Promise<Uint8Array> {
  root.end();
  const { start, count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(start + page);
    // Otherwise text below the margin starts a new page.
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

export function ornament(sheet: Sheet, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  sheet.markContent('Artifact', { type });
  draw();
  sheet.endMarkedContent();
}

export function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height <= PAGE.height - PAGE.bottom) return;
  sheet.addPage();
  sheet.y = PAGE.top;
}
