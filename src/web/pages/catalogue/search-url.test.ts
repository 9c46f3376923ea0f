import { expect, test } from 'vitest';
import { NO_SEARCH } from '#web/ui/catalogue/tool-choices.ts';
import { sameTools, toQuery, toSearchString, withParameter } from './search-url.ts';

const params = (query: string) => new URLSearchParams(query);

test('a search keeps the view, and lets go of how many tools were shown', () => {
  const search = { ...NO_SEARCH, q: '8 mm', sort: 'name' };
  expect(toSearchString(search, params('view=list&shown=48&q=old'))).toBe('?q=8+mm&sort=name&view=list');
  expect(toSearchString(NO_SEARCH, params(''))).toBe('?');
});

test('the call gets what limits, and the newest first unless it is asked for otherwise', () => {
  expect(toQuery(NO_SEARCH)).toEqual({ sort: 'newest' });
  expect(toQuery({ ...NO_SEARCH, price: '-5', in_stock: 'true', sort: 'name' })).toEqual({
    price: '-5',
    in_stock: 'true',
    sort: 'name',
  });
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
