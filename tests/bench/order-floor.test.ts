import { expect, test } from 'vitest';
import { examine } from '#server/examine.ts';
import { insertCustomers } from '../../scripts/bench/customers.ts';
import { asNumbered, floorStatement } from '../../scripts/bench/order-floor.ts';
import { stockTools } from '../../scripts/bench/stocked-tools.ts';
import { ownDatabase } from '../harness/own-database.ts';

const sql = await ownDatabase();

test('the floor of a purchase places as many lines, and the shop that it was measured in is whole', async () => {
  await sql`insert into person (email, name, role) values ('admin@example.com', 'Ada', 'admin')`;
  const prefix = await insertCustomers(sql, 2);
  const tools = await stockTools(sql, 6, { added: true });
  expect(tools).toHaveLength(6);
  for (const [person, lines] of [
    ['1', 1],
    ['1', 4],
    ['2', 6],
  ] as const) {
    const text = floorStatement(prefix, tools, lines);
    // What pgbench reads.
    expect(text).not.toMatch(/\n|--/);
    await sql.unsafe(asNumbered(text), [person, 5, String(lines)]);
  }
  expect(await sql`select lines from purchase order by seq`).toEqual([{ lines: 1 }, { lines: 4 }, { lines: 6 }]);
  expect(await examine(sql)).toEqual([]);
  expect(await stockTools(sql, 6, { added: true })).toHaveLength(6);
  expect(await sql`select from tool`).toHaveLength(6);
});
