import { expect, it } from 'vitest';
import { parseForm } from './form.ts';
import { Refusal } from './refusal.ts';

it.each([
  ['', {}],
  ['amount=5&currency=usd', { amount: '5', currency: 'usd' }],
  ['metadata[order_id]=a%20b%2Bc', { metadata: { order_id: 'a b+c' } }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['types[0]=x&types[1]=y', { types: { 0: 'x', 1: 'y' } }],
  ['types[]=x&types[]=y', { types: { 0: 'x', 1: 'y' } }],
])('reads %s', (encoded, form) => {
  expect(JSON.parse(JSON.stringify(parseForm(encoded)))).toEqual(form);
});

it.each(['a=1&a[b]=2', 'a[b]=2&a=1', 'a[b][c][d][e][f][g]=1'])('refuses %s', (encoded) => {
  expect(() => parseForm(encoded)).toThrow(Refusal);
});

it('touches no prototype', () => {
  const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
