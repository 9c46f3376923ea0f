import { expect, test } from 'vitest';
import { keptPicture } from '../../../tests/harness/own-picture.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const [first, second] = [await shop.person('admin'), await shop.person('admin')];
await shop.sql`update person set name = 'Second Admin' where id = ${second.id}`;

const edit = (id: string, body: object, by = first, key?: string) =>
  shop.call('editTool', { params: { id }, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) }, by);
const managed = async (id: string) => (await shop.call('getManagedTool', { params: { id } }, first)).body;
const history = async (id: string) => (await shop.call('listToolChanges', { params: { id } }, first)).body.rows;

test('each field is changed, seen by everybody, searched by, and written down once for each save', async () => {
  const image = await keptPicture(shop);
  const { id } = await shop.tool({ name: 'Claw Hammer', price: 9, minQuantity: 24, category: 'Hammers', sku: 'HT-1' });
  expect(await managed(id)).toMatchObject({ version: 1, saved: null, changes: 0 });
  const fields = {
    ...{ name: '  Framing Hammer ', description: 'Heavy.', category: 'Framing', sku: 'ht-ham-22', image },
    ...{ price: '$12'.slice(1), min_quantity: '36' },
  };
  const saved = await edit(id, { version: 1, ...fields });
  expect(saved).toMatchObject({ status: 200, body: { version: 2, together: [] } });
  const { body } = await shop.call('getTool', { params: { id } });
  expect(body).toMatchObject({
    ...{ name: 'Framing Hammer', description: 'Heavy.', category: 'Framing', sku: 'HT-HAM-22' },
    ...{ image, price: 12, min_quantity: 36 },
  });
  expect(saved.body.tool).toEqual({ ...body, restock_at: null, backorder_limit: 0 });
  const found = async (query: Record<string, string>) =>
    (await shop.call('listTools', { query })).body.map((it: { _id: string }) => it._id);
  expect(await found({ q: 'framing' })).toEqual([id]);
  expect(await found({ category: 'Framing', sort: 'price-asc' })).toEqual([id]);
  expect(await found({ category: 'Hammers' })).toEqual([]);
  expect(await found({ q: 'claw' })).toEqual([]);
  expect(await history(id)).toEqual([
    {
      ...{ id: expect.any(Number), version: 2, at: expect.any(String), by: 'Sam Sample' },
      ...{ event: null, undoes: null, undone: false },
      fields: [
        { field: 'name', from: 'Claw Hammer', to: 'Framing Hammer' },
        { field: 'description', from: 'A hammer for tests.', to: 'Heavy.' },
        { field: 'category', from: 'Hammers', to: 'Framing' },
        { field: 'sku', from: 'HT-1', to: 'HT-HAM-22' },
        { field: 'image', from: expect.any(String), to: image },
        { field: 'price', from: 9, to: 12 },
        { field: 'min_quantity', from: 24, to: 36 },
      ],
    },
  ]);
  expect(await managed(id)).toMatchObject({ version: 2, saved: { by: 'Sam Sample' }, changes: 1 });
  const [audited] = await shop.sql`select meta from audit where action = 'tool.changed' and target = ${id}`;
  expect(audited?.meta).toEqual({ version: 2, fields: 'name description category sku image price min_quantity' });
});

test('what is refused changes nothing and says what to do', async () => {
  const taken = await shop.tool({ name: 'Claw Hammer 20 oz', sku: 'TAKEN-1' });
  const gone = await shop.tool({ name: 'Gone', sku: 'GONE-1', deletedAt: new Date() });
  const { id } = await shop.tool();
  const refused = async (body: object) => {
    const answer = await edit(id, { version: 1, ...body });
    return [answer.status, answer.body.errors?.[0]?.field, answer.body.detail];
  };
  expect(await refused({ name: ' ' })).toEqual([400, 'name', 'Enter a name.']);
  expect(await refused({ name: 'x'.repeat(201) })).toEqual([400, 'name', 'Name may have 200 characters at most.']);
  expect(await refused({ sku: 'A1' })).toEqual([400, 'sku', expect.stringContaining('3 to 32')]);
  expect(await refused({ sku: 'A B C' })).toEqual([400, 'sku', expect.stringContaining('A to Z')]);
  expect(await refused({ sku: 'taken-1' })).toEqual([409, 'sku', 'Taken by Claw Hammer 20 oz.']);
  expect(await refused({ sku: 'gone-1' })).toEqual([409, 'sku', 'Taken by Gone (archived).']);
  expect(await refused({ price: '0' })).toEqual([400, 'price', expect.stringContaining('whole dollars')]);
  expect(await refused({ price: 9.5 })).toEqual([400, 'price', expect.stringContaining('whole dollars')]);
  expect(await refused({ min_quantity: '' })).toEqual([400, 'min_quantity', expect.stringContaining('whole number')]);
  const missing = `/images/${'f'.repeat(32)}/1200.webp`;
  expect(await refused({ image: missing })).toEqual([409, 'image', expect.stringContaining('Choose it again')]);
  expect(await refused({ version: 7, price: 3 })).toEqual([400, 'version', expect.stringContaining('Read it again')]);
  expect((await refused({ available_quantity: 3 }))[0]).toBe(400);
  expect((await refused({ undoes: 999_999, price: 3 }))[0]).toBe(404);
  expect(await managed(id)).toMatchObject({ version: 1, changes: 0 });
  expect(await edit(id, { version: 1, sku: 'MINE-1', category: null })).toMatchObject({ status: 200 });
  const free = (sku: string, of = id) => shop.call('checkItemNumber', { params: { id: of }, query: { sku } }, first);
  expect((await free('taken-1')).body).toEqual({ takenBy: 'Claw Hammer 20 oz', archived: false, id: taken.id });
  expect((await free('GONE-1')).body).toEqual({ takenBy: 'Gone', archived: true, id: gone.id });
  expect((await free('TAKEN-1', taken.id)).body).toEqual({ takenBy: null, archived: false, id: null });
  expect((await free('FREE-1')).body).toEqual({ takenBy: null, archived: false, id: null });
});

