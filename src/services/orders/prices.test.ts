import { expect, test } from 'vitest';
import { ladderProblems } from '#model/catalogue/ladder.ts';
import { atNeed } from '#model/catalogue/need.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { type Asked, ladders } from '../../../tests/harness/ladders.ts';
import { ownDatabase } from '../../../tests/harness/own-database.ts';
import { stepColumns } from '../catalogue/step-columns.ts';

const sql = await ownDatabase();

const asRow = ({ steps, ...rest }: Asked, n: number) => {
  const { stepFrom, stepPrice } = stepColumns(steps);
  return { n, ...rest, step_from: stepFrom, step_price: stepPrice };
};

/** What the database says of each, in their order. */
const judge = (asked: readonly Asked[]) => sql`
  select unit_price(quantity, price, step_from, step_price) as each,
         price_guard(quantity, price, step_from, step_price)::int as guard,
         is_ladder(price, min_quantity, pack, step_from, step_price) as good
    from jsonb_to_recordset(${JSON.stringify(asked.map(asRow))}::text::jsonb)
      as asked (n int, quantity int, price int, min_quantity int, pack int, step_from int[], step_price int[])
   order by n`;

const LADDERS = import.meta.env.MODE === 'night' ? 2_000_000 : 100_000;

test(`${LADDERS} ladders and quantities cost the same in the database and on the page`, async () => {
  for (let done = 0; done < LADDERS; done += 100_000) {
    const asked = ladders(53 + done, 100_000);
    const rows = await judge(asked);
    const wrong = asked.filter(({ quantity, ...ladder }, n) => {
      const { each, guard } = orderPrice(ladder, quantity, 0);
      return rows[n]?.each !== each || rows[n].guard * 100 !== guard || !rows[n].good;
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(100_000);
  }
}, 1_200_000);

test('20,000 ladders with something changed are taken or refused by the database as by the form', async () => {
  const asked = ladders(54, 20_000).map((it, n) => spoil(it, n));
  const rows = await judge(asked);
  const good = asked.map((ladder) => ladderProblems(ladder).length === 0 && lowest(ladder) >= 1);
  expect(rows.map((row) => row.good)).toEqual(good);
  expect(new Set(good)).toEqual(new Set([true, false]));
});

test('10,000 ladders cost the same at a need in the database and on a card', async () => {
  const asked = new Map(ladders(55, 10_000).map(({ quantity: _, ...ladder }) => [JSON.stringify(ladder), ladder]));
  const rows = [...asked.values()].map((ladder, n) => asRow({ ...ladder, quantity: 0 }, n));
  const ids = await sql`
    insert into price_ladder (price, min_quantity, pack, step_from, step_price, ceiling)
    select price, min_quantity, pack, step_from, step_price, ceiling_of(step_from, step_price)
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as asked (n int, price int, min_quantity int, pack int, step_from int[], step_price int[])
     order by n returning id`;
  for (const need of [1, 12, 94, 250, 1_000, 1_000_000]) {
    const totals = await sql`select ladder, total from totals_at(${need})`;
    const totalOf = new Map(totals.map(({ ladder, total }) => [ladder, Number(total)]));
    const wrong = [...asked.values()].filter(
      (ladder, n) => totalOf.get(ids[n]?.id) !== atNeed({ ...ladder, available_quantity: 0 }, need).asked / 100,
    );
    expect([need, wrong]).toEqual([need, []]);
    expect(totals).toHaveLength(rows.length);
  }
});

const lowest = ({ steps, price }: Asked): number => Math.min(price, ...steps.map((step) => step.price));

/** One figure is another one, by turns each of them. */
function spoil(it: Asked, n: number): Asked {
  const by = (n % 5) - 2;
  const steps = it.steps.map((step, at) =>
    at === n % it.steps.length ? { ...step, ...(n % 2 ? { from: step.from + by } : { price: step.price + by }) } : step,
  );
  switch (n % 7) {
    case 0:
      return { ...it, pack: it.pack + Math.abs(by) };
    case 1:
      return { ...it, min_quantity: Math.max(1, it.min_quantity + by * 10) };
    case 2:
      return { ...it, price: Math.max(1, it.price + by) };
    default:
      return { ...it, steps };
  }
}

test.each([
  ['steps without prices', `'{100,200}', '{9}'`],
  ['eleven steps', `'{101,102,103,104,105,106,107,108,109,110,111}', '{99,98,97,96,95,94,93,92,91,90,89}'`],
  ['no quantity', `'{null}', '{9}'`],
  ['no price', `'{100}', '{null}'`],
  ['a price of nothing', `'{100}', '{0}'`],
  ['a price that stays', `'{100,200}', '{9,9}'`],
  ['a step at the minimum', `'{12}', '{9}'`],
])('the database takes no %s', async (_what, steps) => {
  const add = (values: string) =>
    sql.unsafe(`insert into tool (name, description, image, price, min_quantity, available, step_from, step_price)
                values ('Rasp', '', '/images/a.webp', 100, 12, 0, ${values})`);
  await expect(add(steps)).rejects.toThrow('ladder');
  await add(`'{101,102,103,104,105,106,107,108,109,110}', '{99,98,97,96,95,94,93,92,91,90}'`);
  await expect(sql`update tool set pack = 0`).rejects.toThrow('ladder');
  await expect(sql`update tool set pack = 5`).rejects.toThrow('ladder');
});

test('the database takes no order whose guard and offer are more than its total, or less than nothing', async () => {
  const [person] =
    await sql`insert into person (email, name, role) values ('a@example.com', 'A', 'customer') returning id`;
  const [tool] = await sql`insert into tool (name, description, image, price, min_quantity, available)
    values ('Rasp', '', '/images/a.webp', 10, 1, 0) returning id`;
  const [purchase] = await sql`
    insert into purchase (id, person_id, name, email, phone, address, state, lines, goods_cents, amount_cents)
    values (gen_random_uuid(), ${person?.id}, 'A', 'a@example.com', '1', 'A', 'cancelled', 1, 1000, 1000) returning id`;
  const add = (guard: number, discount: number) => sql`
    insert into orders (purchase_id, purchase_state, person_id, tool_id, name, email, phone, address, tool_name, tool_image,
                        unit_price, quantity, total_cents, guard_cents, discount_cents, hold_quantity, state)
    values (${purchase?.id}, 'cancelled', ${person?.id}, ${tool?.id}, 'A', 'a@example.com', '1', 'A', 'Rasp', '/images/a.webp', 10, 1, 1000,
            ${guard}, ${discount}, 0, 'cancelled')`;
  await add(400, 600);
  for (const [guard, discount] of [
    [401, 600],
    [1_001, 0],
    [-1, 0],
    [0, -1],
  ] as const)
    await expect(add(guard, discount)).rejects.toThrow('orders_discount');
});
