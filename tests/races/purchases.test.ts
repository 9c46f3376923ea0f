import { afterAll, beforeAll, expect } from 'vitest';
import { transact } from '#services/kernel/transact.ts';
import { orderSenders } from '#services/orders/waiting/serve-waiting.ts';
import { beginCancel } from '#services/payments/begin-cancel.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { type CallAnswer, ownShop, type Person } from '../harness/own-shop.ts';
import { CONTACT, findings, type Tool, toolsOf } from '../harness/purchases.ts';
import { type Random, randomOf } from '../simulation/random.ts';
import { atOnce, race } from './race.ts';

const CLIENTS = 16;
/** What each client does in a round, less of it by day. */
const [TURNS, TURNS_WAITING] = import.meta.env.MODE === 'night' ? [8, 6] : [2, 3];

const shop = await ownShop();
// Jobs that the database writes are due by its own clock.
shop.passTime(3_600_000);
const people: Person[] = [];

beforeAll(async () => {
  // One by one: of 50 sign-ups at once the shop refuses most.
  for (let n = 0; n < 50; n += 1) people.push(await shop.person());
});

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`).toEqual([
    { deadlocks: 0 },
  ]);
  expect(shop.troubles).toEqual([]);
});

interface Line {
  readonly tools_id: string;
  readonly quantity: number;
  readonly tools_price: number;
}

/** What the shop acknowledged: the lines of a purchase, and which of them have ended. */
interface Acknowledged {
  readonly owner: Person;
  readonly lines: readonly (Line & { readonly id: string })[];
  readonly ended: Set<string>;
}

const MIXED = ['buy', 'buy', 'buy', 'drop', 'drop', 'expire', 'close'];
const RACES = [
  ['shuffled carts of 50, while lines are dropped, holds end and purchases close', MIXED, 1, 200, [100, 2_000]],
  // A minute by night. What all ask for together is a little more than there is.
  ['nothing but shuffled carts of 50', ['buy'], 50, 750, [1, 20]],
] as const;

for (const [what, mix, leastLines, stocked, times] of RACES)
  race(`RACE-P1: ${what}`, times, async (round) => {
    const tools: readonly Tool[] = await toolsOf(shop, 60 as number, { available: stocked });
    const purchases: Acknowledged[] = [];
    const answers: CallAnswer[] = [];
    const heard = (answer: CallAnswer) => {
      answers.push(answer);
      return answer;
    };

    async function buy(owner: Person, wanted: readonly Line[]): Promise<void> {
      const { status, body } = heard(await shop.call('placePurchase', { body: { ...CONTACT, lines: wanted } }, owner));
      if (status === 200) {
        const lines = wanted.map((line, n) => ({ ...line, id: body.lines[n] }));
        purchases.push({ owner, lines, ended: new Set() });
      }
      if (body.code !== 'lines_refused') return;
      const refused = new Set(
        body.lines.map(({ line, code }: { line: number; code: string }) => {
          expect(code).toBe('out_of_stock');
          return line;
        }),
      );
      const left = wanted.filter((_, n) => !refused.has(n + 1));
      if (left.length > 0) await buy(owner, left);
    }
    const deeds: Record<string, (who: Person, lots: Random) => Promise<unknown>> = {
      buy: (who, lots) =>
        buy(
          who,
          shuffled(tools, lots)
            .slice(0, leastLines + lots.below(51 - leastLines))
            .map((tool) => ({ tools_id: tool.id, quantity: 5 + lots.below(6), tools_price: 10 })),
        ),
      drop: async (_who, lots) => {
        if (purchases.length === 0) return;
        const { owner, lines, ended } = lots.one(purchases);
        const { id } = lots.one(lines);
        if (heard(await shop.call('cancelOrder', { params: { id } }, owner)).status === 200) ended.add(id);
      },
      expire: async (_who, lots) => {
        if (purchases.length === 0) return;
        const [line] = lots.one(purchases).lines;
        await shop.sql`update purchase set hold_until = now() - interval '1 day'
                      where id = ${line?.id ?? ''} and state = 'unpaid' and hold_until is not null`;
        await expireHolds(shop.context);
      },
      close: async (_who, lots) => {
        if (purchases.length === 0) return;
        const { lines, ended } = lots.one(purchases);
        const first = lines[0]?.id ?? '';
        const whole = { purchase: first, orders: [first] };
        const closed = await transact(shop.context.db, (tx) => beginCancel(tx, 'shop', whole));
        if (closed.ok) for (const { id } of lines) ended.add(id);
      },
    };
    await atOnce(CLIENTS, async (client) => {
      const lots = randomOf(round * 1_000 + client);
      for (let turn = 0; turn < TURNS; turn += 1) await deeds[lots.one(mix)]?.(people[client] as Person, lots);
    });

    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(purchases.length).toBeGreaterThan(TURNS);
    const rows = await shop.sql`
    select id, tool_id, quantity, state::text, hold_quantity as held from orders
     where tool_id = any (${tools.map(({ id }) => id)}::uuid[])`;
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    expect(rows).toHaveLength(purchases.reduce((sum, { lines }) => sum + lines.length, 0));
    for (const { lines, ended } of purchases) {
      const its = lines.map(({ id }) => rowOf.get(id));
      expect(its).toMatchObject(lines.map((line) => ({ tool_id: line.tools_id, quantity: line.quantity })));
      const kept = its.filter((row) => !ended.has(row?.id));
      expect(its.filter((row) => ended.has(row?.id) && (row?.held !== 0 || row?.state !== 'cancelled'))).toEqual([]);
      // What its hold had ended for holds nothing; of all others every line holds all of its pieces.
      expect(new Set(kept.map((row) => row?.held / row?.quantity)).size).toBeLessThanOrEqual(1);
      expect(kept.filter((row) => ![0, row?.quantity].includes(row?.held))).toEqual([]);
    }
    const held = new Map<string, number>();
    for (const row of rows) held.set(row.tool_id, (held.get(row.tool_id) ?? 0) + row.held);
    const stock = await shop.sql`
    select id, available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moved
      from tool where id = any (${tools.map(({ id }) => id)}::uuid[])`;
    for (const { id, available, moved } of stock) {
      expect(available).toBeGreaterThanOrEqual(0);
      expect({ available, moved }).toEqual({ available: stocked - (held.get(id) ?? 0), moved: available });
    }
  });

race(
  'RACE-P1: 50 purchases at once of 10 pieces each, with stock for 10 of them, are 10 purchases',
  [100, 2_000],
  async () => {
    const hot = await shop.tool({ available: 100 });
    const others: readonly Tool[] = await toolsOf(shop, 8 as number, { available: 10_000 });
    const answers = await atOnce(50, (n) => {
      const cart = shuffled([hot, ...shuffled(others, randomOf(n)).slice(0, 4)], randomOf(n + 50));
      const lines = cart.map(({ id }) => ({ tools_id: id, quantity: 10, tools_price: 10 }));
      return shop.call('placePurchase', { body: { ...CONTACT, lines } }, people[n]);
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.lines);
    expect(refused).toHaveLength(40);
    for (const lines of refused) expect(lines).toMatchObject([{ code: 'out_of_stock', figures: { available: 0 } }]);
    const [left] = await shop.sql`select available from tool where id = ${hot.id}`;
    expect(left?.available).toBe(0);
    const [sold] = await shop.sql`
    select sum(10000 - available)::int as pieces from tool where id = any (${others.map(({ id }) => id)}::uuid[])`;
    expect(sold?.pieces).toBe(10 * 4 * 10);
  },
);

race('RACE-P8: orders that wait, cancelled, expired and served, while pieces come', [100, 2_000], async (round) => {
  const day = new Date(shop.context.clock().getTime() + 86_400_000).toISOString().slice(0, 10);
  const tool = await shop.tool({ available: 30, minQuantity: 1, restockAt: day, backorderLimit: 100 });
  const made: { id: string; owner: Person }[] = [];
  const statuses = new Set<number>();
  let put = 30;
  const deeds: Record<string, (who: Person, lots: Random) => Promise<unknown>> = {
    buy: async (owner, lots) => {
      const lines = [{ tools_id: tool.id, quantity: 1 + lots.below(20), tools_price: 10, mayWait: lots.below(4) > 0 }];
      const { status, body } = await shop.call('placePurchase', { body: { ...CONTACT, lines } }, owner);
      statuses.add(status);
      if (status === 200) made.push({ id: body.insertedId, owner });
    },
    cancel: async (_who, lots) => {
      if (made.length === 0) return;
      const { id, owner } = lots.one(made);
      statuses.add((await shop.call('cancelOrder', { params: { id } }, owner)).status);
    },
    expire: async (_who, lots) => {
      if (made.length === 0) return;
      await shop.sql`update purchase set hold_until = now() - interval '1 day'
                      where id = ${lots.one(made).id} and state = 'unpaid' and hold_until is not null`;
      await expireHolds(shop.context);
    },
    pay: async (_who, lots) => {
      if (made.length === 0) return;
      const { id, owner } = lots.one(made);
      const order = (await shop.call('getOrder', { params: { id } }, owner)).body;
      statuses.add(
        (await shop.call('createPaymentIntent', { body: { price: order.amount, order_id: id } }, owner)).status,
      );
    },
    restock: async (_who, lots) => {
      const pieces = 1 + lots.below(10);
      put += pieces;
      await shop.sql.begin(async (tx) => {
        await tx`update tool set available = available + ${pieces} where id = ${tool.id}`;
        await tx`insert into stock_move (tool_id, kind, delta, reason, person_id)
                 values (${tool.id}, 'restock', ${pieces}, 'Delivery', ${people[0]?.id as string})`;
      });
    },
    serve: () => orderSenders.allocate(shop.context, { toolId: tool.id }),
  };
  await atOnce(CLIENTS, async (client) => {
    const lots = randomOf(round * 1_000 + client);
    for (let turn = 0; turn < TURNS_WAITING; turn += 1)
      await deeds[lots.one(['buy', 'buy', 'buy', 'cancel', 'expire', 'pay', 'restock', 'serve'])]?.(
        people[client] as Person,
        lots,
      );
  });
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
  await shop.work();
  const [its] = await shop.sql`
    select available, tool.waiting, sum(hold_quantity)::int as held, sum(orders.waiting)::int as awaited,
           bool_and(hold_quantity + orders.waiting in (0, quantity)) as whole
      from tool join orders on tool_id = tool.id where tool.id = ${tool.id} group by tool.id`;
  expect(its).toMatchObject({ whole: true, waiting: its?.awaited, available: put - its?.held });
  expect(Math.min(its?.available, its?.waiting)).toBe(0);
});

function shuffled<T>(of: readonly T[], lots: Random): T[] {
  return of
    .map((one) => ({ one, by: lots.draw() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one);
}
