import { beforeAll, describe, expect, test } from 'vitest';
import { atNeed } from '#model/catalogue/need.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolFilter } from '#model/catalogue/tool-filter.ts';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { findTools, type ToolsQuery } from './find-tools.ts';

const shop = await ownShop();

describe('how many somebody needs', () => {
  const NEEDS = [1, 7, 12, 60, 94, 250, 5_000];
  beforeAll(async () => {
    await shop.sql`truncate tool cascade`;
    await shop.sql`insert into tool (name, description, image, price, min_quantity, pack, step_from, step_price, available)
      select case when n % 9 = 0 then 'Saw ' else 'File ' end || n, 'One of many.', '/images/a', 3 + n % 11, its, pack,
             case when n % 2 = 0 then array[its * 5, its * 20] else '{}' end,
             case when n % 2 = 0 then array[2 + n % 11, 1 + n % 11] else '{}' end, n * 7 % 900
        from generate_series(1, 900) n, lateral (select case when n % 4 = 0 then 12 else 1 end as pack) p,
             lateral (select pack * (1 + n % 5) as its) m`;
  });
  const pages = async (query: ToolsQuery): Promise<Tool[]> => {
    const page = await findTools(shop.context, { ...query, limit: 90 });
    return page.next ? [...page.tools, ...(await pages({ ...query, after: page.next }))] : page.tools;
  };

  test.each(NEEDS)('page after page by what %i pieces cost, equals newest first', async (need) => {
    const newest = await pages({ sort: 'newest' });
    const asked = (tool: Tool) => atNeed(tool, need).asked;
    const ids = (tools: Tool[]) => tools.map(({ name }) => name);
    for (const filter of [
      {},
      { q: 'saw' },
      { in_stock: 'true' },
      { all: '1' },
      { q: 'file', all: '1' },
    ] as ToolFilter[]) {
      const fits = await pages({ sort: 'newest', filter: { ...filter, need } });
      const found = await pages({ sort: 'total', filter: { ...filter, need } });
      expect(ids(found), JSON.stringify(filter)).toEqual(ids(fits.toSorted((a, b) => asked(a) - asked(b))));
    }
    const whole = newest.filter((tool) => atNeed(tool, need).stock.code === 'all');
    expect(ids(await pages({ sort: 'newest', filter: { need, all: '1' } }))).toEqual(ids(whole));
  });
});
