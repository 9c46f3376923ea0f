import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { findings, line, placed, type Tool, toolsOf } from '../../tests/harness/purchases.ts';
import { shopState } from '../../tests/harness/shop-state.ts';

const shop = await ownShop();
const [first, second, third, fourth] = await toolsOf(shop, 4, { available: 1000, stepFrom: [100], stepPrice: [9] });

const linesOf = (...tools: readonly Tool[]) => tools.map(({ id }) => ({ tool: id, quantity: 24 }));
const save = (who: Person | undefined, its: object = {}) =>
  shop.call('saveList', { body: { name: 'Van stock', lines: linesOf(first, second), ...its } }, who);
const saved = async (who: Person, its: object = {}): Promise<string> => {
  const answer = await save(who, its);
  expect(answer.status).toBe(200);
  return answer.body.insertedId;
};
const listsOf = async (who: Person) => (await shop.call('getLists', {}, who)).body;
const open = (who: Person, id: string) => shop.call('getList', { params: { id } }, who);
const rename = (who: Person, id: string, name: unknown) =>
  shop.call('renameList', { params: { id }, body: { name } }, who);
const copy = (who: Person, id: string) => shop.call('copyList', { params: { id } }, who);
const remove = (who: Person, id: string) => shop.call('deleteList', { params: { id } }, who);

afterAll(async () => expect(await findings(shop)).toEqual([]));

