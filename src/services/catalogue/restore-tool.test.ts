import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOLD_MINUTES } from '#model/orders/order-life.ts';
import { breachesQuery } from '#services/reports/invariants.ts';
import { begun, ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const NEVER = '00000000-0000-4000-8000-000000000000';
let admin: Person;
beforeAll(async () => {
  admin = await shop.person('admin');
  await shop.sql`update person set name = 'Second Admin' where id = ${admin.id}`;
});

const archive = (id: string) => shop.call('deleteTool', { params: { id } }, admin);
const restore = (id: string) => shop.call('restoreTool', { params: { id } }, admin);
const seen = (id: string) => shop.call('getTool', { params: { id } });
const managed = (id: string) => shop.call('getManagedTool', { params: { id } }, admin);
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await shop.call('listTools', { query })).body.map((it: { _id: string }) => it._id);
const categories = async () => (await shop.call('listCategories')).body;

describe('restoring a tool', () => {
  test('puts it back as it was, once, however often it is asked for', async () => {
    const { id } = await shop.tool({ name: 'Drawknife 250 mm', sku: 'HT-DRA-250', category: 'Knives' });
    const before = (await seen(id)).body;
    await archive(id);
    expect(await found({ q: 'drawknife' })).toEqual([]);
    expect(await categories()).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => restore(id)));
    expect(answers.map((it) => [it.status, it.body.acknowledged])).toEqual(Array(5).fill([200, true]));
    expect(answers.reduce((sum, it) => sum + it.body.modifiedCount, 0)).toBe(1);
    expect((await seen(id)).body).toEqual(before);
    for (const query of [{}, { q: 'drawknife' }, { q: 'ht-dra-250' }, { category: 'Knives' }, { sort: 'available' }])
      expect(await found(query)).toEqual([id]);
    expect(await categories()).toEqual([{ category: 'Knives', tools: 1 }]);
    const deeds = await shop.sql`select action, actor from audit where target = ${id} order by id`;
    expect([...deeds]).toEqual([
      { action: 'tool.deleted', actor: admin.id },
      { action: 'tool.restored', actor: admin.id },
    ]);
    expect((await shop.context.db.execute(breachesQuery(shop.context.clock()))).rows).toEqual([]);
  });

  test('of a tool that never was is refused, and of what is no id', async () => {
    expect(await restore(NEVER)).toMatchObject({ status: 404, body: { code: 'tool_not_found' } });
    expect((await restore('hammer')).status).toBe(400);
  });

  test('customers and strangers may not', async () => {
    const { id } = await shop.tool({ deletedAt: new Date() });
    expect((await shop.call('restoreTool', { params: { id } })).status).toBe(401);
    expect((await shop.call('restoreTool', { params: { id } }, await shop.person())).status).toBe(403);
    expect((await seen(id)).status).toBe(404);
  });

  test('an archived tool is shown to admins with its history, by whom and when, and is not changed', async () => {
    const { id } = await shop.tool();
    expect((await managed(id)).body).toMatchObject({ archived_at: null, archived_by: null });
    await shop.call('editTool', { params: { id }, body: { version: 1, price: 9 } }, admin);
    await archive(id);
    expect(await managed(id)).toMatchObject({
      status: 200,
      body: {
        ...{ tool: { _id: id, price: 9 }, version: 3, changes: 2, saved: { by: 'Second Admin' } },
        ...{ archived_at: shop.context.clock().toISOString(), archived_by: 'Second Admin' },
      },
    });
    const history = await shop.call('listToolChanges', { params: { id } }, admin);
    expect(history.body.rows).toMatchObject([
      { version: 3, by: 'Second Admin', event: 'archived', fields: [] },
      { version: 2, event: null, fields: [{ field: 'price', from: 10, to: 9 }] },
    ]);
    const refused = [
      await shop.call('editTool', { params: { id }, body: { version: 2, price: 8 } }, admin),
      await shop.call('changeStock', { params: { id }, body: { kind: 'restock', pieces: 1, reason: 'Found' } }, admin),
    ];
    expect(refused.map((it) => it.body.code)).toEqual(['tool_not_found', 'tool_not_found']);
    const by = { by: 'Second Admin', at: shop.context.clock().toISOString() };
    expect(refused.map((it) => it.body.figures)).toEqual([by, by]);
    expect(refused[0]?.body.detail).toMatch(/^Second Admin archived this tool .*\. Restore it, then save again\.$/);
    await restore(id);
    expect((await managed(id)).body).toMatchObject({ archived_at: null, archived_by: null });
  });

  test('both stand in its history once, and disturb no edit that was begun before', async () => {
    const { id } = await shop.tool();
    for (let time = 0; time < 2; time += 1) await archive(id);
    for (let time = 0; time < 2; time += 1) await restore(id);
    const edit = (body: object) => shop.call('editTool', { params: { id }, body }, admin);
    const history = async () => (await shop.call('listToolChanges', { params: { id } }, admin)).body.rows;
    const [restored, archived] = await history();
    expect([restored.event, archived.event, (await history()).length]).toEqual(['restored', 'archived', 2]);
    expect([restored.at, restored.by]).toEqual([shop.context.clock().toISOString(), 'Second Admin']);
    const saved = await edit({ version: 1, price: 8 });
    expect(saved.body).toMatchObject({ version: 4, change: { event: null }, together: [] });
    expect((await edit({ version: 4, undoes: archived.id, price: 7 })).body.code).toBe('change_not_found');
  });

  test('stock that came back meanwhile is there, and an order whose hold ended can be paid again', async () => {
    const tool = await shop.tool();
    let buyer = await shop.person();
    const order = await ordered(shop, buyer, tool);
    await archive(tool.id);
    shop.passTime((HOLD_MINUTES + 1) * 60_000);
    await shop.work();
    [admin, buyer] = [await shop.renewed(admin), await shop.renewed(buyer)];
    expect((await restore(tool.id)).body.modifiedCount).toBe(1);
    expect((await seen(tool.id)).body.available_quantity).toBe(100);
    await begun(shop, buyer, order);
    expect((await seen(tool.id)).body.available_quantity).toBe(95);
    await ordered(shop, buyer, tool);
    expect((await shop.context.db.execute(breachesQuery(shop.context.clock()))).rows).toEqual([]);
  });
});

