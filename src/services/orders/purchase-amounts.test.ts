import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderPrice } from '#model/pricing/price.ts';
import { type Asked, ladders } from '../../../tests/harness/ladders.ts';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { CONTACT, findings, line, placed, type Tool, toolsOf } from '../../../tests/harness/purchases.ts';
import { sharesOf } from '../../../tests/harness/shares.ts';
import { stepColumns } from '../catalogue/step-columns.ts';
import { ask } from '../kernel/named-statement.ts';
import { type Customer, purchaseStatement } from './place-purchase.ts';

const shop = await ownShop();
/** Tools whose line costs little enough for fifteen of them to be one purchase. */
const asked = ladders(61, 400)
  .filter((it) => orderPrice(it, it.quantity, 0).total < 6_000_000)
  .slice(0, 60);
const tools: readonly Tool[] = await Promise.all(
  asked.map(({ price, min_quantity: minQuantity, pack, steps }) =>
    shop.tool({ price, minQuantity, pack, available: 1_000_000, ...stepColumns(steps) }),
  ),
);

const carts = fc.uniqueArray(fc.nat(asked.length - 1), { minLength: 1, maxLength: 15 });
const percents = fc.constantFrom(0, 1, 7, 30, 33, 50, 90);

interface Priced {
  readonly net: bigint;
  readonly goods: number;
  readonly guard: number;
}

function priced(its: Asked, cents = 100): Priced {
  const { total, guard } = orderPrice(its, its.quantity, 0);
  const [goods, off] = [(total / 100) * cents, (guard / 100) * cents];
  return { net: BigInt(goods - off), goods, guard: off };
}

const newcomer = () => shop.person();
const asCustomer = (who: Person) => ({ ...who, network: '' }) as unknown as Customer;
const wantedOf = (cart: readonly number[]) =>
  cart.map((n) => {
    const [its, tool] = [asked[n] as Asked, tools[n] as Tool];
    return line(tool, its.quantity, orderPrice(its, its.quantity, 0).each);
  });

async function expectShared(id: string, expected: readonly Priced[], percent: number) {
  const [purchase] = await shop.sql`
    select goods_cents::int as goods, guard_cents::int as guard, discount_cents::int as discount,
           amount_cents::int as amount, offer from purchase where id = ${id}`;
  const rows = await shop.sql`
    select total_cents::int as goods, guard_cents::int as guard, discount_cents::int as discount
      from orders where purchase_id = ${id} order by line_no`;
  const sum = (of: (row: (typeof rows)[0]) => number) => rows.reduce((all, row) => all + of(row), 0);
  const net = expected.reduce((all, its) => all + its.net, 0n);
  const discount = (net * BigInt(percent) + 50n) / 100n;
  expect(rows.map(({ goods, guard }) => ({ goods, guard }))).toEqual(
    expected.map(({ goods, guard }) => ({ goods, guard })),
  );
  expect(rows.map((row) => row.discount)).toEqual(
    sharesOf(
      expected.map((its) => its.net),
      discount,
    ),
  );
  expect(rows.filter((row) => row.discount > row.goods - row.guard)).toEqual([]);
  expect(purchase).toEqual({
    ...{ goods: sum((row) => row.goods), guard: sum((row) => row.guard), discount: sum((row) => row.discount) },
    ...{ amount: Number(net - discount), offer: discount > 0n },
  });
  expect(purchase?.discount).toBe(Number(discount));
}

test('whatever the cart and the offer: guard and shares add up to those of the purchase', async () => {
  let guarded = 0;
  await fc.assert(
    fc.asyncProperty(carts, percents, async (cart, percent) => {
      const offer = { percent, confirmedOnly: false };
      const { id } = await placed(shop, await newcomer(), wantedOf(cart), { offer });
      const expected = cart.map((n) => priced(asked[n] as Asked));
      guarded += expected.filter(({ guard }) => guard > 0).length;
      await expectShared(id, expected, percent);
    }),
    { numRuns: 40 },
  );
  expect(guarded).toBeGreaterThan(10);
});

/** In whole dollars every share comes out even. In cents, as prices may be one day, the cent that is left over counts. */
test('prices in cents are shared to the cent too', async () => {
  const inDollars = await shop.sql`
    select conname as name from pg_constraint where conrelid = 'orders'::regclass and pg_get_constraintdef(oid) ~ 'unit_price'`;
  for (const { name } of inDollars) await shop.sql.unsafe(`alter table orders drop constraint "${name}"`);
  let uneven = 0;
  await fc.assert(
    fc.asyncProperty(carts, percents, async (cart, percent) => {
      const who = await newcomer();
      const context = { ...shop.context, offer: { percent, confirmedOnly: false } };
      const wanted = { ...CONTACT, lines: wantedOf(cart) };
      const statement = purchaseStatement(context, asCustomer(who), wanted, undefined, Buffer.alloc(32));
      const inCents = statement.sql.replaceAll(' * 100 as g', ' as g');
      const [row] = await ask<{ purchase: string }>(shop.context.db, { ...statement, name: 'in-cents', sql: inCents });
      const expected = cart.map((n) => priced(asked[n] as Asked, 1));
      uneven += expected.filter(({ net }) => (net * BigInt(percent)) % 100n > 0n).length;
      await expectShared(row?.purchase ?? '', expected, percent);
    }),
    { numRuns: 40 },
  );
  expect(uneven).toBeGreaterThan(50);
  expect(await findings(shop)).toEqual([]);
});

test('the offer is for one of two purchases at the same moment, on all of its lines', async () => {
  const buyer = await newcomer();
  const [one, other, third] = await toolsOf(shop, 3);
  const { second } = await shop.context.db.transaction(async (tx) => {
    const wanted = { ...CONTACT, lines: [line(one), line(other)] };
    await ask(tx, purchaseStatement(shop.context, asCustomer(buyer), wanted, undefined, Buffer.alloc(32)));
    const second = placed(shop, buyer, [line(third)]);
    await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
    return { second };
  });
  await second;
  const rows = await shop.sql`
    select purchase.lines, offer, sum(orders.discount_cents)::int as shares
      from purchase join orders on purchase_id = purchase.id
     where purchase.person_id = ${buyer.id} group by purchase.id order by purchase.lines`;
  expect([...rows]).toEqual([
    { lines: 1, offer: false, shares: 0 },
    { lines: 2, offer: true, shares: 3_000 },
  ]);
});
