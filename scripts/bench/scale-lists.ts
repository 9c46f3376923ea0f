import { writeToolCursor } from '../../src/model/catalogue/tool-cursor.ts';
import { TOOL_SORTS, type ToolSort } from '../../src/model/catalogue/tool-filter.ts';
import { requestOf } from './http-client.ts';
import { randomFrom } from './load.ts';
import type { ScaledShop } from './scale-shop.ts';

export interface Asking {
  readonly about: string;
  readonly prepare: (shop: ScaledShop) => Promise<(n: number) => Buffer>;
}

/** The same address, percent-encoded differently each time, so that no cached answer is used. */
const otherwise = (path: string, n: number): string => {
  const [bare = '', query = ''] = path.split('?');
  let place = -1;
  const written = query.replace(/(?<!%|%.)[a-z]/g, (letter) => {
    place += 1;
    return (n >> place) % 2 === 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  });
  return `${bare}?${written}`;
};

const searching = (about: string, words: (shop: ScaledShop) => Promise<string[]> | string[], more = ''): Asking => ({
  about,
  prepare: async (shop) => {
    const all = await words(shop);
    return (n) => {
      const q = encodeURIComponent(all[n % all.length] ?? '');
      return get(shop, otherwise(`/tools?limit=24&q=${q}${more}`, n));
    };
  },
});

/** Words that some, but not most, tools of a filled shop have. */
const WORDS = ['hammer', 'torch', 'wrench', 'claw', 'hacksaw', 'pliers', 'socket', 'mallet', 'trowel', 'spirit'];
const TWO = ['claw hammer', 'torch ash', 'steel wrench', 'soft pliers', 'mallet beech', 'hickory hacksaw'];
const MISTYPED = ['hamer', 'tocrh', 'wernch', 'hacsaw', 'pliets', 'sokcet', 'malet', 'trowle', 'spirti', 'screwdirver'];

const itemNumbers = async ({ sql }: ScaledShop) =>
  (await sql`select sku from tool where deleted_at is null and sku like 'L%' order by md5(id::text) limit 1000`).map(
    ({ sku }) => sku,
  );

const beginnings = async ({ sql }: ScaledShop) => {
  const rows = await sql`select name from tool where deleted_at is null order by md5(id::text) limit 60`;
  const random = randomFrom(11);
  return rows.flatMap(({ name }) => {
    const word: string = random() < 0.1 ? name.replace(/^(..)(.)(.)/, '$1$3$2') : name;
    return Array.from({ length: 12 }, (_, end) => word.slice(0, end + 1).trim());
  });
};

/** What a sort needs besides its name. */
const needOf = (sort: ToolSort): string => (sort === 'total' ? '&need=250' : '');

const first = (sort: ToolSort): Asking => ({
  about: `the first tools by ${sort}`,
  prepare: async (shop) => (n) => get(shop, otherwise(`/tools?limit=24&sort=${sort}${needOf(sort)}`, n)),
});

const middle = (sort: ToolSort): Asking => ({
  about: `tools by ${sort}, from the middle`,
  prepare: async (shop) => {
    const rows = await shop.sql`
      select seq, price, min_quantity as "min-order", name, available, total
        from tool_search join totals_at(250) using (ladder) order by md5(seq::text) limit 1000`;
    const column = sort.replace(/-(asc|desc)$/, '');
    return (n) => {
      const row = rows[n % rows.length] ?? {};
      const cursor = writeToolCursor({ sort, key: row[column] ?? null, seq: row.seq });
      return get(shop, `/tools?limit=24&sort=${sort}${needOf(sort)}&after=${encodeURIComponent(cursor)}`);
    };
  },
});

const admins = (
  about: string,
  path: string,
  also: (shop: ScaledShop) => Promise<string[]> = async () => [''],
): Asking => ({
  about,
  prepare: async (shop) => {
    const all = await also(shop);
    return (n) => get(shop, `${path}${all[n % all.length]}`, { authorization: shop.admin });
  },
});

const emails = async ({ sql }: ScaledShop) =>
  (await sql`select email from person where email like 'buyer.%' order by md5(email) limit 200`).map(({ email }) =>
    encodeURIComponent(email),
  );
const toolIds = async ({ sql }: ScaledShop) =>
  (await sql`select id from tool where deleted_at is null limit 200`).map(({ id }) => id);

export const ASKED: readonly Asking[] = [
  ...TOOL_SORTS.map(first),
  ...TOOL_SORTS.map(middle),
  {
    about: 'in stock, a price and a minimum',
    prepare: async (shop) => (n) => get(shop, `/tools?limit=24&in_stock=true&min_order=24&price=5-${1_000_000 + n}`),
  },
  {
    about: 'another need each time, by total',
    prepare: async (shop) => (n) => get(shop, `/tools?limit=24&sort=total&need=${1 + ((n * 37) % 2_000)}`),
  },
  {
    about: 'all of a need delivered, by total',
    prepare: async (shop) => (n) => get(shop, `/tools?limit=24&sort=total&all=1&need=${1 + ((n * 37) % 2_000)}`),
  },
  searching('a word', () => WORDS),
  searching('a word, by price', () => WORDS, '&sort=price-asc'),
  searching('a word, by name', () => WORDS, '&sort=name'),
  searching('a word, by minimum', () => WORDS, '&sort=min-order'),
  searching('a word, by stock', () => WORDS, '&sort=available'),
  searching('a word, by total', () => WORDS, '&sort=total&need=250'),
  searching('a word, in stock, at a price', () => WORDS, '&in_stock=true&price=8-15'),
  searching('two words', () => TWO),
  searching('two words, by price', () => TWO, '&sort=price-desc'),
  searching('two words that no tool has together', () => ['claw torch', 'mallet wrench', 'trowel pliers']),
  searching('a mistyped word', () => MISTYPED),
  searching('an item number', itemNumbers),
  searching('a size', () => ['320 mm', '640mm', '500 mm', '760mm']),
  searching('typing, letter by letter', beginnings),
  {
    about: 'a tool',
    prepare: async (shop) => toolIds(shop).then((ids) => (n) => get(shop, `/tools/${ids[n % ids.length]}`)),
  },
  {
    about: 'others in place of a tool, for another quantity each time',
    prepare: async (shop) =>
      toolIds(shop).then(
        (ids) => (n) => get(shop, `/tools/${ids[n % ids.length]}/alternatives?quantity=${1 + ((n * 37) % 2_000)}`),
      ),
  },
  { about: 'the home page', prepare: async (shop) => () => get(shop, '/') },
  admins('all orders, the newest 1,000', '/manageOrder'),
  admins('orders that are pending', '/manageOrder?status=pending'),
  admins('the orders of a customer', '/manageOrder?of=', emails),
  admins('people, the first 1,000', '/user'),
  admins('somebody by e-mail', '/user?email=', emails),
  admins('the audit', '/audit'),
];

const get = (shop: ScaledShop, path: string, headers = {}): Buffer => requestOf(shop, 'GET', path, headers);
