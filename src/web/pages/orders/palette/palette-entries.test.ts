import { expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import type { ListRow } from '#model/orders/saved-lists.ts';
import { readWish } from '#model/orders/wish.ts';
import { entriesOf, type Found, findLists } from './palette-entries.ts';
import type { FoundPurchase } from './palette-purchases.ts';

const tool = (its: number) => ({ _id: `tool-${its}`, name: `Pliers ${its}` }) as unknown as Tool;
const purchase = (number: FoundPurchase['number']): FoundPurchase => ({
  ...{ number, orders: [{} as Order], itself: true, line: undefined, reference: undefined, tools: 5, amount: 4792 },
});

/** What a visitor finds who has typed this, where nothing fits. */
const nothing = (text: string): Found => ({
  ...{ wish: readWish(text), seeker: 'visitor', tools: [], complete: true, toolsTitle: 'Tools', need: undefined },
  ...{ purchases: [], purchase: undefined, lists: [], meant: undefined, listed: undefined },
  contact: 'sales@example.com',
});

function groups(text: string, its: Partial<Found> = {}) {
  const shown = entriesOf({ ...nothing(text), ...its });
  return Object.fromEntries(shown.map(({ title, entries }) => [title, entries.map(({ label }) => label)]));
}

test('each group has five entries at most', () => {
  const many = Array.from({ length: 9 }, (_, at) => at);
  const numbers = many.map((at): FoundPurchase['number'] => `P-${200 + at}`);
  const found = groups('pliers', { tools: many.map(tool), purchases: numbers.map(purchase), seeker: 'customer' });
  expect(found.Tools).toEqual(['Pliers 0', 'Pliers 1', 'Pliers 2', 'Pliers 3', 'Pliers 4']);
  expect(found['Your orders']).toHaveLength(5);
  expect(found.Actions).toContain('Show all tools for “pliers”');
});

test('each sees their own pages', () => {
  const pagesOf = (seeker: Found['seeker'], text: string) => groups(text, { seeker }).Pages ?? [];
  expect(pagesOf('visitor', 'my')).toEqual(['My Portfilo']);
  expect(pagesOf('customer', 'my')).toEqual(['My Profile', 'My Orders', 'My Portfilo']);
  expect(pagesOf('admin', 'my')).toEqual(['My Profile', 'My Portfilo']);
  expect(pagesOf('admin', 'manage')).toEqual(['Manage All Orders', 'Manage Tools']);
  expect(pagesOf('customer', 'manage')).toEqual([]);
  expect(pagesOf('visitor', 'login')).toEqual(['Login']);
  expect(pagesOf('customer', 'login')).toEqual([]);
  expect(pagesOf('customer', 'order li')).toEqual(['Order list']);
  expect(pagesOf('admin', 'order li')).toEqual([]);
});

test('actions: Logout only for who is there', () => {
  expect(groups('theme').Actions).toEqual(['Switch theme']);
  expect(groups('logout', { seeker: 'customer' }).Actions).toEqual(['Logout']);
  expect(groups('logout').Actions).toEqual(['Ask by email']);
});

test('a purchase brings its last two parts, its invoice, and the pages of orders', () => {
  const shipments = [1, 2, 3].map((no) => ({ no, link: `https://carrier.example/${no}`, tracking: `NLF ${no}` }));
  const invoice = { number: '2026-0388', date: '2026-11-09', pages: 1 };
  const whole = { number: 'P-1987', shipments, invoice } as unknown as Purchase;
  const found = groups('1987', { seeker: 'customer', purchases: [purchase('P-1987')], purchase: whole });
  expect(found['Your orders']).toEqual([
    ...['P-1987', 'Track part 3 of P-1987', 'Track part 2 of P-1987', 'Order P-1987 again'],
    'Invoice 2026-0388, PDF',
  ]);
  expect(found.Pages).toEqual(expect.arrayContaining(['My Orders', 'Order list']));
  const unlinked = { number: 'P-1987', shipments: [{ ...shipments[0], link: null }] } as unknown as Purchase;
  const without = groups('1987', { seeker: 'customer', purchases: [purchase('P-1987')], purchase: unlinked });
  expect(without['Your orders']).toEqual(['P-1987', 'Order P-1987 again']);
});

test('a whole number of a purchase comes before tools, and before longer numbers', () => {
  const found = { tools: [tool(1)], seeker: 'customer' as const, purchases: [purchase('P-210'), purchase('P-21')] };
  const shown = (text: string) => entriesOf({ ...nothing(text), ...found }).map(({ entries }) => entries[0]?.label);
  expect(shown('p-21').slice(0, 2)).toEqual(['P-21', 'Pliers 1']);
  expect(shown('P-2').slice(0, 2)).toEqual(['Pliers 1', 'P-210']);
});

test('saved lists are found by their name', () => {
  const list = (name: string) => ({ id: name, name, tools: 12 }) as unknown as ListRow;
  const lists = [list('Van stock'), list('Spring order')];
  expect(findLists('van', lists)).toEqual([lists[0]]);
  expect(findLists('', lists)).toEqual([]);
  expect(groups('van', { seeker: 'customer', lists: findLists('van', lists) })).toEqual({
    'Your orders': ['Van stock'],
  });
});

test('the tools of the words that were meant are shown', () => {
  const { Actions } = groups('plyers', { tools: [tool(1)], meant: 'pliers' });
  expect(Actions).toContain('Show all tools for “pliers”');
});

test('where nothing fits there is a way to ask, but not before the tools have come', () => {
  expect(groups('zzqqxx')).toEqual({ Actions: ['Ask by email'] });
  expect(groups('zzqqxx', { seeker: 'admin' })).toEqual({});
  expect(groups('zzqqxx', { complete: false })).toEqual({});
  const [mail] = entriesOf(nothing('50% & co?')).flatMap(({ entries }) => entries);
  expect(mail?.act).toEqual({ kind: 'leave', to: 'mailto:sales@example.com?subject=50%25%20%26%20co%3F' });
});