test('an item number that was given again stays with the tool that has it now', async () => {
  const number = async (id: string) => [...(await shop.sql`select sku from tool where id = ${id}`)][0]?.sku;
  await shop.sql`drop index tool_sku`;
  await shop.sql`alter table tool drop column deleted_by`;
  const made = async (name: string, sku: string, gone: boolean) => {
    const [row] = await shop.sql`
      insert into tool (name, description, image, sku, price, min_quantity, available, deleted_at)
      values (${name}, '', '', ${sku}, 1, 1, 0, ${gone ? new Date() : null}) returning id`;
    return row?.id as string;
  };
  const [first, sold, later] = [
    await made('First', 'AGAIN-1', true),
    await made('Sold', 'AGAIN-1', false),
    await made('Later', 'AGAIN-1', true),
  ];
  const [older, newer, only] = [
    await made('Older', 'GONE-2', true),
    await made('Newer', 'GONE-2', true),
    await made('Only', 'GONE-3', true),
  ];
  await shop.sql`create unique index tool_sku on tool (sku) where deleted_at is null`;
  await shop.sql.unsafe(
    await readFile(new URL('../../../migrations/0046-archived-tools.sql', import.meta.url), 'utf8'),
  );
  const numbers = await Promise.all([first, sold, later, older, newer, only].map(number));
  expect(numbers).toEqual([null, 'AGAIN-1', null, null, 'GONE-2', 'GONE-3']);
  expect((await restore(first)).status).toBe(200);
});
