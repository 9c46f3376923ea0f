import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StartingTool } from '#model/catalogue/starting-tool.ts';
import { createFileStore } from '#outside/images/file-store.ts';
import { createSharpEncoder } from '#outside/images/sharp-encoder.ts';
import { keepPicture } from '#services/images/keep-picture.ts';
import { record } from '#services/kernel/record.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { review } from '#tables/reviews.ts';
import * as schema from '#tables/schema.ts';
import { audit } from '../../platform/audit/audit-tables.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { countSamplesOnSale, fillShop } from './fill-shop.ts';
import type { StartingContent } from './starting-content.ts';

const db = drizzle((await ownDatabase()).pool, { schema });
let folder: string;
beforeEach(async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate tool, review, audit cascade`);
  });
  folder = await mkdtemp(join(tmpdir(), 'fill-shop-'));
});
afterEach(() => rm(folder, { recursive: true }));

const NOW = new Date('2026-03-01T10:00:00Z');
const context = () => ({ db, clock: () => NOW, pictures: createFileStore(folder), encoder: createSharpEncoder() });

const startingTool = (name: string, available: number): StartingTool => ({
  name,
  description: `A ${name}.`,
  category: 'Tools',
  sku: `SKU-${name}`,
  price: 7,
  minQuantity: 2,
  available,
  pack: 2,
  steps: [{ from: 10, price: 6 }],
  picture: `${name.toLowerCase()}.png`,
});

/** Every name is a picture of another color. */
const paint = (name: string) =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: { r: name.charCodeAt(0), g: 90, b: 40 } } })
    .png()
    .toBuffer();

const CONTENT: StartingContent = {
  tools: [startingTool('Newest', 30), startingTool('Middle', 20), startingTool('Oldest', 10)],
  reviews: [
    { name: 'Ann', star: 4.5, review: 'The newest.' },
    { name: 'Bob', star: 5, review: 'The oldest.' },
  ],
  picture: paint,
};

async function rowCounts() {
  const [tools, moves, reviews] = await Promise.all(
    [tool, stockMove, review].map(async (table) => (await db.select({ rows: count() }).from(table))[0]?.rows),
  );
  return { tools, moves, reviews };
}

test('an empty shop gets the tools, their stock and the reviews, newest first as written', async () => {
  expect(await fillShop(context(), CONTENT)).toEqual({ ok: true, value: { tools: 3, reviews: 2 } });
  const tools = await db.select().from(tool).orderBy(desc(tool.seq));
  expect(tools.map(({ name, available, createdAt }) => ({ name, available, createdAt }))).toEqual([
    { name: 'Newest', available: 30, createdAt: NOW },
    { name: 'Middle', available: 20, createdAt: NOW },
    { name: 'Oldest', available: 10, createdAt: NOW },
  ]);
  const { picture: _, steps: __, ...written } = CONTENT.tools[0] ?? startingTool('None', 0);
  expect(tools[0]).toMatchObject({ ...written, stepFrom: [10], stepPrice: [6] });
  const reviews = await db.select().from(review).orderBy(desc(review.seq));
  expect(reviews.map(({ name, star, review: text }) => ({ name, star, review: text }))).toEqual(CONTENT.reviews);
});

test('the stock of each tool is explained by one move', async () => {
  await fillShop(context(), CONTENT);
  const rows = await db
    .select({ name: tool.name, available: tool.available, kind: stockMove.kind, delta: stockMove.delta })
    .from(tool)
    .innerJoin(stockMove, eq(stockMove.toolId, tool.id))
    .orderBy(desc(tool.seq));
  expect(rows).toEqual([
    { name: 'Newest', available: 30, kind: 'initial', delta: 30 },
    { name: 'Middle', available: 20, kind: 'initial', delta: 20 },
    { name: 'Oldest', available: 10, kind: 'initial', delta: 10 },
  ]);
});

test('every tool names a picture that is kept, and a waiting person hears how far it is', async () => {
  const heard: string[] = [];
  const shop = context();
  await fillShop(shop, CONTENT, (text) => heard.push(text));
  const images = (await db.select({ image: tool.image }).from(tool)).map((it) => it.image);
  expect(new Set(images).size).toBe(3);
  for (const image of images) {
    expect(image).toMatch(/^\/images\/[0-9a-f]{32}\/1200\.webp$/);
    expect(await shop.pictures.has(image.replace('/images/', ''))).toBe(true);
  }
  expect(heard).toEqual([1, 2, 3].map((done) => `Preparing pictures: ${done} of 3`));
});

test('the filling leaves one audit row with its figures', async () => {
  await fillShop(context(), CONTENT);
  await fillShop(context(), CONTENT);
  const deeds = await db.select().from(audit).where(eq(audit.action, 'shop.filled'));
  expect(deeds).toMatchObject([{ actor: null, target: 'shop', meta: { tools: 3, reviews: 2 } }]);
});

test('samples count until they are deleted or edited, and other tools never do', async () => {
  expect(await countSamplesOnSale(db)).toBe(0);
  await fillShop(context(), CONTENT);
  const own = { description: 'Own.', image: '/images/own.webp', price: 5, minQuantity: 1, available: 0 };
  await db.insert(tool).values({ ...own, name: 'Own' });
  expect(await countSamplesOnSale(db)).toBe(3);
  await db.update(tool).set({ deletedAt: NOW }).where(eq(tool.name, 'Oldest'));
  expect(await countSamplesOnSale(db)).toBe(2);
  const [edited] = await db.select().from(tool).where(eq(tool.name, 'Newest'));
  await db.transaction((tx) => record(tx, { action: 'tool.changed', target: edited?.id ?? '' }));
  expect(await countSamplesOnSale(db)).toBe(1);
});

test('a shop that has tools, or had one, is left alone', async () => {
  await fillShop(context(), CONTENT);
  const before = await rowCounts();
  const noPicture = { ...CONTENT, picture: () => Promise.reject(new Error('no picture is needed')) };
  expect(await fillShop(context(), noPicture)).toEqual({ ok: true, value: 'already-filled' });
  await db.update(tool).set({ deletedAt: NOW });
  expect(await fillShop(context(), noPicture)).toEqual({ ok: true, value: 'already-filled' });
  expect(await rowCounts()).toEqual(before);
});

test('of shops that start at the same moment one fills', async () => {
  for (const it of CONTENT.tools) await keepPicture(context(), await paint(it.picture));
  // Nobody can write a tool until both wait to: the moment in which both have seen an empty shop is certain to come.
  const fills = await db.transaction(async (holder) => {
    await holder.execute(sql`lock table tool in share mode`);
    const started = Promise.all([fillShop(context(), CONTENT), fillShop(context(), CONTENT)]);
    started.catch(() => {});
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(2);
    return { started };
  });
  const values = (await fills.started).map((it) => (it.ok ? it.value : it.failure));
  expect(values).toContainEqual('already-filled');
  expect(values).toContainEqual({ tools: 3, reviews: 2 });
  expect(await rowCounts()).toEqual({ tools: 3, moves: 3, reviews: 2 });
});

async function waitingForLocks(): Promise<number> {
  const {
    rows: [row],
  } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
    where not granted and datname = current_database()`);
  return row?.waiting ?? 0;
}

test('a picture that cannot be used is named, nothing more is prepared, and the shop stays empty', async () => {
  const asked: string[] = [];
  const picture = async (name: string) => {
    asked.push(name);
    return name === 'b.png' ? Buffer.from('<svg/>') : paint(name);
  };
  const tools = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => startingTool(name, 5));
  expect(await fillShop(context(), { ...CONTENT, tools, picture })).toEqual({
    ok: false,
    failure: { code: 'picture_unusable', picture: 'b.png', why: { code: 'unsupported_format' } },
  });
  expect(asked.length).toBeLessThan(tools.length);
  expect(await rowCounts()).toEqual({ tools: 0, moves: 0, reviews: 0 });
});

test('it is all or nothing, and what a failed try kept is used by the next', async () => {
  const torn = { ...CONTENT, reviews: [{ name: 'Eve', star: 4.3, review: 'No such star.' }] };
  await expect(fillShop(context(), torn)).rejects.toThrow();
  expect(await rowCounts()).toEqual({ tools: 0, moves: 0, reviews: 0 });
  const kept = await readdir(folder);
  expect(await fillShop(context(), CONTENT)).toMatchObject({ ok: true, value: { tools: 3 } });
  expect(await readdir(folder)).toEqual(kept);
});
