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
