import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const admin = await shop.person('admin');
await shop.sql`update person set name = 'Second Admin' where id = ${admin.id}`;

const archived = async (query: Record<string, string> = {}, by = admin) =>
  (await shop.call('listArchivedTools', { query }, by)).body;
const names = async (query: Record<string, string> = {}) =>
  (await archived(query)).rows.map(({ name }: { name: string }) => name);

test('archived tools are listed, the last archived first, with who did it and when; restored they are not', async () => {
  const [first, second] = [await shop.tool({ name: 'Old Saw' }), await shop.tool({ name: 'Old Axe' })];
  await shop.tool({ name: 'Sold Plane' });
  expect(await archived()).toEqual({ rows: [], total: 0 });
  for (const { id } of [second, first]) {
    await shop.call('deleteTool', { params: { id } }, admin);
    shop.passTime(60_000);
  }
  const { rows, total } = await archived();
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { _id: first.id, name: 'Old Saw', archived_by: 'Second Admin', archived_at: expect.any(String) },
    { _id: second.id, name: 'Old Axe', archived_by: 'Second Admin' },
  ]);
  expect(rows[0].archived_at > rows[1].archived_at).toBe(true);
  await shop.call('restoreTool', { params: { id: first.id } }, admin);
  expect(await names()).toEqual(['Old Axe']);
});

test('they are found by words of the name and by the item number, also by the end of an id', async () => {
  const deletedAt = new Date('2026-01-03T10:00:00Z');
  await shop.tool({ name: 'Torque Wrench 100%', sku: 'TW-77', deletedAt });
  const plain = await shop.tool({ name: 'Torque Driver', deletedAt });
  await shop.tool({ name: 'Torque Wrench on sale', sku: 'TW-78' });
  expect(await names({ q: 'wrench torq' })).toEqual(['Torque Wrench 100%']);
  expect(await names({ q: 'tw-77' })).toEqual(['Torque Wrench 100%']);
  expect(await names({ q: '100%' })).toEqual(['Torque Wrench 100%']);
  expect(await names({ q: plain.id.slice(-6).toUpperCase() })).toEqual(['Torque Driver']);
  expect(await names({ q: 'tw-78' })).toEqual([]);
});

test('a size is found with and without its space, as in the shop', async () => {
  await shop.tool({ name: 'Drill Bit 8 mm', deletedAt: new Date('2025-12-03T10:00:00Z') });
  for (const q of ['8mm', '8 mm', '8\u00a0MM drill']) expect(await names({ q })).toEqual(['Drill Bit 8 mm']);
});

test('in the plural, with a slip or by a number without its signs they are found as on sale, where nothing is spelled so', async () => {
  const deletedAt = new Date('2023-01-03T10:00:00Z');
  await shop.tool({ name: 'Gimlet Handle', deletedAt });
  await shop.tool({ name: 'Holdfast', sku: 'HC-100', deletedAt });
  await shop.tool({ name: 'Holdfost', deletedAt });
  for (const q of ['gimlets', 'gimlte', 'gimlt handle']) expect(await names({ q }), q).toEqual(['Gimlet Handle']);
  for (const q of ['hc100', 'h-c-10', 'holdfast']) expect(await names({ q }), q).toEqual(['Holdfast']);
  expect(await names({ q: 'gimlet holdfast' })).toEqual([]);
});

test('counting ends one after a thousand', async () => {
  await shop.sql`insert into tool (name, description, image, price, min_quantity, available, deleted_at)
    select 'Rivet ' || n, 'One of many.', '/images/a', 1, 1, 1, '2024-01-03T10:00:00Z' from generate_series(1, 1100) n`;
  expect((await archived({ q: 'rivet' })).total).toBe(1_001);
});

test('many come page by page, each once, also of one moment', async () => {
  const deletedAt = new Date('2025-01-03T10:00:00.123Z');
  for (let made = 0; made < 60; made += 1) await shop.tool({ name: `Paged Chisel ${made}`, deletedAt });
  const first = await archived({ q: 'paged' });
  const second = await archived({ q: 'paged', after: first.next });
  expect([first.rows.length, second.rows.length, first.total, second.next]).toEqual([50, 10, 60, undefined]);
  const ids = [...first.rows, ...second.rows].map(({ _id }: { _id: string }) => _id);
  expect(new Set(ids).size).toBe(60);
  expect(first.rows[0].name).toBe('Paged Chisel 59');
  expect((await archived({ after: 'x' })).code).toBe('invalid_request');
});

test('customers and strangers do not see them', async () => {
  expect((await archived({}, await shop.person())).code).toBe('admin_only');
  expect((await shop.call('listArchivedTools')).status).toBe(401);
});