test('two admins: fields that do not touch each other merge, a field of both is refused with who, when and what', async () => {
  const { id } = await shop.tool({ price: 9, minQuantity: 24, description: 'Old.' });
  expect((await edit(id, { version: 1, description: 'New.', price: 8 }, second)).body.version).toBe(2);
  const merged = await edit(id, { version: 1, min_quantity: 36 });
  expect(merged.body).toMatchObject({ version: 3, tool: { description: 'New.', price: 8, min_quantity: 36 } });
  expect(merged.body.together).toMatchObject([{ by: 'Second Admin', version: 2 }]);
  await edit(id, { version: 3, price: 7 }, second);
  const refused = await edit(id, { version: 1, price: 6, name: 'Mine' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'tool_conflict',
      conflict: { version: 4, by: 'Second Admin', fields: [{ field: 'price', before: 9, theirs: 7 }] },
    },
  });
  expect((await managed(id)).tool).toMatchObject({ price: 7, name: 'Test Hammer' });
  // The same value of both is nothing to quarrel about.
  expect((await edit(id, { version: 1, price: 7 })).body).toMatchObject({ version: 4, change: null });
  expect((await edit(id, { version: refused.body.conflict.version, price: 6, name: 'Mine' })).body.version).toBe(5);
});

test('saves at the same moment come one after the other: of many with one field, one wins', async () => {
  const { id } = await shop.tool({ price: 9 });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((price) => edit(id, { version: 1, price })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await history(id)).toHaveLength(1);
});

test('the same key a second time changes nothing and answers the same; of something else it is refused', async () => {
  const { id } = await shop.tool({ price: 9 });
  const body = { version: 1, price: 8, min_quantity: 24 };
  const once = await edit(id, body, first, 'one-wish-of-mine');
  const again = await edit(id, body, first, 'one-wish-of-mine');
  expect(again).toMatchObject({ status: 200, body: once.body });
  expect((await edit(id, { ...body, price: 7 }, first, 'one-wish-of-mine')).status).toBe(422);
  const other = await shop.tool({ price: 9 });
  expect((await edit(other.id, body, first, 'one-wish-of-mine')).status).toBe(422);
  expect(await history(id)).toHaveLength(1);
});

test('the same key with another value for a field that had not differed is refused, not answered as saved', async () => {
  const { id } = await shop.tool({ name: 'Claw Hammer', price: 9 });
  const body = { version: 1, price: 8, name: 'Claw Hammer' };
  expect((await edit(id, body, first, 'name-as-it-was')).status).toBe(200);
  expect((await edit(id, { ...body, name: 'Framing Hammer' }, first, 'name-as-it-was')).status).toBe(422);
  await edit(id, { version: 2, name: 'Framing Hammer', price: 7 }, second);
  expect((await edit(id, body, first, 'name-as-it-was')).status).toBe(200);
  expect((await managed(id)).tool).toMatchObject({ name: 'Framing Hammer', price: 7 });
});

