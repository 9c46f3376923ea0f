import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { StockChange } from '#model/inventory/stock-change.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { ordered, paid } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { onTheShelf } from '../orders/shipping/on-the-shelf.ts';
import { changeStock } from './change-stock.ts';

const shop = await ownShop();
const admin = await shop.person('admin');

const change = (id: string, its: object, key?: string, by = admin) =>
  shop.call(
    'changeStock',
    {
      params: { id },
      body: { kind: 'restock', pieces: '10', reason: 'Delivery', ...its },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    },
    by,
  );
const history = async (id: string, query = {}) =>
  (await shop.call('listStockMoves', { params: { id }, query }, admin)).body;
const stock = async (id: string) => {
  const [row] = await shop.sql`
    select available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moves from tool where id = ${id}`;
  return { ...row };
};

test('a restock, a correction and an order are seen in the history of the stock', async () => {
  const [tool, buyer] = [await shop.tool(), await shop.person()];
  expect(await change(tool.id, { pieces: '1,000', reason: 'Delivery 4711' })).toMatchObject({
    status: 200,
    body: { acknowledged: true, available: 1100 },
  });
  const order = await ordered(shop, buyer, tool, 7);
  expect((await change(tool.id, { kind: 'correction', pieces: '−3', reason: 'Broken' })).body.available).toBe(1090);
  expect(await history(tool.id)).toMatchObject({
    available: 1090,
    rows: [
      { kind: 'correction', pieces: -3, after: 1090, reason: 'Broken', by: admin.name, order: null },
      { kind: 'hold', pieces: -7, after: 1093, reason: null, by: null, order: order.id },
      { kind: 'restock', pieces: 1000, after: 1100, reason: 'Delivery 4711', by: admin.name, order: null },
      { kind: 'initial', pieces: 100, after: 100, reason: null, order: null },
    ],
  });
  const deeds = await shop.sql`select actor, action, meta from audit where target = ${tool.id} order by id`;
  expect([...deeds]).toEqual([
    { actor: admin.id, action: 'tool.restocked', meta: { pieces: 1000, available: 1100 } },
    { actor: admin.id, action: 'tool.stock_corrected', meta: { pieces: -3, available: 1090 } },
  ]);
});

test('what lies on the shelf is paid, held or available', async () => {
  const [tool, buyer] = [await shop.tool(), await shop.person()];
  const [first, second] = [await ordered(shop, buyer, tool, 7), await ordered(shop, buyer, tool, 11)];
  await ordered(shop, buyer, tool, 13);
  expect(await history(tool.id)).toMatchObject({ available: 69, paid: 0, held: 31 });
  await paid(shop, buyer, first);
  await paid(shop, buyer, second);
  expect(await history(tool.id)).toMatchObject({ available: 69, paid: 18, held: 13 });
  await shop.call('shipOrder', { params: { id: second.id } }, admin);
  expect(await history(tool.id)).toMatchObject({ available: 69, paid: 7, held: 13 });
});

