import { afterAll, describe, expect, test } from 'vitest';
import { failureText } from '#texts/failures.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { findings, line, place, placed, type Tool, toolsOf } from '../../../tests/harness/purchases.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';

const shop = await ownShop();
const tools: readonly Tool[] = await toolsOf(shop, 201 as number, { available: 100_000 });
const lines = (count: number, from = 0) => tools.slice(from, from + count).map((tool) => line(tool));
const limited = (orders: number, unconfirmed?: { orders: number; networkOrders: number }) => ({
  limits: { orders, stockPercent: 0, unconfirmed },
});
const confirmed = async () => {
  const who = await shop.person();
  await shop.sql`update person set email_proof = 'mail' where id = ${who.id}`;
  return who;
};
let networks = 0;
const network = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};

async function expectRefused(asked: () => ReturnType<typeof place>, code: string, figures: object, text?: string) {
  const before = await shopState(shop.sql);
  const answer = await asked();
  expect(answer).toEqual({ ok: false, failure: { code, figures } });
  if (text && !answer.ok) expect(failureText({ status: 409, ...answer.failure })).toBe(text);
  expect(await shopState(shop.sql)).toBe(before);
}

const countOf = async ({ id }: Person) =>
  (
    await shop.sql`select count(*)::int as n, coalesce(sum(lines), 0)::int as lines from purchase where person_id = ${id}`
  )[0];

afterAll(async () => expect(await findings(shop)).toEqual([]));

describe('unpaid lines of one customer', () => {
  test('count over all purchases; what is cancelled makes room', async () => {
    const [who, its] = [await shop.person(), limited(10)];
    await placed(shop, who, lines(4), its);
    const { lines: five } = await placed(shop, who, lines(5), its);
    await expectRefused(
      () => place(shop, who, lines(3), its),
      'too_many_unpaid',
      { unpaid: 9, left: 1 },
      'You have 9 unpaid orders and may have 10. Order 1 line, or pay or cancel some of them first.',
    );
    await placed(shop, who, lines(1), its);
    await expectRefused(
      () => place(shop, who, lines(2), its),
      'too_many_unpaid',
      { unpaid: 10 },
      'You have 10 unpaid orders. Pay or cancel one of them, then order again.',
    );
    for (const id of five.slice(0, 2))
      expect(await shop.call('cancelOrder', { params: { id } }, who)).toMatchObject({ status: 200 });
    await placed(shop, who, lines(2), its);
  });

  test('may all be in one purchase, and are not exceeded by it', async () => {
    const [who, its] = [await shop.person(), limited(10)];
    await expectRefused(
      () => place(shop, who, lines(11), its),
      'too_many_unpaid',
      { unpaid: 0, left: 10 },
      'You have 0 unpaid orders and may have 10. Order 10 lines or fewer.',
    );
    await placed(shop, who, lines(10), its);
  });

  test('are not exceeded by purchases at once', async () => {
    const who = await shop.person();
    const asked = Array.from({ length: 12 }, (_, n) => place(shop, who, lines(3, 3 * n), limited(10)));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await countOf(who)).toEqual({ n: 3, lines: 9 });
  });
});

describe('an account that nobody knows', () => {
  const its = limited(0, { orders: 3, networkOrders: 0 });

  test('has three unpaid purchases', async () => {
    const who = await shop.person();
    for (const count of [2, 1, 3]) await placed(shop, who, lines(count), its);
    await expectRefused(() => place(shop, who, lines(2), its), 'unconfirmed_unpaid', { unpaid: 3 });
    expect(await place(shop, await confirmed(), lines(4), its)).toMatchObject({ ok: true });
  });

  test('has sixty lines in them together', async () => {
    const who = await shop.person();
    await expectRefused(
      () => place(shop, who, lines(61), its),
      'unconfirmed_unpaid',
      { unpaid: 0, most: 60, left: 60 },
      'Before its email is confirmed, an account may have 60 unpaid lines. ' +
        'Order 60 or fewer, or confirm your email, then order again.',
    );
    await placed(shop, who, lines(58), its);
    await expectRefused(() => place(shop, who, lines(3), its), 'unconfirmed_unpaid', { unpaid: 1, most: 60, left: 2 });
    await placed(shop, who, lines(2), its);
    await expectRefused(
      () => place(shop, who, lines(1), its),
      'unconfirmed_unpaid',
      { unpaid: 2, most: 60, left: 0 },
      'Before its email is confirmed, an account may have 60 unpaid lines. ' +
        'Pay or cancel some of yours, or confirm your email, then order again.',
    );
    expect(await place(shop, await confirmed(), lines(61), its)).toMatchObject({ ok: true });
  });

  test('holds its lines for half an hour, all others for an hour', async () => {
    for (const [who, minutes] of [
      [await shop.person(), 30],
      [await confirmed(), 60],
    ] as const) {
      const { id } = await placed(shop, who, lines(3), its);
      const [row] = await shop.sql`select hold_until - created_at = make_interval(mins => ${minutes}) as so
                                     from purchase where id = ${id}`;
      expect(row?.so).toBe(true);
    }
  });

  test('has as many purchases with all accounts of its network, however many lines these have', async () => {
    const from = { ...limited(0, { orders: 3, networkOrders: 4 }), network: network() };
    const people = await Promise.all([1, 2, 3].map(() => shop.person()));
    const asked = people.flatMap((who) => [5, 1].map((count, n) => place(shop, who, lines(count, 7 * n), from)));
    const answers = await Promise.all(asked);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure.code]));
    expect(refused).toEqual(['unconfirmed_network', 'unconfirmed_network']);
    const late = await shop.person();
    await expectRefused(() => place(shop, late, lines(2), from), 'unconfirmed_network', { unpaid: 0 });
    await placed(shop, late, lines(2), { ...from, network: network() });
    await placed(shop, await confirmed(), lines(2), from);
  });
});