describe('a saved list', () => {
  test('keeps tools and quantities in their order, and no prices', async () => {
    const who = await shop.person();
    const lines = [
      { tool: second.id, quantity: 96 },
      { tool: first.id, quantity: 12, price: 3 },
    ];
    const id = await saved(who, { name: '  Van stock ', lines });
    expect((await open(who, id)).body).toEqual({
      ...{ id, name: 'Van stock', last: null },
      lines: [
        { tool: second.id, quantity: 96, name: 'Test Hammer', image: second.image, last: null },
        { tool: first.id, quantity: 12, name: 'Test Hammer', image: first.image, last: null },
      ],
    });
    const columns = await shop.sql`select column_name as name from information_schema.columns
      where table_name in ('saved_list', 'saved_list_line') order by 1`;
    expect(columns.map(({ name }) => name).filter((name) => /price|cents|total/.test(name))).toEqual([]);
  });

  test('of two lines with a tool the last stays, a tool that never was is left out', async () => {
    const who = await shop.person();
    const twice = [...linesOf(first, second), { tool: first.id, quantity: 60 }, { tool: randomUUID(), quantity: 5 }];
    const { body } = await open(who, await saved(who, { lines: twice }));
    expect(body.lines.map((it: { tool: string; quantity: number }) => [it.tool, it.quantity])).toEqual([
      [second.id, 24],
      [first.id, 60],
    ]);
    const before = await shopState(shop.sql);
    expect(await save(who, { name: 'None', lines: [{ tool: randomUUID(), quantity: 5 }] })).toMatchObject({
      ...{ status: 409, body: { code: 'tool_gone' } },
    });
    expect(await shopState(shop.sql)).toBe(before);
  });

  test('counts what waits for a delivery to today, unless its day is over', async () => {
    const who = await shop.person();
    const scarce = { available: 12, minQuantity: 12, price: 10, backorderLimit: 100 };
    for (const [restockAt, total] of [
      ['2099-12-03', 240],
      ['2020-12-03', 0],
    ] as const) {
      const { id } = await shop.tool({ ...scarce, restockAt });
      await saved(who, { name: restockAt, lines: [{ tool: id, quantity: 24 }] });
      const list = (await listsOf(who)).find(({ name }: { name: string }) => name === restockAt);
      expect(list).toMatchObject({ total, troubles: { too_few: 1 } });
    }
  });

  test('has a name that is its own, whatever the capitals, until the other is replaced', async () => {
    const [who, other] = [await shop.person(), await shop.person()];
    const id = await saved(who);
    await saved(other);
    const before = await shopState(shop.sql);
    expect(await save(who, { name: 'VAN stock', lines: linesOf(third) })).toMatchObject({
      status: 409,
      body: { code: 'list_name_taken', detail: 'You have a list with this name.' },
    });
    expect(await shopState(shop.sql)).toBe(before);
    expect(await saved(who, { name: 'VAN stock', lines: linesOf(third), replace: true })).toBe(id);
    expect((await listsOf(who)).map(({ name, tools }: never) => [name, tools])).toEqual([['VAN stock', 1]]);
    expect((await listsOf(other)).map(({ name, tools }: never) => [name, tools])).toEqual([['Van stock', 2]]);
    expect((await save(who, { name: 'Depot', replace: true })).status).toBe(200);
  });

  test('is renamed; to a name of another list it is not', async () => {
    const who = await shop.person();
    const id = await saved(who);
    await saved(who, { name: 'Depot' });
    expect(await rename(who, id, 'depot')).toMatchObject({ status: 409, body: { code: 'list_name_taken' } });
    expect((await rename(who, id, 'VAN STOCK')).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect((await rename(who, id, 'VAN STOCK')).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect((await listsOf(who)).map(({ name }: never) => name)).toEqual(['Depot', 'VAN STOCK']);
  });

  test('is copied under a name of its own', async () => {
    const who = await shop.person();
    const id = await saved(who);
    const again = (await copy(who, id)).body.insertedId;
    await copy(who, id);
    expect((await listsOf(who)).map(({ name }: never) => name)).toEqual([
      ...['Van stock', 'Van stock, copy', 'Van stock, copy 2'],
    ]);
    expect((await open(who, again)).body.lines).toEqual((await open(who, id)).body.lines);
  });

  test('is deleted at once, and saved again from the answer', async () => {
    const who = await shop.person();
    const id = await saved(who, { lines: linesOf(third, first, second) });
    const before = (await open(who, id)).body;
    const gone = (await remove(who, id)).body;
    expect(gone).toEqual({
      ...{ acknowledged: true, deletedCount: 1 },
      list: { name: 'Van stock', lines: linesOf(third, first, second) },
    });
    expect(await listsOf(who)).toEqual([]);
    expect(await remove(who, id)).toMatchObject({ status: 404, body: { code: 'list_not_found' } });
    const back = await saved(who, gone.list);
    expect((await open(who, back)).body).toEqual({ ...before, id: back });
  });

  test('is one of 100 of 200 lines', async () => {
    const who = await shop.person();
    const many = await toolsOf(shop, 201);
    expect((await save(who, { lines: linesOf(...many) })).body).toMatchObject({ code: 'invalid_request' });
    const id = await saved(who, { name: 'Large', lines: linesOf(...many.slice(0, 200)) });
    expect((await listsOf(who))[0]).toMatchObject({ tools: 200, pieces: 4800 });
    await shop.sql`insert into saved_list (person_id, name) select ${who.id}, 'List ' || no from generate_series(1, 99) no`;
    await shop.sql`insert into saved_list_line select id, ${first.id}, 5, 0 from saved_list
      where person_id = ${who.id} and name <> 'Large'`;
    const before = await shopState(shop.sql);
    expect(await save(who)).toMatchObject({ status: 422, body: { code: 'too_many_lists' } });
    expect(await copy(who, id)).toMatchObject({ status: 422, body: { code: 'too_many_lists' } });
    expect(await shopState(shop.sql)).toBe(before);
    expect((await save(who, { name: 'large', replace: true })).status).toBe(200);
    await remove(who, id);
    expect((await save(who, { name: 'Another' })).status).toBe(200);
  });

  test('of two that are saved at once under one name, one is refused', async () => {
    const who = await shop.person();
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(who)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test.each([
    ['no name', { name: '  ' }, 'Name is required.'],
    ['a name of 61 characters', { name: 'a'.repeat(61) }, 'Name may have 60 characters at most.'],
    ['two lines', { name: 'Van\nstock' }, 'Name must be one line of plain text.'],
    ['no text', { name: 7 }, 'Name is required.'],
    ['no line', { lines: [] }, 'A list has one line at least.'],
    ['half a piece', { lines: [{ tool: first.id, quantity: 1.5 }] }, undefined],
    ['no tool', { lines: [{ tool: 'hammer', quantity: 5 }] }, 'This is not the id of a tool.'],
    ['too many pieces', { lines: [{ tool: first.id, quantity: 1_000_001 }] }, undefined],
    ['no yes or no', { replace: 'please' }, 'Send true or false.'],
  ])('with %s is refused', async (_what, its, text) => {
    const who = await shop.person();
    const answer = await save(who, its);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    if (text) expect(JSON.stringify(answer.body)).toContain(text);
    expect(await listsOf(who)).toEqual([]);
  });

  test('has 60 characters at most, whatever characters; a copy of the longest gives way to its ending', async () => {
    const who = await shop.person();
    const hammers = (count: number) => '\u{1f528}'.repeat(count);
    expect((await save(who, { name: hammers(61) })).status).toBe(400);
    await copy(who, await saved(who, { name: hammers(60) }));
    expect((await listsOf(who)).map(({ name }: never) => name)).toContain(`${hammers(54)}, copy`);
  });
});

describe('what a list costs today', () => {
  test('is said with what stands in its way; what cannot be bought as it is costs nothing', async () => {
    const who = await shop.person();
    const [soldOut, few, least, boxed, gone] = await toolsOf(shop, 5, { available: 1000 });
    const lines = linesOf(first, soldOut, few, least, boxed, gone);
    await saved(who, { lines: [...lines.slice(1), { tool: first.id, quantity: 94 }] });
    await shop.sql`update tool set available = 4 where id = ${soldOut.id}`;
    await shop.sql`update tool set available = 20 where id = ${few.id}`;
    await shop.sql`update tool set min_quantity = 48 where id = ${least.id}`;
    await shop.sql`update tool set min_quantity = 10, pack = 10 where id = ${boxed.id}`;
    await shop.sql`update tool set deleted_at = now() where id = ${gone.id}`;
    const [row] = await listsOf(who);
    expect(row).toMatchObject({
      ...{ tools: 6, pieces: 5 * 24 + 94, last: null },
      // 94 cost no more than 100 at $9.
      total: 900,
      troubles: { gone: 1, sold_out: 1, too_few: 1, below_minimum: 1, not_whole_packs: 1 },
    });
    for (const { id, available } of [soldOut, few])
      await shop.sql`update tool set available = ${available} where id = ${id}`;
  });
});

describe('the last time', () => {
  test('is the newest purchase with at least half of the tools, and what they cost in it', async () => {
    const who = await shop.person();
    const id = await saved(who, { lines: linesOf(first, second, third, fourth) });
    const last = async () => (await listsOf(who))[0].last;
    await placed(shop, who, [line(first, 24)]);
    expect(await last()).toBeNull();
    await placed(shop, who, [line(first, 94), line(second, 24)]);
    const [newest] = await shop.sql`select seq, created_at from purchase
      where person_id = ${who.id} order by seq desc limit 1`;
    const number = `P-${newest?.seq}`;
    expect(await last()).toEqual({ number, at: newest?.created_at.toISOString(), total: 900 + 240 });
    const [other] = await toolsOf(shop, 1);
    await placed(shop, who, [line(other)]);
    expect(await last()).toMatchObject({ number });
    expect((await open(who, id)).body).toMatchObject({
      last: { number },
      lines: [
        { last: { quantity: 94, each: 10, asked: 900 } },
        { last: { quantity: 24, each: 10, asked: 240 } },
        ...[{ last: null }, { last: null }],
      ],
    });
  });

  test('is no purchase that was cancelled, and none of somebody else', async () => {
    const [who, other] = [await shop.person(), await shop.person()];
    await saved(who);
    const { id } = await placed(shop, who, [line(first), line(second)]);
    await placed(shop, other, [line(first), line(second)]);
    const [before] = await listsOf(who);
    expect(before.last).not.toBeNull();
    const lines = (await shop.call('getPurchase', { params: { id } }, who)).body.lines;
    const drop = lines.map(({ _id }: { _id: string }) => _id);
    expect((await shop.call('changePurchase', { params: { id }, body: { drop } }, who)).status).toBe(200);
    await shop.work();
    expect((await listsOf(who))[0].last).toBeNull();
  });
});
