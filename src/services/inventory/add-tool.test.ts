import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptPicture } from '../../../tests/harness/own-picture.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
let admin: Person;
let image: string;
beforeAll(async () => {
  admin = await shop.person('admin');
  image = await keptPicture(shop);
});

const typed = (its: object = {}) => ({
  ...{ name: 'Claw Hammer', image, description: 'Drives and draws nails.' },
  ...{ min_quantity: '24', available_quantity: '3,600', price: '5' },
  ...its,
});
const add = (its: object = {}) => shop.call('addTool', { body: typed(its) }, admin);
const everything = async () => [
  ...(await shop.sql`select (select count(*)::int from tool) as tools, (select count(*)::int from stock_move) as moves,
    (select count(*)::int from audit where action like 'tool.%') as deeds`),
];

describe('adding a tool', () => {
  test('puts it into the catalogue at once, with its stock and a row of the audit', async () => {
    const answer = await add();
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } });
    const id = answer.body.insertedId;
    const expected = {
      ...{ _id: id, name: 'Claw Hammer', image, description: 'Drives and draws nails.' },
      ...{ min_quantity: 24, available_quantity: 3600, price: 5, sku: null, category: null },
    };
    expect((await shop.call('getTool', { params: { id } })).body).toMatchObject(expected);
    expect((await shop.call('listTools')).body.at(-1)).toMatchObject(expected);
    expect([...(await shop.sql`select kind, delta, order_id from stock_move where tool_id = ${id}`)]).toEqual([
      { kind: 'initial', delta: 3600, order_id: null },
    ]);
    expect([...(await shop.sql`select actor, action, meta from audit where target = ${id}`)]).toEqual([
      { actor: admin.id, action: 'tool.added', meta: {} },
    ]);
  });

  test('what makes no sense is refused field by field, and nothing is written', async () => {
    const before = await everything();
    const answer = await add({ name: '', image: '', min_quantity: '0', available_quantity: '-1', price: '1.50' });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    const fields = answer.body.errors.map((it: { field: string }) => it.field);
    expect(fields).toEqual(['name', 'min_quantity', 'available_quantity', 'price', 'image']);
    expect(await everything()).toEqual(before);
  });

  test('prices by quantity and a pack are kept, with numbers as they are typed', async () => {
    const steps = [
      { from: '96', price: '4' },
      { from: '1,200', price: '3' },
    ];
    const { insertedId: id } = (await add({ pack: '12', steps })).body;
    expect((await shop.call('getTool', { params: { id } })).body).toMatchObject({
      pack: 12,
      steps: [
        { from: 96, price: 4 },
        { from: 1_200, price: 3 },
      ],
    });
  });

  test('prices that do not fall, or do not fit the pack, are refused beside their fields, and nothing is written', async () => {
    const before = await everything();
    const answer = await add({ pack: '10', steps: [{ from: 24, price: 6 }] });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors).toEqual([
      { field: 'min_quantity', message: '24 is not a multiple of 10. Enter 20 or 30.' },
      { field: 'steps.0.from', message: 'Steps must grow: enter more than 24 pieces.' },
      {
        field: 'steps.0.price',
        message:
          'From 24 pieces the price rises from $5 to $6: 24 pieces would cost $144, 23 cost $115. Enter $4 or less, or remove the step.',
      },
    ]);
    expect(await everything()).toEqual(before);
  });

  test('whatever name and description it takes can be edited in full length', async () => {
    const [name, description] = ['N'.repeat(200), 'D'.repeat(5_000)];
    const { insertedId: id } = (await add({ name, description })).body;
    const edited = { version: 1, name: `M${name.slice(1)}`, description: `E${description.slice(1)}` };
    expect((await shop.call('editTool', { params: { id }, body: edited }, admin)).status).toBe(200);
    for (const its of [{ name: `${name}N` }, { description: `${description}D` }]) {
      expect((await add(its)).status).toBe(400);
      expect((await shop.call('editTool', { params: { id }, body: { version: 2, ...its } }, admin)).status).toBe(400);
    }
  });

  test('an item number of an archived tool leads to that tool', async () => {
    const gone = await shop.tool({ name: 'Gone Plane', sku: 'GONE-9', deletedAt: new Date() });
    const { body } = await add({ sku: 'gone-9' });
    expect(body).toMatchObject({
      code: 'item_number_taken',
      figures: { takenBy: 'Gone Plane', archived: true, id: gone.id },
      errors: [{ field: 'sku', message: 'Taken by Gone Plane (archived).' }],
    });
  });

  test('the next delivery and a backorder limit are kept, a limit without a day is refused', async () => {
    const restock_at = new Date(shop.context.clock().getTime() + 86_400_000).toISOString().slice(0, 10);
    const { insertedId: id } = (await add({ restock_at, backorder_limit: '200' })).body;
    expect((await shop.call('getTool', { params: { id } })).body.restock).toEqual({ date: restock_at, left: 200 });
    expect((await add({ backorder_limit: '200' })).body.errors).toEqual([
      { field: 'backorder_limit', message: 'Set a delivery date first.' },
    ]);
  });

  test('a picture must be one that the shop keeps', async () => {
    const before = await everything();
    for (const address of ['https://elsewhere.example/a.png', image.replace(/[0-9a-f]{32}/, '0'.repeat(32)), 'x']) {
      const answer = await add({ image: address });
      expect(answer).toMatchObject({ status: 409, body: { code: 'picture_missing', errors: [{ field: 'image' }] } });
    }
    expect(await everything()).toEqual(before);
  });

  test('a minimum above the stock is allowed: the tool is sold out until more comes', async () => {
    expect((await add({ min_quantity: '10', available_quantity: '0' })).status).toBe(200);
  });

  test('an item number belongs to one tool at a time, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add({ sku: 'HT-NEW-1' })));
    expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((it) => it.status !== 200))
      expect([status, body.code, body.errors[0].field]).toEqual([409, 'item_number_taken', 'sku']);
  });

  describe('under an Idempotency-Key', () => {
    const send = (key: string, its: object = {}, by = admin) =>
      shop.call('addTool', { body: typed(its), headers: { 'idempotency-key': key } }, by);

    test('adds one tool, however often and at once it is sent, and answers the same each time', async () => {
      const [before] = await everything();
      const [key, its] = [randomUUID(), { sku: 'ONCE-1', category: 'Hammers', steps: [{ from: 96, price: 4 }] }];
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(key, its)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
      const { tools, moves, deeds } = before as { tools: number; moves: number; deeds: number };
      expect(await everything()).toEqual([{ tools: tools + 1, moves: moves + 1, deeds: deeds + 1 }]);
    });

    test('the tool is answered also after it was edited, restocked and archived', async () => {
      const key = randomUUID();
      const { insertedId: id } = (await send(key)).body;
      for (const [version, price] of [7, 8].entries())
        await shop.call(
          'editTool',
          { params: { id }, body: { version: version + 1, price, name: `Other ${price}` } },
          admin,
        );
      const delivery = { kind: 'restock', pieces: 10, reason: 'Delivery' };
      await shop.call('changeStock', { params: { id }, body: delivery }, admin);
      await shop.call('deleteTool', { params: { id } }, admin);
      expect((await send(key)).body.insertedId).toBe(id);
      expect((await send(key, { name: 'Other 8', price: 8 })).body.code).toBe('idempotency_key_reused');
    });

    test('another tool is refused, and so is a key of a change of the stock', async () => {
      const key = randomUUID();
      const { insertedId: id } = (await send(key)).body;
      const before = await everything();
      for (const its of [{ name: 'Other' }, { available_quantity: '1' }, { sku: 'ONCE-2' }, { pack: '12' }])
        expect(await send(key, its)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      const delivery = { kind: 'restock', pieces: 3600, reason: 'Delivery' };
      const book = (of: string) =>
        shop.call('changeStock', { params: { id }, body: delivery, headers: { 'idempotency-key': of } }, admin);
      expect((await book(key)).body.code).toBe('idempotency_key_reused');
      expect(await everything()).toEqual(before);
      const other = randomUUID();
      expect((await book(other)).status).toBe(200);
      expect((await send(other)).body.code).toBe('idempotency_key_reused');
    });

    test('the same key of another admin adds another tool', async () => {
      const [key, other] = [randomUUID(), await shop.person('admin')];
      const [mine, theirs] = [await send(key), await send(key, {}, other)];
      expect(mine.body.insertedId).not.toBe(theirs.body.insertedId);
    });
  });

  test('text of every script and what looks like code come back as they went in', async () => {
    const name = `<img src=x onerror=alert(1)> 'or 1=1;-- 測定 🔨`;
    const { insertedId: id } = (await add({ name, description: 'a\nb\t{{c}}' })).body;
    expect((await shop.call('getTool', { params: { id } })).body).toMatchObject({ name, description: 'a\nb\t{{c}}' });
  });

  test('customers and strangers may not, and nothing is written', async () => {
    const before = await everything();
    expect((await shop.call('addTool', { body: typed() })).status).toBe(401);
    expect((await shop.call('addTool', { body: typed() }, await shop.person())).status).toBe(403);
    expect(await everything()).toEqual(before);
  });
});
