import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import { TOOL_SORTS, type ToolFilter, type ToolSort } from '#model/catalogue/tool-filter.ts';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { listCategories } from '../list-categories.ts';
import { findTools, type ToolsQuery } from './find-tools.ts';

const shop = await ownShop();

const listTools = (query: ToolsQuery) => findTools(shop.context, query);
const names = async (wanted: ToolsQuery) => (await listTools(wanted)).tools.map((it) => it.name);
const found = (q: string) => names({ filter: { q } });

describe('what a filter leaves', () => {
  beforeAll(async () => {
    await shop.sql`truncate tool cascade`;
    await shop.tool({ name: 'Claw Hammer 16 oz', sku: 'HT-HAM-016', price: 9, minQuantity: 24, available: 1850 });
    await shop.tool({
      name: 'Ball-Pein Hammer 24\u00a0oz',
      sku: 'HT-HAM-024',
      price: 11,
      minQuantity: 24,
      available: 0,
    });
    await shop.tool({ name: 'Adjustable Wrench 250 mm', sku: 'HT-WRA-250', price: 10, minQuantity: 12, available: 11 });
    await shop.tool({ name: '100% Cotton_Gloves', sku: null, price: 2, minQuantity: 100, available: 100 });
    await shop.tool({ name: 'Claw Hammer of old', price: 9, deletedAt: new Date() });
  });

  test.each([
    ['a word of the name', 'hammer', ['Claw Hammer 16 oz', 'Ball-Pein Hammer 24\u00a0oz']],
    ['a part of a word, in capitals', 'HAMM', ['Claw Hammer 16 oz', 'Ball-Pein Hammer 24\u00a0oz']],
    ['all of several words, in any order', '  hammer   claw ', ['Claw Hammer 16 oz']],
    ['an item number', 'ht-wra-250', ['Adjustable Wrench 250 mm']],
    ['a part of an item number', 'ham-024', ['Ball-Pein Hammer 24\u00a0oz']],
    ['an item number without its hyphens', 'HTWRA250', ['Adjustable Wrench 250 mm']],
    ['an item number with too few hyphens, and a word', 'hammer ht-ham024', ['Ball-Pein Hammer 24\u00a0oz']],
    ['what an item number begins with, without its hyphens', 'HTWRA2', ['Adjustable Wrench 250 mm']],
    ['letters that no item number begins with', 'hthh', []],
    ['letters that two item numbers begin with', 'htham', ['Claw Hammer 16 oz', 'Ball-Pein Hammer 24\u00a0oz']],
    ['an item number of no tool without its hyphens', 'HTWRA255', []],
    ['a size without its space', '250mm', ['Adjustable Wrench 250 mm']],
    ['a size with its space', '24 oz', ['Ball-Pein Hammer 24\u00a0oz']],
    ['letters that mean something to a pattern', '100%', ['100% Cotton_Gloves']],
    ['an underscore', 'cotton_', ['100% Cotton_Gloves']],
    ['the two letters that a word begins with', 'wr', ['Adjustable Wrench 250 mm']],
    ['one letter that a word begins with, and a word', 'c hammer', ['Claw Hammer 16 oz']],
    ['two letters after a hyphen', 'pe', ['Ball-Pein Hammer 24\u00a0oz']],
    ['two letters that only end a word', 'ch', []],
    ['a backslash', '\\', []],
    ['a word with letters swapped', 'wrnech', ['Adjustable Wrench 250 mm']],
    ['a word with a letter too few', 'hamer', ['Claw Hammer 16 oz', 'Ball-Pein Hammer 24\u00a0oz']],
    ['a good word and a wrong one', 'claw hamer', ['Claw Hammer 16 oz']],
    ['a word that is nowhere', 'zeppelin', []],
    ['a good word and one that is nowhere', 'hammer zeppelin', []],
    [
      'nothing but spaces',
      '   ',
      ['Claw Hammer 16 oz', 'Ball-Pein Hammer 24\u00a0oz', 'Adjustable Wrench 250 mm', '100% Cotton_Gloves'],
    ],
  ])('%s', async (_, q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  test('the end of the id, where a tool has no item number of its own', async () => {
    const [gloves] = await shop.sql`select id from tool where sku is null and deleted_at is null`;
    expect(await found(gloves?.id.slice(-6).toUpperCase())).toEqual(['100% Cotton_Gloves']);
  });

  test('a price from, a price to, and both with their ends', async () => {
    expect(await names({ filter: { price: { from: 10 } } })).toEqual([
      'Ball-Pein Hammer 24\u00a0oz',
      'Adjustable Wrench 250 mm',
    ]);
    expect(await names({ filter: { price: { to: 9 } } })).toEqual(['Claw Hammer 16 oz', '100% Cotton_Gloves']);
    expect(await names({ filter: { price: { from: 9, to: 10 } } })).toEqual([
      'Claw Hammer 16 oz',
      'Adjustable Wrench 250 mm',
    ]);
  });

  test('a minimum order of at most so many', async () => {
    expect(await names({ filter: { min_order: 12 } })).toEqual(['Adjustable Wrench 250 mm']);
    expect(await names({ filter: { min_order: 11 } })).toEqual([]);
  });

  test('in stock: at least the minimum order is left', async () => {
    expect(await names({ filter: { in_stock: 'true' } })).toEqual(['Claw Hammer 16 oz', '100% Cotton_Gloves']);
  });

  test('all of it at once, and the count is of all pages', async () => {
    const filter = { q: 'hamer', price: { to: 11 }, min_order: 24, in_stock: 'true' } as const;
    expect(await names({ filter })).toEqual(['Claw Hammer 16 oz']);
    expect(await listTools({ filter: { q: 'hammer' }, limit: 1 })).toMatchObject({
      total: 2,
      tools: [{}],
    });
  });
});

test('counting ends one after a thousand in a search, and goes on to ten thousand elsewhere', async () => {
  await shop.sql`truncate tool cascade`;
  await shop.sql`insert into tool (name, description, image, price, min_quantity, available)
    select 'Clamp ' || n, 'One of many.', '/images/a', 1, 1, 1 from generate_series(1, 1100) n`;
  const counts = await Promise.all(
    [{ q: 'clamp' }, { q: 'clmap' }, { price: { to: 1 } }, {}].map((filter) => listTools({ filter, limit: 1 })),
  );
  expect(counts.map(({ total }) => total)).toEqual([1001, 1001, 1100, 1100]);
});

describe('page after page', () => {
  const PRICES = [5, 3, 5, 5, 1, 3, 8, 5];
  beforeEach(async () => {
    await shop.sql`truncate tool cascade`;
    for (const [n, price] of PRICES.entries())
      await shop.tool({ name: ['b', 'A', 'a', 'B'][n % 4] ?? '', price, minQuantity: (n % 3) + 1, available: n % 2 });
  });

  /** Follows the pages to the last; `between` happens after each. */
  async function walk(sort: ToolSort, limit: number, between: (page: Tool[]) => Promise<unknown> = async () => {}) {
    const all: Tool[] = [];
    let page = await listTools({ sort, limit });
    for (;;) {
      all.push(...page.tools);
      if (!page.next) return all;
      await between(page.tools);
      page = await listTools({ limit, after: page.next });
    }
  }
  const ids = (tools: Tool[]) => tools.map((it) => it._id);

  test.each(TOOL_SORTS.flatMap((sort) => [1, 2, 3, 8].map((limit) => ({ sort, limit }))))(
    'by $sort in pages of $limit comes the same as at once',
    async ({ sort, limit }) => {
      const { tools, next } = await listTools({ sort });
      expect(next).toBeUndefined();
      expect(tools).toHaveLength(PRICES.length);
      expect(ids(await walk(sort, limit))).toEqual(ids(tools));
    },
  );

  test('every order is what it says, and equals come newest first', async () => {
    const age = new Map((await listTools({})).tools.map((it, index) => [it._id, index]));
    const ORDER: Record<ToolSort, (it: Tool) => (number | string)[]> = {
      oldest: (it) => [age.get(it._id) ?? 0],
      newest: () => [],
      'price-asc': (it) => [it.price],
      'price-desc': (it) => [-it.price],
      name: (it) => [it.name.toLowerCase()],
      'min-order': (it) => [it.min_quantity],
      available: (it) => [-it.available_quantity],
      total: (it) => [it.price * it.min_quantity],
    };
    for (const sort of TOOL_SORTS) {
      const { tools } = await listTools({ sort });
      const keys = (it: Tool) => [...ORDER[sort](it), -(age.get(it._id) ?? 0)];
      expect(ids(tools), sort).toEqual(ids(tools.toSorted((a, b) => compare(keys(a), keys(b)))));
    }
  });

  test.each(TOOL_SORTS)('by %s: tools that come and go meanwhile move no other', async (sort) => {
    const before = ids((await listTools({ sort })).tools);
    let pages = 0;
    const walked = await walk(sort, 2, async (page) => {
      // The very tool after which the next page begins goes, and others come before and behind it.
      await shop.sql`update tool set deleted_at = now() where id = ${page.at(-1)?._id ?? ''}`;
      pages += 1;
      if (pages > 3) return;
      await shop.tool({ name: 'a', price: 5, minQuantity: 1, available: 1 });
      await shop.tool({ name: 'zz', price: 1, minQuantity: 3, available: 0 });
    });
    expect(pages).toBeGreaterThan(2);
    expect(new Set(ids(walked)).size).toBe(walked.length);
    expect(ids(walked).filter((id) => before.includes(id))).toEqual(before);
  });
});

describe('a search in every order', () => {
  // So many have both words that the first are walked to, so few the third that they are gathered.
  const searches = [
    'bench',
    'vice bench',
    'bench lamp',
    'benhc',
    'bench 300mm',
    'lamp',
    'vice 300mm',
    'vice o',
    'vi',
    'lamp o',
  ];
  const filters: ToolFilter[] = [{}, { price: { from: 2, to: 5 } }, { min_order: 3, in_stock: 'true' }];
  beforeAll(async () => {
    await shop.sql`truncate tool cascade`;
    await shop.sql`insert into tool (name, description, image, price, min_quantity, available, deleted_at)
      select (array['Bench', 'bench'])[n % 2 + 1] || (case when n % 40 = 0 then ' Lamp ' else ' Vice ' end) || n % 700 || ' of 300 mm',
             'One of many.', '/images/a', 1 + n % 7, 1 + n % 5, n % 11, case when n % 97 = 0 then now() end
        from generate_series(1, 1150) n`;
    await shop.tool({ name: 'Workbench', price: 3, minQuantity: 2, available: 9 });
  });

  test.each(TOOL_SORTS.flatMap((sort) => filters.map((filter) => ({ sort, filter }))))(
    'by $sort with $filter: page after page the tools that have the words, in the order of the whole catalogue',
    async ({ sort, filter }) => {
      const all = await everything({ sort, filter });
      for (const q of searches) {
        const words = q
          .replace('benhc', 'bench')
          .replace('300mm', '300 mm')
          .split(/ (?!mm)/);
        const expected = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
        const { total } = await listTools({ filter: { ...filter, q }, limit: 1 });
        expect(total, q).toBe(Math.min(expected.length, 1001));
        expect(await everything({ sort, filter: { ...filter, q } }), q).toEqual(expected);
      }
    },
  );

  async function everything(wanted: ToolsQuery): Promise<Tool[]> {
    const page = await listTools({ ...wanted, limit: 700 });
    return page.next ? [...page.tools, ...(await everything({ ...wanted, after: page.next }))] : page.tools;
  }
});

describe('categories and words that mean the same', () => {
  beforeAll(async () => {
    await shop.sql`truncate tool cascade`;
    await shop.tool({ name: 'LED Torch 150 mm', category: 'Lighting', price: 9, available: 30 });
    await shop.tool({ name: 'Work Flashlight 300 mm', category: 'Lighting', price: 20, available: 0 });
    await shop.tool({ name: 'Adjustable Wrench', category: 'Wrenches & Sockets', price: 10 });
    await shop.tool({ name: 'Ring Spanner 8 mm', category: 'Wrenches & Sockets', price: 4 });
    await shop.tool({ name: 'Lighting Stand', price: 50 });
    await shop.tool({ name: 'Old Lamp', category: 'Lighting', deletedAt: new Date() });
  });

  test.each([
    ['flashlight', ['LED Torch 150 mm', 'Work Flashlight 300 mm']],
    ['torch', ['LED Torch 150 mm', 'Work Flashlight 300 mm']],
    ['Flashlights', ['LED Torch 150 mm', 'Work Flashlight 300 mm']],
    ['led flashlight', ['LED Torch 150 mm']],
    ['flashlight 150mm', ['LED Torch 150 mm']],
    ['torch 300 mm', ['Work Flashlight 300 mm']],
    ['spanner adjustable', ['Adjustable Wrench']],
    ['wrench 8mm', ['Ring Spanner 8 mm']],
  ])('a search for %s', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  test.each<[string, ToolFilter, string[]]>([
    ['alone', { category: 'Lighting' }, ['LED Torch 150 mm', 'Work Flashlight 300 mm']],
    ['with a word', { category: 'Lighting', q: 'led' }, ['LED Torch 150 mm']],
    ['with a word that only looks like one', { category: 'Lighting', q: 'torhc' }, ['LED Torch 150 mm']],
    ['with a size', { category: 'Lighting', q: '300 mm' }, ['Work Flashlight 300 mm']],
    ['with the beginning of a word', { category: 'Wrenches & Sockets', q: 'ri' }, ['Ring Spanner 8 mm']],
    ['with spaces', { category: 'Wrenches & Sockets', q: '  ' }, ['Adjustable Wrench', 'Ring Spanner 8 mm']],
    ['with a price', { category: 'Lighting', price: { from: 10 } }, ['Work Flashlight 300 mm']],
    ['with stock', { category: 'Lighting', in_stock: 'true' }, ['LED Torch 150 mm']],
    ['with a word of another', { category: 'Lighting', q: 'adjustable' }, []],
    ['with a size of another', { category: 'Lighting', q: '8 mm' }, []],
    ['that no tool has', { category: 'Light' }, []],
    ['in another case', { category: 'lighting' }, []],
  ])('a category %s', async (_, filter, expected) => {
    for (const sort of TOOL_SORTS) {
      const { tools, total } = await listTools({ filter, sort });
      expect(tools.map(({ name }) => name).toSorted(), sort).toEqual(expected.toSorted());
      expect(total).toBe(expected.length);
      const first = await listTools({ filter, sort, limit: 1 });
      const rest = first.next ? await listTools({ filter, after: first.next }) : { tools: [] };
      expect([...first.tools, ...rest.tools], sort).toEqual(tools);
    }
  });

  test('the categories that tools have, by name, with how many are sold', async () => {
    expect(await listCategories(shop.context)).toEqual([
      { category: 'Lighting', tools: 2 },
      { category: 'Wrenches & Sockets', tools: 2 },
    ]);
  });
});

test('a word sorted by stock, where thousands of others have more', async () => {
  await shop.sql`truncate tool cascade`;
  await shop.sql`insert into tool (name, description, image, price, min_quantity, available)
    select case when n <= 5100 then 'Nail ' else 'Rivet ' end || n, 'One of many.', '/images/a', 1, 1, greatest(6200 - n, 0) / 2
      from generate_series(1, 6210) n`;
  const first = await listTools({ sort: 'available', limit: 600, filter: { q: 'rivet' } });
  const second = await listTools({ limit: 600, filter: { q: 'rivet' }, after: first.next });
  const expected = await shop.sql`
    select name from tool where name like 'Rivet%' order by available desc, seq desc`;
  expect([...first.tools, ...second.tools].map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  expect([first.total, second.total, second.next]).toEqual([1001, 1001, undefined]);
});

test('what is kept beside the tools follows whatever happens to a tool', async () => {
  const { sql } = shop;
  const agrees = async () => {
    const listed = await sql`
      select seq, price, min_quantity, available, lower(name) as name, category, tool_search_text(name, sku, id) as search, pack
        from tool where deleted_at is null order by seq`;
    expect(
      await sql`select seq, price, min_quantity, available, name, category, search, pack from tool_search order by seq`,
    ).toEqual(listed);
    expect(await sql`select * from tool_stock order by seq`).toEqual(
      listed.map(({ seq, available }) => ({ seq, available })),
    );
    expect(
      await sql`select seq, its.price, its.min_quantity, its.pack, step_from, step_price
                  from tool_search join price_ladder its on id = ladder order by seq`,
    ).toEqual(
      await sql`select seq, price, min_quantity, pack, step_from, step_price from tool where deleted_at is null order by seq`,
    );
    expect(await sql`select from price_ladder where id not in (select ladder from tool_search)`).toHaveLength(0);
    expect(await sql`select category, tools from tool_category where tools <> 0 order by category`).toEqual(
      await sql`select category, count(*) as tools from tool where deleted_at is null and category is not null
                 group by category order by category`,
    );
  };
  await sql`truncate tool cascade`;
  const [saw, axe] = [
    await shop.tool({ name: 'Saw saw', sku: 'SAW-1', category: 'Saws' }),
    await shop.tool({ name: 'Axe and Saw' }),
  ];
  await shop.tool({ name: 'Old Rasp', category: 'Saws', deletedAt: new Date() });
  await sql`insert into tool (name, description, image, price, min_quantity, available) values ('Axe', 'Bare.', '/images/a', 1, 1, 0)`;
  await agrees();
  await sql`update tool set available = available - 1 where id = ${saw.id}`;
  await agrees();
  await sql`update tool set name = 'Saw of steel', price = price + 1, min_quantity = 1, available = 3 where id = ${saw.id}`;
  await agrees();
  await sql`update tool set category = 'Saws' where id = ${axe.id}`;
  await agrees();
  await sql`update tool set step_from = '{100, 400}', step_price = '{3, 2}', price = 4, pack = 1`;
  await agrees();
  await sql`update tool set min_quantity = 20, pack = 20 where id = ${axe.id}`;
  await agrees();
  await sql`update tool set category = 'Cutting, 10% & more' where id = ${saw.id}`;
  await agrees();
  await sql`update tool set deleted_at = now() where id = ${axe.id}`;
  await sql`update tool set available = available + 3 where id = ${axe.id}`;
  await agrees();
  await sql`update tool set deleted_at = null`;
  await agrees();
  await sql`delete from tool where name = 'Axe'`;
  await agrees();
  await sql`update tool_stock set available = available + 1 where seq = (select min(seq) from tool)`;
  await sql`delete from tool_stock where seq = (select max(seq) from tool)`;
  await sql`delete from tool_search where seq = (select min(seq) from tool)`;
  await sql`update tool_search set search = 'other'`;
  await sql`insert into tool_search select 1000000, 1, 1, 1, 'anvil', 'Anvils', 'anvil', 1, min(id) from price_ladder`;
  await sql`update tool_category set tools = 7`;
  await sql`update price_ladder set ceiling = '{1}', price = price + 1`;
  await sql`select renew_search()`;
  await agrees();
  await sql`truncate tool cascade`;
  await agrees();
  expect(await sql`select from tool_search`).toHaveLength(0);
});

test('every letter comes as it stands in the table', async () => {
  const { sql } = shop;
  await sql`truncate tool cascade`;
  const hostile = [
    'Quote " and \\ backslash',
    'line\nbreak\ttab',
    '\u2028 \u0007 \u007f',
    'Äpfel 🔨 </script>',
    "it's 'plain'",
  ];
  for (const name of hostile) await shop.tool({ name, sku: name.startsWith('i') ? null : `K-${name.length}` });
  const rows = await sql`
    select id as _id, name, image, description, min_quantity, available as available_quantity, price, sku, category, pack
      from tool order by seq`;
  const shown = rows.map((row) => ({ ...row, steps: [] }));
  expect(JSON.stringify((await listTools({})).tools)).toBe(JSON.stringify(shown));
  for (const q of ['"', '\\ b', "'", "'plain", '🔨', 'äpf', '</script>']) expect((await found(q)).length, q).toBe(1);
});

function compare(a: (number | string)[], b: (number | string)[]): number {
  const differs = a.findIndex((key, index) => key !== b[index]);
  if (differs < 0) return 0;
  return (a[differs] ?? 0) < (b[differs] ?? 0) ? -1 : 1;
}
