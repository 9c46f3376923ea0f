import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { TOOL_SORTS, type ToolFilter } from '#model/catalogue/tool-filter.ts';
import { connect } from '#platform/postgres/sql.ts';
import * as schema from '#tables/schema.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { listTools } from './browse-tools.ts';

const shop = await ownShop();
const sql = connect(shop.sql.options.place, { max: 1, log: () => {} });
const db = drizzle(sql.pool, { schema });
afterAll(() => sql.end());

const SIZE = { small: false, vast: false };
const NAMES = ['Quote " and \\ backslash', 'line\nbreak\ttab', '\u2028 \u0007 \u007f', 'Äpfel 🔨 </script>', 'plain'];
for (const name of NAMES) await shop.tool({ name, sku: name.startsWith('p') ? null : `K-${name.length}` });

describe('a list by a kept statement', () => {
  test.each<ToolFilter>([{ price: { to: 1_000_000 } }, {}])(
    'with $price holds every letter of the tables',
    async (filter) => {
      const { tools } = await listTools({ db }, { filter });
      const rows = await sql`select * from tool where deleted_at is null order by seq`;
      expect(JSON.stringify(tools)).toBe(
        JSON.stringify(
          rows.map((row) => ({
            ...{ _id: row.id, name: row.name, image: row.image, description: row.description },
            ...{ min_quantity: row.min_quantity, available_quantity: row.available, price: row.price },
            ...{ sku: row.sku, category: row.category },
          })),
        ),
      );
    },
  );

  test('is planned once for all pages of an order, in a catalogue of any size', async () => {
    const planned = async () =>
      (await sql`select name from pg_prepared_statements where statement like '%found.key%'`).length;
    const before = await planned();
    for (const sort of TOOL_SORTS)
      for (let time = 0; time < 4; time += 1) {
        const { next } = await listTools({ db }, { sort, limit: 1 + time }, async () => SIZE);
        expect((await listTools({ db }, { limit: 2, after: next }, async () => SIZE)).tools).not.toHaveLength(0);
      }
    expect((await planned()) - before).toBe(2 * TOOL_SORTS.length);
  });
});
