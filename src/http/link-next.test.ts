import { expect, test } from 'vitest';
import { linkToNext } from './serve-calls.ts';

test.each([
  'http://localhost:3000/tools',
  'http://localhost:3000/tools?',
  'https://shop.example/tools?limit=2&after=abc&sort=name',
  'http://[::1]:3000/tools?q=claw+hammer%2016%E2%80%89oz&q=a?b&limit=3',
  'http://localhost/manageOrder?of=ann@example.com/~&before=7',
])('the next page of %s is at the same address, with another after', (url) => {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('before');
  searchParams.set('after', 'x_-1');
  expect(linkToNext(url, 'x_-1')).toBe(`<${pathname}?${searchParams}>; rel="next"`);
});