test('what lies on the shelf costs the same however many orders other tools have', async () => {
  const [tool, other, buyer] = [await shop.tool(), await shop.tool(), await shop.person()];
  const [own, one] = [await ordered(shop, buyer, tool, 7), await ordered(shop, buyer, other)];
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into orders (purchase_id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name,
                                 tool_image, unit_price, quantity, total_cents, state, hold_quantity)
      select gen_random_uuid(), purchase_state, person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price,
             quantity, total_cents, 'unpaid', quantity from orders, generate_series(1, 20000) where id = ${one.id}`;
  });
  await shop.sql`analyze orders`;
  const {
    rows: [plan],
  } = await shop.context.db.execute<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    sql`explain (analyze, buffers, format json) ${onTheShelf(shop.context.db, tool.id as ToolId)}`,
  );
  const { Plan: top } = (plan as { 'QUERY PLAN': [{ Plan: Step }] })['QUERY PLAN'][0];
  expect(top['Shared Hit Blocks'] + top['Shared Read Blocks']).toBeLessThan(20);
  expect(await history(tool.id)).toMatchObject({ held: 7, rows: [{ order: own.id }, { kind: 'initial' }] });
});

interface Step {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

test('a restock is undone once, however many admins press at once, and an undo is not undone', async () => {
  const [tool, other] = [await shop.tool(), await shop.tool()];
  await change(tool.id, { pieces: 600, reason: 'Delivery: note 4471' });
  const [move] = (await history(tool.id)).rows;
  expect(move).toMatchObject({ kind: 'restock', pieces: 600, undo: 'open' });
  const back = { kind: 'correction', pieces: -600, reason: 'Undo: Delivery', undoes: move.id };
  const foreign = await change(other.id, back);
  expect(foreign).toMatchObject({ status: 409, body: { code: 'undo_over' } });
  expect(await change(tool.id, { ...back, pieces: -599 })).toMatchObject({ body: { code: 'undo_over' } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(tool.id, back)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  const { rows } = await history(tool.id);
  expect(rows.map((it: { undo: unknown }) => it.undo)).toEqual([null, 'done', null]);
  expect(await change(tool.id, { kind: 'restock', pieces: 600, undoes: rows[0].id })).toMatchObject({
    body: { code: 'undo_over' },
  });
  expect(await stock(tool.id)).toEqual({ available: 100, moves: 100 });
});

test('a restock whose pieces are ordered meanwhile is not undone', async () => {
  const [tool, buyer] = [await shop.tool({ available: 0, minQuantity: 1 }), await shop.person()];
  await change(tool.id, { pieces: 10 });
  const [move] = (await history(tool.id)).rows;
  await ordered(shop, buyer, tool, 4);
  const undone = await change(tool.id, { kind: 'correction', pieces: -10, undoes: move.id });
  expect(undone).toMatchObject({ status: 409, body: { code: 'stock_limit' } });
  expect((await history(tool.id)).rows[1]).toMatchObject({ undo: 'open' });
});

test('what was counted on the shelf is taken as it is, and the difference booked', async () => {
  const [tool, buyer] = [await shop.tool(), await shop.person()];
  await paid(shop, buyer, await ordered(shop, buyer, tool, 7));
  await ordered(shop, buyer, tool, 13);
  const count = (counted: unknown, its = {}) =>
    change(tool.id, { kind: 'correction', pieces: undefined, counted, reason: 'Counted', ...its });
  expect(await count('98')).toMatchObject({ status: 200, body: { available: 78 } });
  expect(await count(98)).toMatchObject({ status: 200, body: { available: 78 } });
  expect((await history(tool.id)).rows[0]).toMatchObject({ kind: 'correction', pieces: -2, after: 78 });
  expect(await count(19)).toMatchObject({
    status: 409,
    body: { code: 'stock_limit', detail: 'Orders hold 20 of these pieces. Enter 20 or more.' },
  });
  for (const wrong of [-1, '1.5', 'many'])
    expect(await count(wrong)).toMatchObject({ status: 400, body: { errors: [{ field: 'counted' }] } });
  expect(await count(5, { pieces: 5 })).toMatchObject({ status: 400, body: { errors: [{ field: 'pieces' }] } });
  expect(await count(5, { kind: 'restock' })).toMatchObject({ status: 400, body: { errors: [{ field: 'counted' }] } });
  expect(await stock(tool.id)).toEqual({ available: 78, moves: 78 });
});

const shownTo = async (id: string) => {
  const { available, paid, held, rows } = await history(id);
  return { shelf: available + paid + held, move: rows[0].id };
};

test('a count is refused where another shelf was shown, whoever emptied it, and booked once seen', async () => {
  const [tool, buyer, other] = [await shop.tool({ available: 240 }), await shop.person(), await shop.person('admin')];
  const order = await ordered(shop, buyer, tool, 24);
  await paid(shop, buyer, order);
  const shown = await shownTo(tool.id);
  const count = (counted: number, its: object, by = admin) =>
    change(tool.id, { kind: 'correction', pieces: undefined, counted, reason: 'Counted', ...its }, undefined, by);
  expect((await count(236, { shown }, other)).status).toBe(200);
  await shop.call('shipOrder', { params: { id: order.id } }, other);
  expect(await count(238, { shown })).toMatchObject({
    status: 409,
    body: {
      code: 'stock_moved',
      detail: '240 were shown, and 212 are on the shelf now. Check, then count again.',
    },
  });
  expect(await stock(tool.id)).toEqual({ available: 212, moves: 212 });
  expect((await count(210, { shown: await shownTo(tool.id) })).body.available).toBe(210);
  // Somebody who says nothing of what was shown counts as ever.
  expect((await count(211, {})).body.available).toBe(211);
});

test('one delivery that two admins book at once is booked once, and the second hears by whom; orders are in nobody’s way', async () => {
  const [tool, buyer, other] = [await shop.tool({ available: 40 }), await shop.person(), await shop.person('admin')];
  const shown = await shownTo(tool.id);
  await ordered(shop, buyer, tool, 5);
  const restock = (by: typeof admin, key?: string) => change(tool.id, { pieces: 60, shown }, key, by);
  const [key, otherKey] = [randomUUID(), randomUUID()];
  const answers = await Promise.all([restock(admin, key), restock(other, otherKey)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const first = answers[0]?.status === 200 ? { ...admin, key } : { ...other, key: otherKey };
  const [move] = (await history(tool.id)).rows;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    ...{ code: 'stock_moved', figures: { by: first.name, pieces: 60, at: move.at } },
    detail: expect.stringMatching(
      new RegExp(`^${first.name} booked \\+60 at \\d\\d:\\d\\d\\. Check, then save again\\.$`),
    ),
  });
  const undone = { kind: 'correction', pieces: -60, reason: 'Undo', undoes: move.id, shown };
  expect((await change(tool.id, undone)).body.code).toBe('stock_moved');
  // What was booked under a key is answered as before, whatever moved since.
  await change(tool.id, { kind: 'correction', pieces: -1 });
  expect(await restock(first, first.key)).toMatchObject({ status: 200, body: { available: 94 } });
  expect((await change(tool.id, { pieces: 60, shown: await shownTo(tool.id) })).body.available).toBe(154);
});

test('a key sent again by who has seen its move in the history is told of that move, and books nothing', async () => {
  const [tool, key] = [await shop.tool(), randomUUID()];
  const shown = await shownTo(tool.id);
  for (const _ of [1, 2]) expect((await change(tool.id, { shown }, key)).body.available).toBe(110);
  expect(await change(tool.id, { shown: await shownTo(tool.id) }, key)).toMatchObject({
    status: 409,
    body: { code: 'stock_moved', figures: { by: admin.name, pieces: 10 } },
  });
  expect(await stock(tool.id)).toEqual({ available: 110, moves: 110 });
  expect((await change(tool.id, { shown: await shownTo(tool.id) }, randomUUID())).body.available).toBe(120);
});

test('no more is taken than is available, and the refusal stands beside its field', async () => {
  const tool = await shop.tool({ available: 5 });
  const answer = await change(tool.id, { kind: 'correction', pieces: -6, reason: 'Lost' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'stock_limit', errors: [{ field: 'pieces' }] } });
  expect(answer.body.detail).toBe('Only 5 are available. Enter −5 or more.');
  const tooMany = await change(tool.id, { pieces: 9_999_996 });
  expect(tooMany.body.code).toBe('stock_limit');
  expect(tooMany.body.detail).toBe('The shop counts up to 10,000,000 pieces of a tool. Add 9,999,995 at most.');
  expect(
    (await change(tool.id, { pieces: 0, reason: '' })).body.errors.map((it: { field: string }) => it.field),
  ).toEqual(['pieces', 'reason']);
  expect(await stock(tool.id)).toEqual({ available: 5, moves: 5 });
});

test('the last piece may be taken out, and the shelf filled to the brim', async () => {
  const tool = await shop.tool({ available: 5 });
  expect((await change(tool.id, { kind: 'correction', pieces: -5 })).body.available).toBe(0);
  expect((await change(tool.id, { pieces: 10_000_000 })).body.available).toBe(10_000_000);
});

test('one wish that is sent many times at once is granted once', async () => {
  const [tool, other, key] = [await shop.tool(), await shop.tool(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(tool.id, {}, key)));
  expect(answers.map(({ status, body }) => [status, body.available])).toEqual(Array(8).fill([200, 110]));
  for (const its of [{ pieces: 11 }, { reason: 'Found' }, { kind: 'correction' }])
    expect((await change(tool.id, its, key)).body.code).toBe('idempotency_key_reused');
  expect((await change(other.id, {}, key)).body.code).toBe('idempotency_key_reused');
  expect(await stock(tool.id)).toEqual({ available: 110, moves: 110 });
});

test('a key that stands for one count is no other count, nor the same one of another shelf', async () => {
  const [tool, buyer, key] = [await shop.tool(), await shop.person(), randomUUID()];
  const count = (counted: number) =>
    change(tool.id, { kind: 'correction', pieces: undefined, counted, reason: 'Counted' }, key);
  for (const _ of [1, 2]) expect(await count(140)).toMatchObject({ status: 200, body: { available: 140 } });
  const other = { code: 'stock_moved', figures: { shown: 112, shelf: 140 } };
  expect(await count(112)).toMatchObject({ status: 409, body: other });
  const order = await ordered(shop, buyer, tool, 5);
  expect((await count(140)).status).toBe(200);
  await paid(shop, buyer, order);
  const admins = await shop.renewed(admin);
  expect((await shop.call('shipOrder', { params: { id: order.id } }, admins)).status).toBe(200);
  expect(await count(140)).toMatchObject({ status: 409, body: { figures: { shown: 140, shelf: 135 } } });
  expect(await stock(tool.id)).toEqual({ available: 135, moves: 135 });
});

test('a key that has undone one of two like restocks does not undo the other, and does not say so', async () => {
  const [tool, key] = [await shop.tool(), randomUUID()];
  for (const _ of [1, 2]) await change(tool.id, { pieces: 5 });
  const [second, first] = (await history(tool.id)).rows;
  const back = { kind: 'correction', pieces: -5, reason: 'Undo: Delivery' };
  expect((await change(tool.id, { ...back, undoes: first.id }, key)).status).toBe(200);
  expect((await change(tool.id, { ...back, undoes: second.id }, key)).body.code).toBe('idempotency_key_reused');
  expect((await change(tool.id, { ...back, undoes: first.id }, key)).body.available).toBe(105);
});

test('the same key of another admin is another wish', async () => {
  const [tool, key, other] = [await shop.tool(), randomUUID(), await shop.person('admin')];
  expect((await change(tool.id, {}, key)).body.available).toBe(110);
  expect((await change(tool.id, {}, key, other)).body.available).toBe(120);
  expect((await change(tool.id, {}, key)).body.available).toBe(120);
  expect(await stock(tool.id)).toEqual({ available: 120, moves: 120 });
});

test('buyers and corrections at once never sell what is not there', async () => {
  const tool = await shop.tool({ available: 30, minQuantity: 5 });
  const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.person()));
  await Promise.all([
    ...buyers.map((buyer) => ordered(shop, buyer, tool).catch(() => undefined)),
    ...Array.from({ length: 6 }, () => change(tool.id, { kind: 'correction', pieces: -4, reason: 'Lost' })),
  ]);
  const { available, moves } = await stock(tool.id);
  expect(available).toBe(moves);
  expect(available).toBeGreaterThanOrEqual(0);
});

test('a long history comes in pages, whose numbers go on where the page before ended', async () => {
  const tool = await shop.tool({ available: 1 });
  await shop.sql`insert into stock_move (tool_id, kind, delta, reason, person_id)
    select ${tool.id}, 'restock', 1, 'one more', ${admin.id} from generate_series(1, 119)`;
  await shop.sql`update tool set available = 120 where id = ${tool.id}`;
  const seen: number[] = [];
  const lengths: number[] = [];
  for (let after = ''; ; ) {
    const page = await history(tool.id, after ? { after } : {});
    seen.push(...page.rows.map((it: { after: number }) => it.after));
    lengths.push(page.rows.length);
    if (page.next === undefined) break;
    after = page.next;
  }
  expect(lengths).toEqual([50, 50, 20]);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
});

test('a history that just fills its page has none before it; of no tool there is none', async () => {
  const tool = await shop.tool({ available: 1 });
  await shop.sql`insert into stock_move (tool_id, kind, delta, reason, person_id)
    select ${tool.id}, 'restock', 1, 'one more', ${admin.id} from generate_series(1, 49)`;
  const { rows, next } = await history(tool.id);
  expect([rows.length, next]).toEqual([50, undefined]);
  expect(await history(randomUUID())).toMatchObject({ code: 'tool_not_found' });
});

test('a tool that was deleted has its history, and takes no pieces', async () => {
  const tool = await shop.tool();
  await shop.call('deleteTool', { params: { id: tool.id } }, admin);
  expect((await change(tool.id, {})).status).toBe(404);
  expect((await history(tool.id)).rows).toHaveLength(1);
  expect((await change(randomUUID(), {})).status).toBe(404);
});

test('a delivery that has arrived ends its day, with an entry in the history; a correction, what a buyer returns and what is found leave it', async () => {
  const day = shop.context.clock().toISOString().slice(0, 10);
  const tool = await shop.tool({ restockAt: day, backorderLimit: 50 });
  const managed = async () => (await shop.call('getManagedTool', { params: { id: tool.id } }, admin)).body;
  await change(tool.id, { kind: 'correction', pieces: '3', reason: 'Counted' });
  await change(tool.id, { pieces: '2', reason: 'Returned by a buyer' });
  await change(tool.id, { pieces: '2', reason: 'Returned by a buyer: a scratched box' });
  await change(tool.id, { pieces: '2', reason: 'Other' });
  const found = await change(tool.id, { pieces: '2', reason: 'Other: a box behind the bench' });
  expect(found.body).toMatchObject({ restock_at: day });
  expect(await managed()).toMatchObject({ version: 1, tool: { restock_at: day } });
  expect((await change(tool.id, {})).body).toMatchObject({ restock_at: null });
  await change(tool.id, {});
  expect(await managed()).toMatchObject({ version: 2, tool: { restock_at: null, backorder_limit: 50 } });
  const { rows } = (await shop.call('listToolChanges', { params: { id: tool.id } }, admin)).body;
  expect(rows).toMatchObject([{ version: 2, fields: [{ field: 'restock_at', from: day, to: null }] }]);
});

test('a delivery that was booked by mistake is expected again once that is undone, not after its day, nor where an admin took it away', async () => {
  const day = shop.context.clock().toISOString().slice(0, 10);
  const undone = async (restockAt: string, ...typed: (string | null)[]) => {
    const tool = await shop.tool({ restockAt });
    await change(tool.id, {});
    for (const [place, restock_at] of typed.entries()) {
      shop.passTime(1_000);
      await shop.call('editTool', { params: { id: tool.id }, body: { version: 2 + place, restock_at } }, admin);
    }
    const [booked] = (await history(tool.id)).rows;
    await change(tool.id, { kind: 'correction', pieces: '-10', reason: 'Undone', undoes: booked.id });
    return (await shop.call('listToolChanges', { params: { id: tool.id } }, admin)).body.rows.map(
      (row: { fields: { from: string; to: string }[] }) => row.fields.map(({ from, to }) => [from, to]),
    );
  };
  expect(await undone(day)).toEqual([[[null, day]], [[day, null]]]);
  expect(await undone('2026-01-02')).toEqual([[['2026-01-02', null]]]);
  expect(await undone(day, day, null)).toEqual([[[day, null]], [[null, day]], [[day, null]]]);
});

test('it is found again though time goes on while it is booked', async () => {
  const day = shop.context.clock().toISOString().slice(0, 10);
  const { id } = await shop.tool({ restockAt: day });
  let now = shop.context.clock().getTime();
  const clock = () => {
    now += 1;
    return new Date(now);
  };
  const none = { counted: undefined, undoes: undefined, shown: undefined };
  const book = (what: Partial<StockChange>) =>
    changeStock(
      { ...shop.context, clock },
      admin.id,
      id as ToolId,
      { kind: 'restock', pieces: 10, reason: 'Delivery', ...none, ...what },
      undefined,
      onTheShelf,
    );
  await book({});
  const [booked] = (await history(id)).rows;
  expect(await book({ kind: 'correction', pieces: -10, reason: 'Undone', undoes: booked.id })).toMatchObject({
    ok: true,
  });
  const managed = await shop.call('getManagedTool', { params: { id } }, admin);
  expect(managed.body.tool.restock_at).toBe(day);
});

test('a day that comes back so is told to whoever waits, who may know another one', async () => {
  const restockAt = shop.context.clock().toISOString().slice(0, 10);
  const told = async (waiting: number) => {
    const tool = await shop.tool({ restockAt, waiting, backorderLimit: 50, pack: 50, minQuantity: 50 });
    await change(tool.id, {});
    const [booked] = (await history(tool.id)).rows;
    await change(tool.id, { kind: 'correction', pieces: '-10', reason: 'Undone', undoes: booked.id });
    const jobs = await shop.sql`
      select run_at from job where kind = 'tell-waiting' and payload ->> 'toolId' = ${tool.id}`;
    return jobs.map(({ run_at: at }) => at.getTime() - shop.context.clock().getTime());
  };
  expect([await told(0), await told(20)]).toEqual([[], [120_000]]);
});
