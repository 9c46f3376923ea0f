import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { byIndex, byText, looseWord, readWords } from './words.ts';

const shop = await ownShop();
const { db } = shop.context;
const NAMES = [
  'Ball-Pein Hammer 24\u00a0oz, Ash',
  "Plumber's 'Wrench' \\ 250 mm",
  '100% Cotton_Gloves (pair)',
  'Säge & Größe: *A|!B* <-> C',
  'Torch 🔦 12 V - 5 Ah',
  'tab\tand  two blanks',
];
for (const [n, name] of NAMES.entries()) await shop.tool({ name, sku: n % 2 ? `HT-${n}.0${n}/x` : null });

const fitting = async (fits: SQL): Promise<number[]> => {
  const { rows } = await db.execute<{ seq: number }>(sql`select seq from tool_search where ${fits} order by seq`);
  return rows.map(({ seq }) => seq);
};

/** Parts of a text, short and long, from every place in it. */
const parts = (text: string): string[] => {
  const letters = [...text];
  return letters.flatMap((_, from) => [1, 2, 3, 5, 9].map((length) => letters.slice(from, from + length).join('')));
};

test('index and text agree on which tools have a word, whatever its signs', async () => {
  const { rows } = await db.execute<{ search: string }>(sql`select search from tool_search`);
  const typed = rows.flatMap(({ search }) => parts(search)).filter((part) => /^\P{Cc}+$/u.test(part));
  const words = new Set([...typed.flatMap((part) => part.split(/\s+/)), "'", ':*', 'flashlight', 'wrenches', 'ze']);
  expect(words.size).toBeGreaterThan(400);
  for (const word of words) {
    const read = readWords(word);
    if (read.length > 0) expect(await fitting(byIndex(read)), word).toEqual(await fitting(sql.join(byText(read))));
  }
});

test('of many words each is looked for once, and no more than sixteen', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  expect(readWords('saw h SAW h').map(({ typed }) => typed)).toEqual(['saw', 'h']);
  expect(readWords([...letters].join(' ')).map(({ typed }) => typed)).toEqual([...letters.slice(0, 16)]);
});

test.each([
  ['hamer', 'hammer'],
  ['wrnech', 'wrench'],
  ['cottton', 'cotton'],
  ['plumbre', 'plumber'],
  ['gloevs', 'gloves'],
  ['cotonn_', 'cotton'],
])('%s looks like %s', async (typed, meant) => {
  const [word] = readWords(typed);
  expect((word && (await looseWord(db, word)))?.spellings).toContain(meant);
});

test('what looks like nothing has no other spelling', async () => {
  for (const typed of ['zeppelin', 'zz', "''''", '\\\\\\'])
    for (const word of readWords(typed)) expect(await looseWord(db, word)).toBeUndefined();
});

test('a rare word is found where the first tools of the catalogue do not tell it', async () => {
  await shop.sql`insert into tool (name, description, image, price, min_quantity, available)
    select 'Nail ' || n, 'One of many.', '/images/a', 1, 1, 1 from generate_series(1, 2100) n`;
  await shop.tool({ name: 'Spokeshave' });
  for (const typed of [
    'spokshave',
    'spokeshaev',
    'spokeshavee',
    'spokeshawe',
    'spokshavee',
    'spokkeshafe',
    'spokeshvae',
    'spokshaves',
  ]) {
    const [word] = readWords(typed);
    expect((word && (await looseWord(db, word)))?.spellings).toContain('spokeshave');
  }
});
