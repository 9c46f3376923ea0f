import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ownShop, type Person } from '../../tests/harness/own-shop.ts';
import { findings, type Tool, toolsOf } from '../../tests/harness/purchases.ts';
import { shopState } from '../../tests/harness/shop-state.ts';

const shop = await ownShop();
const tools = await toolsOf(shop, 3);
const [first, second, third] = tools;

const lineOf = ({ id }: Pick<Tool, 'id'>, its: object = {}) => ({
  ...{ tool: id, quantity: 24, seen_price: 10, added_at: 1_795_000_000_000 },
  ...its,
});
const change = (who: Person | undefined, its: { set?: readonly object[]; remove?: readonly string[] }) =>
  shop.call('changeOrderList', { body: { set: [], remove: [], ...its } }, who);
const listOf = async (who: Person) => (await shop.call('getOrderList', {}, who)).body;

afterAll(async () => expect(await findings(shop)).toEqual([]));

describe('the order list of a person', () => {
  test('is empty at first; lines are put in, changed and taken out, in the order in which they were added', async () => {
    const who = await shop.person();
    expect(await listOf(who)).toEqual({ version: 0, lines: [] });
    const put = await change(who, { set: [lineOf(second, { added_at: 7 }), lineOf(first, { added_at: 5 })] });
    expect(put.status).toBe(200);
    expect(calls.changeOrderList.response.parse(put.body)).toEqual(put.body);
    expect(put.body).toEqual({
      version: 1,
      lines: [
        { ...lineOf(first, { added_at: 5 }), name: first.name },
        { ...lineOf(second, { added_at: 7 }), name: second.name },
      ],
    });
    const after = (await change(who, { set: [lineOf(first, { quantity: 36, seen_price: 9 })], remove: [second.id] }))
      .body;
    expect(after).toEqual({
      version: 2,
      lines: [{ ...lineOf(first, { quantity: 36, seen_price: 9 }), name: first.name }],
    });
    expect(await listOf(who)).toEqual(after);
    expect((await change(who, { remove: [first.id] })).body).toEqual({ version: 3, lines: [] });
  });

  test('keeps for which day what is missing may wait', async () => {
    const who = await shop.person();
    const wait_for = '2026-12-03';
    expect((await change(who, { set: [lineOf(first, { wait_for })] })).body.lines).toMatchObject([{ wait_for }]);
    expect((await listOf(who)).lines).toMatchObject([{ wait_for }]);
    const { body } = await change(who, { set: [lineOf(first)] });
    expect(body.lines[0]).not.toHaveProperty('wait_for');
    expect((await change(who, { set: [lineOf(first, { wait_for: '2026-13-01' })] })).status).toBe(400);
  });

  test('keeps a tool that is no longer sold, and leaves out one that never was', async () => {
    const who = await shop.person();
    const gone = await shop.tool({ deletedAt: new Date() });
    const { body } = await change(who, { set: [lineOf(gone), lineOf({ id: randomUUID() })] });
    expect(body.lines.map((it: { name: string }) => it.name)).toEqual([gone.name]);
  });

  test('is joined of what two devices change at once, and a change may come twice', async () => {
    const who = await shop.person();
    const [one, other] = [{ set: [lineOf(first)] }, { set: [lineOf(second), lineOf(third)], remove: [first.id] }];
    await change(who, one);
    const answers = await Promise.all([change(who, { set: [lineOf(first)] }), change(who, { set: [lineOf(second)] })]);
    expect(answers.map((it) => it.body.version).toSorted()).toEqual([2, 3]);
    for (const _ of [1, 2]) await change(who, other);
    expect((await listOf(who)).lines.map((it: { tool: string }) => it.tool).toSorted()).toEqual(
      [second.id, third.id].toSorted(),
    );
  });

  test('has 200 lines at most: what would make it longer changes nothing', async () => {
    const who = await shop.person();
    const many = await toolsOf(shop, 201);
    expect((await change(who, { set: many.slice(0, 200).map((it) => lineOf(it)) })).body.lines).toHaveLength(200);
    const before = await shopState(shop.sql);
    const [gone, over] = [many[0] as Tool, many[200] as Tool];
    expect(await change(who, { set: [lineOf(over)] })).toMatchObject({
      ...{ status: 422, body: { code: 'order_list_full' } },
    });
    expect(await shopState(shop.sql)).toBe(before);
    expect((await change(who, { set: [lineOf(over)], remove: [gone.id] })).body.lines).toHaveLength(200);
  });

  test.each([
    ['half a piece', { set: [lineOf(first, { quantity: 1.5 })] }],
    ['no piece', { set: [lineOf(first, { quantity: 0 })] }],
    ['a price below nothing', { set: [lineOf(first, { seen_price: -1 })] }],
    ['no tool', { set: [lineOf({ id: 'hammer' })] }],
    ['more than fit', { set: Array(201).fill(lineOf(first)) }],
    ['what is no id taken out', { remove: ['hammer'] }],
  ])('%s is refused', async (_what, its) => {
    const who = await shop.person();
    expect(await change(who, its)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await listOf(who)).toEqual({ version: 0, lines: [] });
  });

  test("is nobody else's; visitors and admins have none", async () => {
    const [who, other] = [await shop.person(), await shop.person()];
    await change(who, { set: [lineOf(first)] });
    expect(await listOf(other)).toEqual({ version: 0, lines: [] });
    await change(other, { remove: [first.id] });
    expect((await listOf(who)).lines).toHaveLength(1);
    expect((await change(undefined, {})).status).toBe(401);
    expect((await change(await shop.person('admin'), {})).status).toBe(403);
  });
});