describe('one purchase', () => {
  test('has 200 lines at most, and one at least', async () => {
    const who = await shop.person();
    const before = await shopState(shop.sql);
    for (const none of [lines(201), []])
      await expect(place(shop, who, none)).rejects.toThrow(`No purchase has ${none.length} lines`);
    expect(await shopState(shop.sql)).toBe(before);
    const { id, lines: ids } = await placed(shop, who, lines(200));
    const rows = await shop.sql`select id, line_no from orders where purchase_id = ${id} order by line_no`;
    expect(rows.map((row) => [row.id, row.line_no])).toEqual(ids.map((its, n) => [its, n + 1]));
    expect(ids).toHaveLength(200);
  });

  test('costs 999,999.99 at most after what is taken off, however little each line costs', async () => {
    const [half, rest, more] = [
      await shop.tool({ price: 500_000, minQuantity: 1 }),
      await shop.tool({ price: 499_999, minQuantity: 1 }),
      await shop.tool({ price: 928_571, minQuantity: 1 }),
    ];
    const buyer = await shop.person();
    // With the offer, 30% of it all: 999,999.70 is paid for 1,428,571, and a dollar more is too much.
    const dollar = await shop.tool({ price: 1, minQuantity: 1 });
    const tooMuch = { ok: false, failure: { code: 'amount_too_large' } };
    expect(await place(shop, buyer, [line(half), line(more), line(dollar)])).toEqual(tooMuch);
    const { id } = await placed(shop, buyer, [line(half), line(more)]);
    const [row] = await shop.sql`select amount_cents::int as amount from purchase where id = ${id}`;
    expect(row?.amount).toBe(99_999_970);
    expect(await place(shop, buyer, [line(half), line(rest), line(dollar)])).toEqual(tooMuch);
    await placed(shop, buyer, [line(half), line(rest)]);
  });

  test('is refused, not miscounted, when its lines are the largest there can be', async () => {
    const largest = await toolsOf(shop, 200 as number, { price: 1_000_000, minQuantity: 1, available: 1_000_000 });
    const all = largest.map((tool) => line(tool, 1_000_000));
    expect(await place(shop, await shop.person(), all)).toEqual({ ok: false, failure: { code: 'amount_too_large' } });
  });
});

describe('of the stock of a tool', () => {
  const its = { limits: { orders: 0, stockPercent: 50 } };

  test('one purchase may take all; a line of a second one is refused beyond half, the other lines with it', async () => {
    const [tool, other] = await toolsOf(shop, 2, { available: 40 });
    const who = await shop.person();
    await placed(shop, who, [line(other, 40)], its);
    await placed(shop, who, [line(tool, 10)], its);
    await expectRefusedLine(who, [line(tools[0] as Tool), line(tool, 11)], { held: 10, left: 10, least: 5 });
    await placed(shop, who, [line(tools[0] as Tool), line(tool, 10)], its);
    await expectRefusedLine(who, [line(tools[1] as Tool), line(tool, 5)], { held: 20, left: 0, least: 5 });
    expect(await place(shop, await shop.person(), [line(tool, 20)], its)).toMatchObject({ ok: true });
  });

  test('a limit that refuses the whole is told before a line that holds too much, and after one that is unfit', async () => {
    const [tool, gone] = [await shop.tool({ available: 40 }), await shop.tool({ deletedAt: new Date() })];
    const who = await shop.person();
    const both = { limits: { orders: 1, stockPercent: 50 } };
    await placed(shop, who, [line(tool, 20)], both);
    await expectRefused(() => place(shop, who, [line(tool, 10)], both), 'too_many_unpaid', { unpaid: 1 });
    const unfit = await place(shop, who, [line(tool, 10), line(gone)], both);
    const codes = unfit.ok || unfit.failure.code !== 'lines_refused' ? [] : unfit.failure.lines;
    expect(codes.map((it) => [it.line, it.code])).toEqual([
      [1, 'too_much_unpaid'],
      [2, 'tool_gone'],
    ]);
  });

  async function expectRefusedLine(who: Person, wanted: Parameters<typeof place>[2], figures: object) {
    const before = await shopState(shop.sql);
    expect(await place(shop, who, wanted, its)).toEqual({
      ok: false,
      failure: {
        ...{ code: 'lines_refused', figures: { lines: 1 } },
        lines: [{ line: 2, code: 'too_much_unpaid', figures }],
      },
    });
    expect(await shopState(shop.sql)).toBe(before);
  }
});
