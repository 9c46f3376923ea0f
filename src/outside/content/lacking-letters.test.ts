import PDFDocument from 'pdfkit';
import { expect, test, vi } from 'vitest';
import type { Paper } from '#model/content/paper.ts';
import { hasLetterIn, markLacking } from './lacking-letters.ts';
import { readTypefaces } from './typefaces.ts';
import { writePaper } from './write-paper.ts';

const faces = await readTypefaces();
const inFace = (face: keyof typeof faces) => {
  const sheet = new PDFDocument({ font: '' });
  sheet.registerFont(face, faces[face]);
  return hasLetterIn(sheet.font(face));
};
const marked = (text: string) => markLacking(text, inFace('text')).marked;

test.each([
  '12 O’Connell Street, “Łódź” – €4.50, 100\u00a0% × −1…',
  'First line\nÉire',
  'e\u0301',
  'no\u200bbreak\u00ad',
  '',
])('Latin is as it was: %j', (text) => {
  expect(markLacking(text, inFace('text'))).toEqual({ marked: text, lacks: false });
});

test.each([
  ['東京都渋谷区', '[?]'],
  ['〒150-0002 東京都 渋谷区2丁目21−1 / タワー32階', '[?]150-0002 [?]2[?]21−1 / [?]32[?]'],
  ['Dock 👩🏽‍🏭 ❤️ 3', 'Dock [?] 3'],
  ['Nguyễn', 'Nguy[?]n'],
  ['Z\u030c and q\u0323', 'Ž and [?]'],
  ['thin\u2009space, non\u2011breaking', 'thin space, non-breaking'],
  ['東 a 東', '[?] a [?]'],
])('what the typeface lacks is marked, once for a run: %j', (text, expected) => {
  expect(marked(text)).toBe(expected);
});

test('all faces have the same letters', () => {
  const has = Object.keys(faces).map((face) => inFace(face as keyof typeof faces));
  for (let letter = 32; letter < 0x3000; letter += 1)
    expect(new Set(has.map((its) => its(letter))).size, `U+${letter.toString(16)}`).toBe(1);
});

const paper = (address: string, name: string): Paper => ({
  ...{ title: 'Invoice', number: '2026-0431', shop: { name: 'Toolyard', lines: [] }, ticked: false, signed: [] },
  ...{ facts: [{ label: 'Ship to', lines: [address] }], heads: [], rows: [{ name, id: null, figures: [] }] },
  ...{ sums: [], closing: [], foot: 'Prices in US dollars' },
});

test('a paper says what its file lacks, and nothing where it lacks nothing', async () => {
  const text = vi.spyOn(PDFDocument.prototype, 'text');
  const written = async (its: Paper) => {
    text.mockClear();
    await writePaper(its);
    return text.mock.calls.map(([words]) => words);
  };
  const note = 'Letters that this file lacks are marked [?]. The page of this invoice has them all.';
  expect(await written(paper('東京 2', 'Saw ½'))).toEqual(expect.arrayContaining(['[?] 2', 'Saw [?]', note]));
  const latin = await written(paper('Łódź 2', 'Saw'));
  expect(latin).toEqual(expect.arrayContaining(['Łódź 2', 'Saw']));
  expect(latin).not.toContain(note);
  text.mockRestore();
});
