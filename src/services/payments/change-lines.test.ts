import { describe, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { begun, paid, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { promised, regularOf } from '../../../tests/harness/promises.ts';
import { randomOf } from '../../../tests/simulation/random.ts';
import { placePurchase } from '../orders/place-purchase.ts';
import { breachesQuery } from '../reports/invariants.ts';
import { expireHolds } from './expire-holds.ts';

const shop = await ownShop();
const pay = payments(shop);
const MINUTE = 60_000;
const STEPS = { stepFrom: [50, 100], stepPrice: [6, 5] };
const saws = await shop.tool({ name: 'Saw', available: 10_000, price: 7, minQuantity: 10, pack: 5, ...STEPS });
const axes = await shop.tool({ name: 'Axe', available: 10_000, price: 11, minQuantity: 1 });
const mauls = await shop.tool({ name: 'Maul', available: 10_000, price: 13, minQuantity: 1 });
const priceOf = (quantity: number) => (quantity >= 100 ? 5 : quantity >= 50 ? 6 : 7);

type Line = { tools_id: string; quantity: number; tools_price: number };
const saw = (quantity: number, price = priceOf(quantity)): Line => ({
  ...{ tools_id: saws.id, quantity, tools_price: price },
});
const axe = (quantity: number): Line => ({ tools_id: axes.id, quantity, tools_price: 11 });
const maul = (quantity: number): Line => ({ tools_id: mauls.id, quantity, tools_price: 13 });

async function placed(lines: readonly Line[] = [saw(30), axe(20)], buyer?: Person) {
  const who = buyer ?? (await shop.person());
  const customer = { id: who.id, name: who.name, email: who.email as never, network: '10.0.0.1' };
  const wanted = lines.map(({ tools_id: toolId, tools_price: price, quantity }) => ({ toolId, price, quantity }));
  const made = await placePurchase(
    shop.context,
    customer,
    { phone: '5550142200', address: '1 Yard', lines: wanted },
    undefined,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return { buyer: who, id: made.value.id, lines: made.value.lines };
}
const change = (id: string, lines: readonly Line[], who: Person) =>
  shop.call('changePurchase', { params: { id }, body: { lines } }, who);
const CHANGED = { status: 200, body: { acknowledged: true, modifiedCount: 1 } };
const UNCHANGED = { status: 200, body: { acknowledged: true, modifiedCount: 0 } };
const see = async (id: string, who: Person) =>
  (await shop.call('getPurchase', { params: { id } }, await shop.renewed(who))).body;
const stockOf = async ({ id }: { id: string }) =>
  (await shop.sql`select available, waiting from tool where id = ${id}`)[0];
const rowsOf = async (id: string) =>
  (
    await shop.sql`select quantity, hold_quantity as held, waiting, given_up as gone from orders
                    where purchase_id = ${id} order by line_no`
  ).map((it) => [it.quantity, it.held, it.waiting, it.gone]);
/** The doctor finds nothing. */
const sound = async () => expect((await shop.context.db.execute(breachesQuery(shop.context.clock()))).rows).toEqual([]);

describe('a quantity of an unpaid purchase changes', () => {
  test('to more: at the price of so many, with its share of the offer, out of the stock', async () => {
    const { buyer, id } = await placed();
    const before = await stockOf(saws);
    expect(await change(id, [saw(60)], buyer)).toMatchObject(CHANGED);
    const now = await see(id, buyer);
    expect(now).toMatchObject({ state: 'unpaid', total: 580, discount: 174, amount: 406 });
    expect(now.lines[0]).toMatchObject({ quantity: 60, tools_price: 6, total: 360, discount: 108, amount: 252 });
    expect(await stockOf(saws)).toEqual({ ...before, available: before?.available - 30 });
    expect(await change(id, [saw(60)], buyer)).toMatchObject(UNCHANGED);
    expect(await shop.sql`select version, lines from purchase where id = ${id}`).toEqual([{ version: 2, lines: 2 }]);
    expect(now.changes).toMatchObject([{ what: 'quantity', pieces: 60, orders: [now.lines[0]._id] }]);
    await paid(shop, buyer, { id, amount: 406 });
    await sound();
  });

  test('to fewer, never dearer than the larger order at the next step: the guard is judged anew', async () => {
    const { buyer, id } = await placed([saw(60)]);
    const before = await stockOf(saws);
    await change(id, [saw(45)], buyer);
    const { total, guard, amount } = await see(id, buyer);
    const price = orderPrice({ price: 7, steps: [{ from: 50, price: 6 }] }, 45, 30);
    expect([total, guard, amount]).toEqual([315, price.guard / 100, price.amount / 100]);
    expect(guard).toBeGreaterThan(0);
    expect(await stockOf(saws)).toEqual({ ...before, available: before?.available + 15 });
    await change(id, [saw(50)], buyer);
    await change(id, [saw(10)], buyer);
    expect(await rowsOf(id)).toEqual([[10, 10, 0, 0]]);
    await sound();
  });

  test('and a tool is added, several at once; one that was taken out comes back as another line', async () => {
    const { buyer, id, lines } = await placed();
    expect(await change(id, [maul(5), saw(50)], buyer)).toMatchObject(CHANGED);
    let now = await see(id, buyer);
    expect(now.lines.map((it: { quantity: number }) => it.quantity)).toEqual([50, 20, 5]);
    expect(now).toMatchObject({ total: 300 + 220 + 65, amount: 585 * 0.7 });
    expect(now.changes.map((it: { what: string }) => it.what).toSorted()).toEqual(['added', 'quantity']);
    await shop.call('changePurchase', { params: { id }, body: { drop: [lines[1]] } }, buyer);
    expect(await change(id, [axe(7)], buyer)).toMatchObject(CHANGED);
    now = await see(id, buyer);
    expect(now.lines.map((it: { quantity: number; state: string }) => [it.quantity, it.state])).toEqual([
      [50, 'unpaid'],
      [20, 'cancelled'],
      [5, 'unpaid'],
      [7, 'unpaid'],
    ]);
    const listed = await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer);
    expect(listed.body).toHaveLength(3);
    await paid(shop, buyer, { id, amount: now.amount });
    await sound();
  });

  test('after its hold: only the amount; paying takes the pieces', async () => {
    const { buyer, id } = await placed();
    shop.passTime(61 * MINUTE);
    await expireHolds(shop.context);
    const before = await stockOf(saws);
    const later = await shop.renewed(buyer);
    expect(await change(id, [saw(60), maul(2)], later)).toMatchObject(CHANGED);
    expect(await rowsOf(id)).toEqual([
      [60, 0, 0, 0],
      [20, 0, 0, 0],
      [2, 0, 0, 0],
    ]);
    expect(await stockOf(saws)).toEqual(before);
    await sound();
    await paid(shop, later, { id, amount: (await see(id, later)).amount });
    expect((await rowsOf(id)).map(([, held]) => held)).toEqual([60, 20, 2]);
    await sound();
  });

  test('of pieces that wait: those go first, and more are only those that are free', async () => {
    const restockAt = new Date(shop.context.clock().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
    const its = { available: 10, minQuantity: 1, price: 3, restockAt, backorderLimit: 100 };
    const rare = await shop.tool({ name: 'Rare', ...its });
    const buyer = await shop.person();
    const line = (quantity: number) => ({ tools_id: rare.id, quantity, tools_price: 3 });
    const body = { phone: '5550142200', address: '1 Yard', lines: [{ ...line(30), mayWait: true }] };
    const id = (await shop.call('placePurchase', { body }, buyer)).body.insertedId;
    expect(await rowsOf(id)).toEqual([[30, 10, 20, 0]]);
    await change(id, [line(15)], buyer);
    expect(await rowsOf(id)).toEqual([[15, 10, 5, 0]]);
    expect(await stockOf(rare)).toEqual({ available: 0, waiting: 5 });
    expect((await change(id, [line(16)], buyer)).body.lines).toMatchObject([
      { code: 'out_of_stock', figures: { available: 15 } },
    ]);
    await change(id, [line(8)], buyer);
    expect(await rowsOf(id)).toEqual([[8, 8, 0, 0]]);
    expect(await stockOf(rare)).toEqual({ available: 2, waiting: 0 });
    await change(id, [line(10)], buyer);
    await sound();
  });
});

test('a yes to pieces that wait is none to another quantity: paying asks again', async () => {
  const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const its = { available: 10, minQuantity: 1, price: 3, restockAt: day(20), backorderLimit: 100 };
  const rare = await shop.tool(its);
  const line = (quantity: number) => ({ tools_id: rare.id, quantity, tools_price: 3 });
  const bought = async () => {
    const buyer = await shop.person();
    const body = { phone: '5550142200', address: '1 Yard', lines: [{ ...line(12), mayWait: true }] };
    return { buyer, id: (await shop.call('placePurchase', { body }, buyer)).body.insertedId };
  };
  const fewer = await bought();
  await change(fewer.id, [line(8)], fewer.buyer);
  shop.passTime(61 * MINUTE);
  await expireHolds(shop.context);
  const more = await bought();
  shop.passTime(61 * MINUTE);
  await expireHolds(shop.context);
  const buyer = await shop.renewed(more.buyer);
  await change(more.id, [line(10)], buyer);
  await placed([line(8)]);
  for (const [id, who] of [
    [fewer.id, fewer.buyer],
    [more.id, more.buyer],
  ] as const) {
    const now = await shop.renewed(who);
    const body = { price: (await see(id, now)).amount, order_id: id };
    expect(await shop.call('createPaymentIntent', { body }, now)).toMatchObject({
      ...{ status: 409, body: { code: 'out_of_stock' } },
    });
  }
  await sound();
});

describe('nothing changes, and each line is told why', () => {
  const refusals = async (id: string, lines: readonly Line[], who: Person) => {
    const { status, body } = await change(id, lines, who);
    return [status, ...(body.lines ?? [body]).map((it: { line?: number; code: string }) => [it.line, it.code].join())];
  };

  test('what no order of today could be', async () => {
    const { buyer, id } = await placed();
    const gone = await shop.tool({ available: 5, price: 1 });
    await shop.sql`update tool set deleted_at = now() where id = ${gone.id}`;
    const before = await see(id, buyer);
    const wrong = [saw(35, 5), saw(5), saw(33), axe(20_000), { tools_id: gone.id, quantity: 5, tools_price: 1 }];
    const why = ['price_changed', 'quantity_below_minimum', 'not_whole_packs', 'out_of_stock', 'tool_gone'];
    for (const [at, line] of wrong.entries())
      expect(await refusals(id, [maul(1), line], buyer)).toEqual([409, `2,${why[at]}`]);
    expect(await refusals(id, [maul(1), maul(2)], buyer)).toEqual([409, '2,tool_twice']);
    expect(await see(id, buyer)).toEqual(before);
    await sound();
  });

  test('more than a part of the stock, held by several unpaid purchases together', async () => {
    const limits = shop.context.limits;
    Object.assign(shop.context, { limits: { orders: 5, stockPercent: 50 } });
    const tool = await shop.tool({ available: 100, price: 3, minQuantity: 1 });
    const line = (quantity: number) => ({ tools_id: tool.id, quantity, tools_price: 3 });
    const { buyer } = await placed([line(30)]);
    const { id } = await placed([line(10), axe(1), maul(1)], buyer);
    const { body } = await change(id, [line(21)], buyer);
    expect(body.lines).toMatchObject([{ code: 'too_much_unpaid', figures: { held: 30, left: 20 } }]);
    expect(await change(id, [line(20)], buyer)).toMatchObject(CHANGED);
    await change(id, [saw(10)], buyer);
    const more = await shop.tool({ available: 100, price: 3, minQuantity: 1 });
    const another = { tools_id: more.id, quantity: 1, tools_price: 3 };
    expect(await change(id, [another], buyer)).toMatchObject({
      ...{ status: 409, body: { code: 'too_many_unpaid', figures: { unpaid: 5, left: 0 } } },
    });
    Object.assign(shop.context, { limits });
    await sound();
  });

  test('another amount than was shown, though a piece costs the same: the step above its quantity is gone', async () => {
    const tool = await shop.tool({ price: 10, minQuantity: 1, stepFrom: [100], stepPrice: [9] });
    const { buyer, id } = await placed([axe(1)]);
    const shown = (amount: number) =>
      shop.call(
        'changePurchase',
        { params: { id }, body: { lines: [{ tools_id: tool.id, quantity: 95, tools_price: 10 }], amount } },
        buyer,
      );
    await shop.sql`update tool set step_from = '{}', step_price = '{}' where id = ${tool.id}`;
    const differs = { status: 409, body: { code: 'amount_differs', figures: { amount: 672.7 } } };
    expect(await shown(637.7)).toMatchObject(differs);
    expect(await shown(672.7)).toMatchObject(CHANGED);
    expect(await shown(637.7)).toMatchObject(UNCHANGED);
    expect(await see(id, buyer)).toMatchObject({ amount: 672.7 });
  });

  test('somebody else’s, one that is paid, one that has ended, and the prices of a promise', async () => {
    const { buyer, id } = await placed();
    const stranger = await shop.person();
    expect(await refusals(id, [saw(50)], stranger)).toEqual([404, ',order_not_found']);
    await paid(shop, buyer, { id, amount: (await see(id, buyer)).amount });
    expect(await refusals(id, [saw(50)], buyer)).toEqual([409, ',already_paid']);
    const other = await placed();
    await shop.call('cancelOrder', { params: { id: other.lines[0] as OrderId } }, other.buyer);
    await shop.call('cancelOrder', { params: { id: other.lines[1] as OrderId } }, other.buyer);
    expect(await refusals(other.id, [saw(50)], other.buyer)).toEqual([409, ',not_changeable']);
    const tool = await shop.tool({ price: 3 });
    const regular = await regularOf(shop);
    const { number } = await promised(shop, regular, [{ tool, quantity: 20, price: 3 }]);
    const ordered = await shop.call('orderPromise', { params: { number }, body: { way: 'all', amount: 60 } }, regular);
    const line = { tools_id: tool.id, quantity: 25, tools_price: 3 };
    expect(await change(ordered.body.id, [line], regular)).toMatchObject({
      ...{ status: 409, body: { code: 'not_changeable', figures: { why: 'promise' } } },
    });
    for (const body of [{}, { lines: [] }, { lines: [saw(50)], drop: [other.id] }, { lines: [{ quantity: 1 }] }])
      expect(await shop.call('changePurchase', { params: { id }, body }, buyer)).toMatchObject({ status: 400 });
    await sound();
  });
});

describe('while a payment is open', () => {
  const opened = async () => {
    const its = await placed();
    const { amount } = await see(its.id, its.buyer);
    return { ...its, ...(await begun(shop, its.buyer, { id: its.id, amount })) };
  };
  const away = async <T>(work: () => Promise<T>): Promise<T> => {
    shop.setTrouble(() => 'fail-before');
    return work().finally(() => shop.setTrouble(() => 'none'));
  };

  test('it is closed first; the old secret pays nothing, the new amount is paid', async () => {
    const { buyer, id, clientSecret } = await opened();
    expect(await change(id, [saw(60), maul(1)], buyer)).toMatchObject(CHANGED);
    expect(await pay.confirm(clientSecret)).toMatchObject({ status: 400 });
    const { amount, total } = await see(id, buyer);
    expect(total).toBe(360 + 220 + 13);
    await paid(shop, buyer, { id, amount });
    await sound();
  });

  test('what would be refused anyway leaves it open', async () => {
    const { buyer, id, clientSecret } = await opened();
    expect(await change(id, [axe(20_000)], buyer)).toMatchObject({ status: 409 });
    expect(await change(id, [axe(20)], buyer)).toMatchObject(UNCHANGED);
    expect(await pay.confirm(clientSecret)).toMatchObject({ status: 200 });
  });

  test('the provider is away: nothing is changed yet, and that is said; asked again once it answers, it is', async () => {
    const { buyer, id } = await opened();
    await away(async () => {
      for (const lines of [[saw(60)], [saw(60), maul(2)]])
        expect(await change(id, lines, buyer)).toMatchObject({ status: 409, body: { code: 'payment_closing' } });
    });
    expect(await see(id, buyer)).toMatchObject({ state: 'changing', total: 430 });
    shop.passTime(10 * MINUTE);
    await shop.work();
    expect(await see(id, buyer)).toMatchObject({ state: 'unpaid', total: 430 });
    expect(await change(id, [saw(60), maul(2)], await shop.renewed(buyer))).toMatchObject(CHANGED);
    await sound();
  });

  test('as its hold ends: then only the amount changes, and paying takes the pieces', async () => {
    const { buyer, id } = await opened();
    shop.passTime(61 * MINUTE);
    await away(() => expireHolds(shop.context));
    const later = await shop.renewed(buyer);
    await away(async () =>
      expect(await change(id, [saw(60)], later)).toMatchObject({ body: { code: 'payment_closing' } }),
    );
    expect(await see(id, buyer)).toMatchObject({ state: 'expiring' });
    shop.passTime(10 * MINUTE);
    await shop.work();
    expect(await change(id, [saw(60), maul(1)], await shop.renewed(buyer))).toMatchObject(CHANGED);
    expect(await rowsOf(id)).toEqual([
      [60, 0, 0, 0],
      [20, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
    await sound();
  });

  test('the buyer paid a moment before: all stays as it is paid', async () => {
    const { buyer, id, clientSecret } = await opened();
    await pay.confirm(clientSecret);
    expect(await change(id, [saw(60)], buyer)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    expect(await see(id, buyer)).toMatchObject({ state: 'paid', total: 430 });
    await sound();
  });
});

test('fifteen lives of changes, lapses and payments: every sum is that of an order of the same lines', async () => {
  const lots = randomOf(93);
  for (let life = 0; life < 15; life += 1) {
    const { buyer, id } = await placed();
    for (let step = 0; step < 6; step += 1) {
      const who = await shop.renewed(buyer);
      const lines = [saw(5 * (2 + lots.below(30))), axe(1 + lots.below(40)), maul(1 + lots.below(9))];
      const now = await see(id, buyer);
      const kept = now.lines.filter((it: { state: string }) => it.state !== 'cancelled');
      if (lots.chance(0.2) && kept.length > 1)
        await shop.call('changePurchase', { params: { id }, body: { drop: [kept[0]._id] } }, who);
      else if (lots.chance(0.1)) {
        shop.passTime(61 * MINUTE);
        await expireHolds(shop.context);
        await shop.work();
      } else if (lots.chance(0.2)) {
        await shop.call('createPaymentIntent', { body: { price: now.amount, order_id: id } }, who);
      } else {
        const some = lines.filter(() => lots.chance(0.6));
        expect((await change(id, some.length > 0 ? some : lines, who)).status).toBe(200);
      }
    }
    const now = await see(id, buyer);
    const ladder = (it: { tools_id: string }) =>
      it.tools_id === saws.id
        ? {
            price: 7,
            steps: [
              { from: 50, price: 6 },
              { from: 100, price: 5 },
            ],
          }
        : { price: it.tools_id === axes.id ? 11 : 13, steps: [] };
    const kept = now.lines.filter((it: { state: string }) => it.state !== 'cancelled');
    const sum = kept.reduce(
      (all: number, it: { tools_id: string; quantity: number }) => all + orderPrice(ladder(it), it.quantity, 30).amount,
      0,
    );
    expect(Math.round(now.amount * 100)).toBe(sum);
    if (lots.chance(0.5)) await paid(shop, await shop.renewed(buyer), { id, amount: now.amount });
  }
  await sound();
}, 120_000);

test('sixteen buyers change what they have of one stock at once: it is never oversold, and nobody deadlocks', async () => {
  const tool = await shop.tool({ available: 200, price: 3, minQuantity: 1 });
  const line = (quantity: number) => ({ tools_id: tool.id, quantity, tools_price: 3 });
  const all = await Promise.all(Array.from({ length: 16 }, () => placed([line(5), axe(3)])));
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      all.map(({ id, buyer }, at) =>
        change(id, at % 2 ? [axe(3 + round), line(10 + at + round)] : [line(8 + round), axe(9 - round)], buyer),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  }
  const [{ held } = {}] = await shop.sql`select sum(hold_quantity)::int as held from orders where tool_id = ${tool.id}`;
  expect((await stockOf(tool))?.available).toBe(200 - held);
  await sound();
});