test('undo is a new entry; a field that was changed again is asked about first', async () => {
  const { id } = await shop.tool({ minQuantity: 24, price: 9 });
  await edit(id, { version: 1, min_quantity: 36 });
  const [entry] = await history(id);
  const undo = { min_quantity: entry.fields[0].from, undoes: entry.id };
  expect((await edit(id, { version: entry.version, ...undo })).body).toMatchObject({
    version: 3,
    tool: { min_quantity: 24 },
  });
  expect(await history(id)).toMatchObject([
    { version: 3, undoes: { at: entry.at }, undone: false, fields: [{ field: 'min_quantity', from: 36, to: 24 }] },
    { version: 2, undoes: null, undone: true },
  ]);
  await edit(id, { version: 3, price: 8 });
  await edit(id, { version: 4, price: 7 }, second);
  const [, before] = await history(id);
  const again = { price: before.fields[0].from, undoes: before.id };
  expect((await edit(id, { version: before.version, ...again })).body.conflict).toMatchObject({
    by: 'Second Admin',
    fields: [{ field: 'price', theirs: 7 }],
  });
});

test('an order that is placed keeps name, picture and price; a form with the old price is told the new one', async () => {
  const customer = await shop.person();
  const { id } = await shop.tool({ name: 'Rasp', price: 9, minQuantity: 5 });
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const order = (price: number) =>
    shop.call('placeOrder', { body: { ...contact, quantity: 5, tools_price: price, tools_id: id } }, customer);
  const placed = await order(9);
  await edit(id, { version: 1, name: 'File', price: 12 });
  const kept = await shop.call('getOrder', { params: { id: placed.body.insertedId } }, customer);
  expect(kept.body).toMatchObject({ tools_name: 'Rasp', tools_price: 9 });
  expect(await order(9)).toMatchObject({ status: 409, body: { code: 'price_changed' } });
  expect((await order(12)).status).toBe(200);
});

test('prices, minimum, pack and steps are changed together, and undone; what does not fit is said beside each field', async () => {
  const { id } = await shop.tool({ price: 10, minQuantity: 24 });
  const steps = [
    { from: '96', price: '9' },
    { from: '1,200', price: '7' },
  ];
  const saved = await edit(id, { version: 1, pack: '12', steps });
  const kept = [
    { from: 96, price: 9 },
    { from: 1_200, price: 7 },
  ];
  expect(saved).toMatchObject({ status: 200, body: { version: 2, tool: { pack: 12, steps: kept } } });
  expect((await shop.call('getTool', { params: { id } })).body).toMatchObject({ price: 10, pack: 12, steps: kept });
  const [entry] = await history(id);
  expect(entry.fields).toEqual([
    { field: 'pack', from: 1, to: 12 },
    { field: 'steps', from: [], to: kept },
  ]);
  expect((await edit(id, { version: 2, pack: 12, steps: kept })).body.change).toBeNull();

  const refused = async (body: object) => {
    const answer = await edit(id, { version: 2, ...body });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    return answer.body.errors.map((error: { field: string; message: string }) => `${error.field}: ${error.message}`);
  };
  expect(await refused({ price: 9 })).toEqual([
    'steps.0.price: From 96 pieces the price stays $9. Lower it or remove the step.',
  ]);
  expect(await refused({ min_quantity: 100 })).toEqual([
    'min_quantity: 100 is not a multiple of 12. Enter 96 or 108.',
    'steps.0.from: Steps must grow: enter more than 100 pieces.',
  ]);
  expect(await refused({ pack: 32 })).toEqual([
    'min_quantity: 24 is not a multiple of 32. Enter 32.',
    'steps.1.from: 1,200 is not a multiple of 32. Enter 1,184 or 1,216.',
  ]);
  expect(await refused({ steps: [{ from: 100, price: 8 }] })).toEqual([
    'steps.0.from: 100 is not a multiple of 12. Enter 96 or 108.',
  ]);
  expect(await refused({ steps: [{ from: 96, price: 8.5 }] })).toEqual([
    'steps.0.price: Price must be whole dollars, from $1 to $1,000,000.',
  ]);
  expect(await refused({ steps: Array(6).fill(kept[0]) })).toEqual(['steps: A tool may have 5 steps at most.']);
  expect(await managed(id)).toMatchObject({ version: 2 });

  const all = { price: 8, min_quantity: 40, pack: 20, steps: [{ from: 100, price: 6 }] };
  expect(await edit(id, { version: 2, ...all })).toMatchObject({ status: 200, body: { tool: all } });
  const [last] = await history(id);
  const back = Object.fromEntries(last.fields.map((one: { field: string; from: unknown }) => [one.field, one.from]));
  const undone = await edit(id, { version: 3, undoes: last.id, ...back }, first, 'undo-of-the-prices');
  expect(undone.body.tool).toMatchObject({ price: 10, min_quantity: 24, pack: 12, steps: kept });
  const again = await edit(id, { version: 3, undoes: last.id, ...back }, first, 'undo-of-the-prices');
  expect([again.status, again.body]).toEqual([200, undone.body]);
});

