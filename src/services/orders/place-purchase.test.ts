import { afterAll, describe, expect, test } from 'vitest';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { CONTACT, findings, line, place, placed, type Tool, toolsOf } from '../../../tests/harness/purchases.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';
import { ask } from '../kernel/named-statement.ts';
import { type Customer, purchaseStatement } from './place-purchase.ts';

const shop = await ownShop();
const HALF = { limits: { orders: 0, stockPercent: 50 } };
const MISSING = { id: '00000000-0000-4000-8000-000000000000', price: 10, minQuantity: 5 };

const linesOf = (id: string) => shop.sql`
  select id, line_no, tool_id, state::text, purchase_state::text, quantity, hold_quantity, hold_no,
         unit_price, total_cents, guard_cents, discount_cents, tool_name, tool_image
    from orders where purchase_id = ${id} order by line_no`;
const available = async ({ id }: { id: string }) =>
  (await shop.sql`select available from tool where id = ${id}`)[0]?.available;
const state = () => shopState(shop.sql);

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`).toEqual([
    { deadlocks: 0 },
  ]);
});

test('purchases are numbered one after the other, however many lines they have', async () => {
  const buyer = await shop.person();
  const tools = [await shop.tool({ available: 40 }), await shop.tool({ available: 40 })];
  const numbers: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await placed(
      shop,
      buyer,
      tools.map((tool) => line(tool, 5)),
    );
    numbers.push(Number((await shop.sql`select seq from purchase where id = ${id}`)[0]?.seq));
  }
  expect(numbers).toEqual([0, 1, 2].map((n) => (numbers[0] ?? 0) + n));
});

describe('a purchase of several lines', () => {
  test('is one row with its lines, the stock, a move of each, one audit row and one mail', async () => {
    const buyer = await shop.person();
    const [saw, file] = [
      await shop.tool({ name: 'Saw', price: 7, available: 40 }),
      await shop.tool({ name: 'File', price: 10, minQuantity: 12, available: 500, stepFrom: [100], stepPrice: [9] }),
    ];
    const { id, lines } = await placed(shop, buyer, [line(saw, 6), line(file, 95)]);
    const [purchase] = await shop.sql`
      select state::text, version, lines, goods_cents, guard_cents, discount_cents, amount_cents, offer, person_id, name,
             email, phone, address, paid_at, hold_until, created_at from purchase where id = ${id}`;
    const now = shop.context.clock();
    expect(purchase).toEqual({
      ...{ state: 'unpaid', version: 1, lines: 2, offer: true, paid_at: null },
      ...{ goods_cents: 99_200, guard_cents: 5_000, discount_cents: 28_260, amount_cents: 65_940 },
      ...{ person_id: buyer.id, name: buyer.name, email: buyer.email, ...CONTACT },
      ...{ created_at: now, hold_until: new Date(now.getTime() + 3_600_000) },
    });
    const each = { state: 'unpaid', purchase_state: 'unpaid', hold_no: 1 };
    expect([...(await linesOf(id))]).toEqual([
      {
        ...each,
        ...{ id: lines[0], line_no: 1, tool_id: saw.id, tool_name: 'Saw', tool_image: saw.image },
        ...{ quantity: 6, hold_quantity: 6, unit_price: 7 },
        ...{ total_cents: 4_200, guard_cents: 0, discount_cents: 1_260 },
      },
      {
        ...each,
        ...{ id: lines[1], line_no: 2, tool_id: file.id, tool_name: 'File', tool_image: file.image },
        ...{ quantity: 95, hold_quantity: 95, unit_price: 10 },
        ...{ total_cents: 95_000, guard_cents: 5_000, discount_cents: 27_000 },
      },
    ]);
    expect([await available(saw), await available(file)]).toEqual([34, 405]);
    const moves = await shop.sql`
      select order_id, tool_id, hold_no, kind, delta from stock_move where order_id = any (${[...lines]}::uuid[]) order by id`;
    expect([...moves]).toEqual([
      { order_id: lines[0], tool_id: saw.id, hold_no: 1, kind: 'hold', delta: -6 },
      { order_id: lines[1], tool_id: file.id, hold_no: 1, kind: 'hold', delta: -95 },
    ]);
    const audit = await shop.sql`
      select actor, action, target from audit where target = any (${[...lines]}::text[]) order by id`;
    expect([...audit]).toEqual([{ actor: buyer.id, action: 'order.placed', target: id }]);
    const jobs =
      await shop.sql`select queue, kind, key, payload from job where payload ->> 'orderId' = any (${[...lines]}::text[])`;
    const key = `mail.order-placed:${id}`;
    expect([...jobs]).toEqual([{ queue: 'mail', kind: 'mail.order-placed', key, payload: { orderId: id } }]);
    shop.passTime(120_000);
    await shop.work();
    const number = (await shop.call('getPurchase', { params: { id } }, buyer)).body.number;
    expect(shop.mailbox.mails().filter(({ recipients }) => recipients.includes(buyer.email))).toMatchObject([
      { subject: `Your Toolyard order ${number}`, text: expect.stringContaining(`Purchase: ${number}\n`) },
    ]);
  });

  test('has its lines in the order in which they were sent, and the id of the first', async () => {
    const tools = (await toolsOf(shop, 9)).toSorted((one, other) => one.id.localeCompare(other.id));
    const mixed = [4, 0, 8, 2, 6, 1, 7, 3, 5].map((n) => tools[n] as Tool);
    const { id, lines } = await placed(
      shop,
      await shop.person(),
      mixed.map((tool, n) => line(tool, 5 + n)),
    );
    const rows = await linesOf(id);
    expect(rows.map((row) => row.line_no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.map((row) => [row.id, row.tool_id, row.quantity])).toEqual(
      mixed.map((tool, n) => [lines[n], tool.id, 5 + n]),
    );
    expect(lines[0]).toBe(id);
    const bySeq = await shop.sql`select id from orders where purchase_id = ${id} order by seq`;
    expect(bySeq.map((row) => row.id)).toEqual(lines);
  });

  test('may take all that is left of its tools, and nothing is sold twice', async () => {
    const tools = await toolsOf(shop, 3, { available: 5 });
    await placed(
      shop,
      await shop.person(),
      tools.map((tool) => line(tool)),
    );
    expect(await Promise.all(tools.map(available))).toEqual([0, 0, 0]);
    const late = await place(
      shop,
      await shop.person(),
      tools.map((tool) => line(tool)),
    );
    expect(late).toMatchObject({ ok: false, failure: { code: 'lines_refused', figures: { lines: 3 } } });
  });
});

describe('all lines or none', () => {
  test('every refused line is named with its reason and figures, by its number', async () => {
    const buyer = await shop.person();
    const [good, twice, dear, minimum, packed, few, held, sold] = await toolsOf(shop, 8, { available: 40 });
    const gone = await shop.tool({ deletedAt: new Date() });
    await placed(shop, buyer, [line(held, 10)], HALF);
    await placed(shop, await shop.person(), [line(sold, 37)]);
    await shop.sql`update tool set price = 12 where id = ${dear.id}`;
    await shop.sql`update tool set min_quantity = 8 where id = ${minimum.id}`;
    await shop.sql`update tool set min_quantity = 6, pack = 6 where id = ${packed.id}`;
    const before = await state();
    const wanted = [
      ...[good, MISSING, gone, twice, dear, minimum].map((tool) => line(tool, 5, 10)),
      ...[line(packed, 15), line(few, 41), line(held, 11), line(twice, 6), line(sold, 5)],
    ];
    const refused = await place(shop, buyer, wanted, HALF);
    expect(refused).toEqual({
      ok: false,
      failure: {
        code: 'lines_refused',
        figures: { lines: 10 },
        lines: [
          { line: 2, code: 'tool_gone' },
          { line: 3, code: 'tool_gone' },
          { line: 4, code: 'tool_twice' },
          { line: 5, code: 'price_changed', figures: { price: 12 } },
          { line: 6, code: 'quantity_below_minimum', figures: { least: 8 } },
          { line: 7, code: 'not_whole_packs', figures: { quantity: 15, pack: 6, fewer: 12, more: 18 } },
          { line: 8, code: 'out_of_stock', figures: { available: 40, least: 5, pack: 1 } },
          { line: 9, code: 'too_much_unpaid', figures: { held: 10, left: 10, least: 5 } },
          { line: 10, code: 'tool_twice' },
          { line: 11, code: 'out_of_stock', figures: { available: 3, least: 5, pack: 1 } },
        ],
      },
    });
    expect(await state()).toBe(before);
  });

  const bad: [string, object, readonly [quantity: number, price: number], string][] = [
    ['a tool that is gone', { deletedAt: new Date() }, [5, 10], 'tool_gone'],
    ['another price', {}, [5, 9], 'price_changed'],
    ['the price of a larger quantity', { stepFrom: [10], stepPrice: [9] }, [9, 9], 'price_changed'],
    ['too few pieces', { minQuantity: 6 }, [5, 10], 'quantity_below_minimum'],
    ['half a box', { minQuantity: 4, pack: 4 }, [6, 10], 'not_whole_packs'],
    ['more than there is', { available: 5 }, [6, 10], 'out_of_stock'],
  ];
  test.each(bad)('%s in one line leaves all others unordered', async (_what, its, [quantity, price], code) => {
    const [others, tool, buyer] = [await toolsOf(shop, 4), await shop.tool(its), await shop.person()];
    const before = await state();
    for (const at of [0, 2, 4]) {
      const lines = others.map((other) => line(other)).toSpliced(at, 0, line(tool, quantity, price));
      const refused = await place(shop, buyer, lines);
      expect(refused).toMatchObject({ ok: false, failure: { lines: [{ line: at + 1, code }] } });
    }
    expect(await state()).toBe(before);
  });

  test('what others took while it waited counts, with the figures of that moment', async () => {
    const [one, other, third] = await toolsOf(shop, 3);
    const buyer = await shop.person();
    const { answer } = await shop.context.db.transaction(async (tx) => {
      const faster = { ...(await shop.person()), network: '' } as unknown as Customer;
      await ask(
        tx,
        purchaseStatement(shop.context, faster, { ...CONTACT, lines: [line(other, 97)] }, undefined, Buffer.alloc(32)),
      );
      await tx.execute(`update tool set price = 11 where id = '${third.id}'`);
      const waiting = place(shop, buyer, [line(one), line(other), line(third)]);
      await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
      return { answer: waiting };
    });
    expect(await answer).toMatchObject({
      ok: false,
      failure: {
        lines: [
          { line: 2, code: 'out_of_stock', figures: { available: 3, least: 5, pack: 1 } },
          { line: 3, code: 'price_changed', figures: { price: 11 } },
        ],
      },
    });
    expect(await available(one)).toBe(100);
  });

  test('what others gave back while it waited counts too', async () => {
    const [one, other] = await toolsOf(shop, 2, { available: 5 });
    const [owner, buyer] = [await shop.person(), await shop.person()];
    const { id } = await placed(shop, owner, [line(other)]);
    const { answer, cancelled } = await shop.sql.begin(async (tx) => {
      await tx`select from tool where id = ${other.id} for update`;
      const cancelled = shop.call('cancelOrder', { params: { id } }, owner);
      await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
      const answer = place(shop, buyer, [line(other), line(one)]);
      await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(2);
      return { answer, cancelled };
    });
    expect((await cancelled).status).toBe(200);
    expect(await answer).toMatchObject({ ok: true });
    expect(await Promise.all([one, other].map(available))).toEqual([0, 0]);
  });
});

describe('one submit makes one purchase', () => {
  const newKey = () => `key-${crypto.randomUUID()}`;

  test('the same key and body answer the same, whatever has become of the tools and lines', async () => {
    const [buyer, key] = [await shop.person(), newKey()];
    const tools = await toolsOf(shop, 3, { available: 5 });
    const lines = tools.map((tool) => line(tool));
    const first = await placed(shop, buyer, lines, { key });
    await shop.sql`update tool set price = 11, deleted_at = now() where id = ${tools[0].id}`;
    const before = await state();
    expect(await placed(shop, buyer, lines, { key })).toEqual(first);
    expect(await state()).toBe(before);
    await shop.call('cancelOrder', { params: { id: first.lines[1] ?? '' } }, buyer);
    expect(await placed(shop, buyer, lines, { key })).toEqual(first);
  });

  test('the same key and body of a purchase that was cancelled place nothing and say so', async () => {
    const [buyer, key] = [await shop.person(), newKey()];
    const lines = (await toolsOf(shop, 2, { available: 5 })).map((tool) => line(tool));
    const first = await placed(shop, buyer, lines, { key });
    for (const id of first.lines) await shop.call('cancelOrder', { params: { id } }, buyer);
    const before = await state();
    expect(await place(shop, buyer, lines, { key })).toEqual({
      ok: false,
      failure: { code: 'idempotency_key_reused', figures: { of: 'order', ended: true } },
    });
    expect(await state()).toBe(before);
    expect((await placed(shop, buyer, lines, { key: newKey() })).id).not.toBe(first.id);
  });

  test('the same key with another body is refused, the purchase stands', async () => {
    const [buyer, key] = [await shop.person(), newKey()];
    const lines = (await toolsOf(shop, 3)).map((tool) => line(tool));
    await placed(shop, buyer, lines, { key });
    const [first = line(MISSING), ...rest] = lines;
    const before = await state();
    for (const [changed, its] of [
      [rest, {}],
      [[...rest, first], {}],
      [[{ ...first, quantity: 6 }, ...rest], {}],
      [[{ ...first, price: 11 }, ...rest], {}],
      [lines, { phone: '5550142201' }],
    ] as const)
      expect(await place(shop, buyer, changed, { key, ...its })).toEqual({
        ok: false,
        failure: { code: 'idempotency_key_reused', figures: { of: 'order' } },
      });
    expect(await state()).toBe(before);
    expect(await place(shop, await shop.person(), rest, { key })).toMatchObject({ ok: true });
  });

  test('a refused purchase may be sent again with its key', async () => {
    const [buyer, key] = [await shop.person(), newKey()];
    const [one, other] = [await shop.tool(), await shop.tool({ price: 11 })];
    const lines = [line(one), line(other, 5, 10)];
    expect(await place(shop, buyer, lines, { key })).toMatchObject({ failure: { code: 'lines_refused' } });
    await shop.sql`update tool set price = 10 where id = ${other.id}`;
    expect(await place(shop, buyer, lines, { key })).toMatchObject({ ok: true });
  });

  test.each([
    ['with limits', HALF],
    ['without limits', {}],
  ])('sent ten times at once it is placed once, %s', async (_what, its) => {
    const [buyer, key] = [await shop.person(), newKey()];
    const tools = await toolsOf(shop, 4);
    const lines = tools.map((tool) => line(tool));
    const answers = await Promise.all(Array.from({ length: 10 }, () => placed(shop, buyer, lines, { key, ...its })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await Promise.all(tools.map(available))).toEqual([95, 95, 95, 95]);
    expect(await shop.sql`select from purchase where person_id = ${buyer.id}`).toHaveLength(1);
  });

  test('the same key for other tools at once: one is placed, the others are told', async () => {
    const [buyer, key] = [await shop.person(), newKey()];
    const carts = await Promise.all(Array.from({ length: 6 }, () => toolsOf(shop, 2)));
    const answers = await Promise.all(
      carts.map((tools) =>
        place(
          shop,
          buyer,
          tools.map((tool) => line(tool)),
          { key },
        ),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure.code]));
    expect(codes).toEqual(Array(5).fill('idempotency_key_reused'));
    const left = await Promise.all(carts.flat().map(available));
    expect(left.toSorted()).toEqual([...Array(10).fill(100), 95, 95]);
  });
});
