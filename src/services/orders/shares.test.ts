import { expect, test } from 'vitest';
import { MAX_PAYMENT } from '#model/kernel/money.ts';
import { ownDatabase } from '../../../tests/harness/own-database.ts';
import { sharesOf } from '../../../tests/harness/shares.ts';
import { type Random, randomOf } from '../../../tests/simulation/random.ts';
import { purchaseStatement } from './place-purchase.ts';

const CARTS = import.meta.env.MODE === 'night' ? 8_000_000 : 400_000;
const AT_ONCE = 5_000;

const sql = await ownDatabase();

interface Cart {
  readonly percent: number;
  readonly goods: readonly number[];
  readonly guards: readonly number[];
}

/** In cents, most of small carts: many remainders are the same, and many are none. */
function cartOf(lots: Random): Cart {
  const lines = lots.one([1, 2, 3, 7, 20, 20, lots.chance(0.05) ? 200 : 50]);
  const most = lots.one([3, 100, 10_000, 1_000_000, 9_000_000]);
  const goods = Array.from({ length: 1 + lots.below(lines) }, () => 1 + lots.below(most));
  const guards = goods.map((cents) => (lots.chance(0.2) ? lots.below(cents) : 0));
  return { percent: lots.one([0, 1, 7, 30, 33, 50, 90]), goods, guards };
}

/** What the shop's own statement makes of carts whose lines are judged. */
function statementOfCarts(): string {
  const customer = { id: '', name: '', email: '' as never, network: '' };
  const settings = { limits: { orders: 0, stockPercent: 0 }, offer: { percent: 30, confirmedOnly: false } };
  const wanted = { phone: '', address: '', lines: [{ toolId: '', quantity: 1, price: 1 }] };
  const { sql: text, params } = purchaseStatement(
    { ...settings, clock: () => new Date(0) },
    customer,
    wanted as never,
    undefined,
    Buffer.alloc(32),
  );
  const [, its] = /(whole as materialized .+?),\s+written as/s.exec(text) ?? [];
  const judging = its?.replace(/\$(\d+)/g, (_, place) => String(params[Number(place) - 1]));
  return `
    select verdict, whole_off as off, shares from json_to_recordset($1::json) as cart (n int, percent int, goods json, guards json),
      lateral (
        with earlier as (select where false),
        judged as (
          select line_no, goods::text::bigint, guard::text::bigint, null::text as refused
            from rows from (json_array_elements(cart.goods), json_array_elements(cart.guards))
                 with ordinality as line (goods, guard, line_no)),
        k as (select cart.percent, true as trusted, 0 as unpaid, 0 as unpaid_lines, 0 as together),
        ${judging}
        select verdict, whole.off::int as whole_off, (select array_agg(off::int order by line_no) from shared) as shares
          from whole) its
     order by n`;
}

test(`the offer of ${CARTS} carts is shared by the statement as exact fractions say, to the cent`, async () => {
  const lots = randomOf(63);
  const statement = statementOfCarts();
  let [uneven, refused] = [0, 0];
  for (let done = 0; done < CARTS; done += AT_ONCE) {
    const carts = Array.from({ length: AT_ONCE }, () => cartOf(lots));
    const rows = await sql.unsafe(statement, [JSON.stringify(carts.map((cart, n) => ({ ...cart, n })))]);
    expect(rows).toHaveLength(AT_ONCE);
    const wrong = carts.filter(({ percent, goods, guards }, n) => {
      const nets = goods.map((cents, at) => BigInt(cents - (guards[at] ?? 0)));
      const net = nets.reduce((sum, its) => sum + its, 0n);
      const off = (net * BigInt(percent) + 50n) / 100n;
      const row = rows[n];
      if (net - off > MAX_PAYMENT) {
        refused += 1;
        return row?.verdict !== 'amount_too_large' || row.shares !== null;
      }
      if ((net * BigInt(percent)) % 100n > 0n) uneven += 1;
      return row?.verdict !== null || row.off !== Number(off) || row.shares.join() !== sharesOf(nets, off).join();
    });
    expect(wrong).toEqual([]);
  }
  expect(uneven).toBeGreaterThan(CARTS / 5);
  expect(refused).toBeGreaterThan(0);
}, 3_600_000);