test('two admins: steps that one changed and the other too are asked about', async () => {
  const { id } = await shop.tool({ price: 10, stepFrom: [100], stepPrice: [9] });
  await edit(id, { version: 1, steps: [{ from: 100, price: 8 }] }, second);
  expect((await edit(id, { version: 1, steps: [] })).body.conflict.fields).toEqual([
    { field: 'steps', before: [{ from: 100, price: 9 }], theirs: [{ from: 100, price: 8 }] },
  ]);
});

test('two admins: what does not fit a value that somebody saved meanwhile is a conflict about it, unless it was seen', async () => {
  const day = shop.context.clock().toISOString().slice(0, 10);
  const { id } = await shop.tool({ price: 9, minQuantity: 10, restockAt: day });
  const steps = [{ from: 96, price: 7 }];
  await edit(id, { version: 1, min_quantity: 12, category: 'Hammers', restock_at: null }, second);
  await edit(id, { version: 2, steps }, second);
  const clashes = async (body: object) => {
    const { body: answer } = await edit(id, body);
    return answer.conflict?.fields ?? answer.errors.map((error: { field: string }) => error.field);
  };
  const minimum = { field: 'min_quantity', before: 10, theirs: 12 };
  const ladder = { field: 'steps', before: [], theirs: steps };
  expect(await clashes({ version: 1, pack: 5 })).toEqual([minimum, ladder]);
  expect(await clashes({ version: 1, min_quantity: 12, price: 7 })).toEqual([ladder]);
  expect(await clashes({ version: 1, backorder_limit: 200 })).toEqual([
    { field: 'restock_at', before: day, theirs: null },
  ]);
  expect(await clashes({ version: 3, pack: 5 })).toEqual(['min_quantity', 'steps.0.from']);
  const [, { id: undoes }] = await history(id);
  expect(await clashes({ version: 1, undoes, pack: 5 })).toEqual(['min_quantity', 'steps.0.from']);
  await edit(id, { version: 3, min_quantity: 10, steps: [] }, second);
  expect(await clashes({ version: 1, pack: 3 })).toEqual(['min_quantity']);
  expect(await edit(id, { version: 1, pack: 5 })).toMatchObject({ status: 200 });
});

test('the next delivery and how much may be sold ahead of it: checked, written down, seen by buyers while known', async () => {
  const { id } = await shop.tool({ available: 30 });
  const seen = async () => (await shop.call('getTool', { params: { id } })).body.restock;
  const refused = async (body: object) => (await edit(id, { version: 1, ...body })).body.errors;
  const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  expect(await refused({ backorder_limit: '200' })).toEqual([
    { field: 'backorder_limit', message: 'Set a delivery date first.' },
  ]);
  expect(await refused({ restock_at: day(-2) })).toEqual([
    { field: 'restock_at', message: 'Enter today or a later day.' },
  ]);
  expect(await refused({ restock_at: '9999-12-31' })).toEqual([
    { field: 'restock_at', message: 'Enter a day within the next 100 years.' },
  ]);
  expect(await refused({ restock_at: '3 Dec' })).toEqual([
    { field: 'restock_at', message: 'Enter a day, as 2026-12-03.' },
  ]);
  expect(await refused({ restock_at: day(9), backorder_limit: '-1' })).toMatchObject([{ field: 'backorder_limit' }]);
  expect(await seen()).toBeUndefined();
  expect((await edit(id, { version: 1, restock_at: day(9), backorder_limit: '200' })).body).toMatchObject({
    version: 2,
    tool: { restock_at: day(9), backorder_limit: 200, restock: { date: day(9), left: 200 } },
  });
  expect(await seen()).toEqual({ date: day(9), left: 200 });
  expect((await history(id))[0].fields).toEqual([
    { field: 'restock_at', from: null, to: day(9) },
    { field: 'backorder_limit', from: 0, to: 200 },
  ]);
  // What waits is taken from both.
  await shop.sql`update tool set waiting = 45 where id = ${id}`;
  expect((await shop.call('getTool', { params: { id } })).body).toMatchObject({
    ...{ available_quantity: 0, restock: { date: day(9), left: 155 } },
  });
  const listed = async (query: object) =>
    (await shop.call('listTools', { query: { q: 'hammer', ...query } })).body.find(
      (it: { _id: string }) => it._id === id,
    );
  expect(await listed({})).toMatchObject({ available_quantity: 0 });
  expect(await listed({ in_stock: 'true' })).toBeUndefined();
  await shop.sql`update tool set waiting = 0 where id = ${id}`;
  expect(await listed({ in_stock: 'true' })).toMatchObject({ available_quantity: 30 });
  expect((await edit(id, { version: 2, restock_at: null })).body.tool).toMatchObject({ backorder_limit: 200 });
  expect(await seen()).toBeUndefined();
});
