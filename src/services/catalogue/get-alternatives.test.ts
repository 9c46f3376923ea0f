import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const alternatives = async (id: string) => (await shop.call('getAlternatives', { params: { id } })).body;
const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

test('in place of a deleted tool stand the three newest of its category, never itself', async () => {
  for (const name of ['Saw 1', 'Saw 2', 'Saw 3']) await shop.tool({ name, category: 'Saws' });
  const gone = await shop.tool({ name: 'Old Saw', category: 'Saws', deletedAt: new Date() });
  const [plain, last] = [await shop.tool({ name: 'Rasp' }), await shop.tool({ name: 'Saw 4', category: 'Saws' })];
  expect(await alternatives(gone.id)).toMatchObject({ name: 'Old Saw', category: 'Saws', deleted: true });
  expect(names(await alternatives(gone.id))).toEqual(['Saw 4', 'Saw 3', 'Saw 2']);
  expect(names(await alternatives(last.id))).toEqual(['Saw 3', 'Saw 2', 'Saw 1']);
  expect(await alternatives(plain.id)).toMatchObject({ category: null, deleted: false });
  expect(names(await alternatives(plain.id))).toEqual(['Saw 4', 'Saw 3', 'Saw 2']);
  expect((await shop.call('getAlternatives', { params: { id: randomUUID() } })).status).toBe(404);
});

test('with a quantity only those of the category that have so many and sell so many, the nearest price first', async () => {
  const quantity = (pieces: string | number) => ({ query: { quantity: String(pieces) } });
  const steps = { stepFrom: [100, 250], stepPrice: [30, 20] };
  const plane = await shop.tool({ name: 'Plane', category: 'Planing', price: 34, available: 180, minQuantity: 6 });
  const its = { category: 'Planing', available: 250, minQuantity: 6 };
  await shop.tool({ ...its, name: 'Dear', price: 90 });
  await shop.tool({ ...its, name: 'Stepped', price: 60, ...steps });
  await shop.tool({ ...its, name: 'Near', price: 30 });
  await shop.tool({ ...its, name: 'Same', price: 34 });
  const others = [
    { name: 'Too few', price: 34, available: 249 },
    { name: 'Promised', price: 34, waiting: 1, backorderLimit: 1, restockAt: '2099-12-03' },
    { name: 'Boxed', price: 34, pack: 12, minQuantity: 12 },
    { name: 'Larger', price: 34, minQuantity: 251 },
    { name: 'Deleted', price: 34, deletedAt: new Date() },
    { name: 'Elsewhere', price: 34, category: 'Sawing' },
  ];
  for (const other of others) await shop.tool({ ...its, ...other });
  const found = async (pieces: number) =>
    names((await shop.call('getAlternatives', { params: { id: plane.id }, ...quantity(pieces) })).body);
  // The stepped one costs $20 at 250.
  expect(await found(250)).toEqual(['Same', 'Near', 'Stepped']);
  expect(await found(249)).toEqual(['Promised', 'Too few', 'Same']);
  expect(await found(252)).toEqual([]);
  const plain = await shop.tool({ name: 'Uncategorised' });
  expect(names((await shop.call('getAlternatives', { params: { id: plain.id }, ...quantity(5) })).body)).toEqual([]);
  for (const wrong of ['0', '1.5', '1000001', 'many'])
    expect((await shop.call('getAlternatives', { params: { id: plane.id }, ...quantity(wrong) })).status).toBe(400);
});
