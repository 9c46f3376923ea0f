import { expect, test } from 'vitest';
import { NO_SEARCH } from '#web/ui/catalogue/tool-choices.ts';
import { sameTools, searchIn, toQuery, toSearchString, withNeed, withParameter } from './search-url.ts';

const params = (query: string) => new URLSearchParams(query);

test('a search keeps the view, and lets go of how many tools were shown', () => {
  const search = { ...NO_SEARCH, q: '8 mm', sort: 'name' };
  expect(toSearchString(search, params('view=list&shown=48&q=old'))).toBe('?q=8+mm&sort=name&view=list');
  expect(toSearchString(NO_SEARCH, params(''))).toBe('?');
});

test('the address of a search says that search', () => {
  const search = { ...NO_SEARCH, q: '8 mm & more', price: '-5', need: '250', all: '1', sort: 'total' };
  expect(searchIn(toSearchString(search, params('view=list')))).toEqual(search);
  expect(searchIn('')).toEqual(NO_SEARCH);
});

test('the call gets what limits, and the newest first unless it is asked for otherwise', () => {
  expect(toQuery(NO_SEARCH)).toEqual({ sort: 'newest' });
  expect(toQuery({ ...NO_SEARCH, price: '-5', in_stock: 'true', sort: 'name' })).toEqual({
    price: '-5',
    in_stock: 'true',
    sort: 'name',
  });
});

test('how many are needed is asked only where the answer depends on it', () => {
  const search = { ...NO_SEARCH, need: '250' };
  expect(toQuery(search)).toEqual({ sort: 'newest' });
  expect(toQuery({ ...search, all: '1' })).toEqual({ need: '250', all: '1', sort: 'newest' });
  expect(toQuery({ ...search, sort: 'total' })).toEqual({ need: '250', sort: 'total' });
});

test('a need goes with what depends on it, and lets the rest stand', () => {
  expect(withNeed(params('q=a&shown=48'), 250)).toBe('?q=a&shown=48&need=250');
  expect(withNeed(params('need=5&sort=total&shown=48'), 250)).toBe('?need=250&sort=total');
  expect(withNeed(params('need=5&all=1&sort=total&q=a'), undefined)).toBe('?q=a');
  expect(withNeed(params('need=5&sort=name'), undefined)).toBe('?sort=name');
});

test('a parameter is added, changed and taken away', () => {
  expect(withParameter(params('q=a'), 'view', 'list')).toBe('?q=a&view=list');
  expect(withParameter(params('q=a&view=list'), 'view', undefined)).toBe('?q=a');
});

test('the same tools: whatever the view, the number shown, the order of parameters and the empty ones', () => {
  expect(sameTools(params('q=a&sort=name'), params('sort=name&q=a&view=list&shown=48&price='))).toBe(true);
  expect(sameTools(params('q=a'), params('q=b'))).toBe(false);
  expect(sameTools(params(''), params('in_stock=true'))).toBe(false);
});
