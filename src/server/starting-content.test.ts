import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStartingContent } from './starting-content.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
  await mkdir(join(folder, 'catalogue', 'pictures'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const TOOL = {
  name: 'Axe',
  description: 'Cuts.',
  category: 'Axes',
  sku: 'HT-AXE-001',
  price: 9,
  minQuantity: 2,
  available: 10,
  picture: 'axe.webp',
};
const REVIEW = { name: 'Ann', star: 4.5, review: 'Good.' };

async function write(tools: unknown, reviews: unknown = [REVIEW]): Promise<void> {
  await writeFile(join(folder, 'catalogue', 'tools.json'), JSON.stringify(tools));
  await writeFile(join(folder, 'reviews.json'), JSON.stringify(reviews));
}

test('tools, reviews and pictures are read', async () => {
  await write([TOOL]);
  await writeFile(join(folder, 'catalogue', 'pictures', 'axe.webp'), 'bytes');
  const content = await readStartingContent(folder);
  expect(content).toMatchObject({ tools: [TOOL], reviews: [REVIEW] });
  expect(await content.picture('axe.webp')).toEqual(Buffer.from('bytes'));
});

test.each([
  ['a price with cents', { price: 9.5 }, '0.price'],
  ['no price', { price: undefined }, '0.price'],
  ['a price that stays', { steps: [{ from: 10, price: 9 }] }, '0.steps.0.price'],
  ['a picture somewhere else', { picture: '../../secret.webp' }, '0.picture'],
  ['a misspelled field', { prize: 9 }, 'prize'],
])('%s is named with its place', async (_, change, place) => {
  await write([{ ...TOOL, ...change }]);
  await expect(readStartingContent(folder)).rejects.toThrow(/tools\.json cannot be used/);
  await expect(readStartingContent(folder)).rejects.toThrow(place);
});

test('a review with a third of a star is refused', async () => {
  await write([TOOL], [{ ...REVIEW, star: 4.3 }]);
  await expect(readStartingContent(folder)).rejects.toThrow(/reviews\.json cannot be used\. 0\.star/);
});

test('a file that is no JSON is named', async () => {
  await write([TOOL]);
  await writeFile(join(folder, 'reviews.json'), '[{');
  await expect(readStartingContent(folder)).rejects.toThrow(/reviews\.json is not JSON/);
});

test("the shop's own content can be used, and every picture is used once", async () => {
  const own = fileURLToPath(new URL('../../content', import.meta.url));
  const { tools, reviews, picture } = await readStartingContent(own);
  expect(tools).toHaveLength(28);
  expect(new Set(tools.map((it) => it.sku)).size).toBe(28);
  expect(new Set(tools.map((it) => it.picture)).size).toBe(28);
  expect(tools.filter(({ steps }) => steps.length > 0)).toHaveLength(19);
  expect(tools.filter(({ pack }) => pack > 1).length).toBeGreaterThanOrEqual(4);
  expect(tools.slice(0, 8).map((it) => it.name.split(/ \d|,/)[0])).toEqual([
    'Adjustable Wrench',
    'LED Torch',
    'Combination Pliers',
    'Site Toolbox',
    'Tape Measure',
    'Ball-Pein Hammer',
    'Screwdriver Set',
    'F-Clamp',
  ]);
  expect(reviews.slice(0, 3).map((it) => `${it.name} ${it.star}`)).toEqual([
    'Priya Raman 5',
    'Tom Okafor 4.5',
    'Helene Vogt 4',
  ]);
  for (const it of tools) {
    expect(it.available).toBeGreaterThan(it.minQuantity);
    expect(await picture(it.picture)).toEqual(await readFile(join(own, 'catalogue', 'pictures', it.picture)));
  }
});
