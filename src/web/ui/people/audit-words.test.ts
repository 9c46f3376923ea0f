import { describe, expect, test } from 'vitest';
import { AUDIT_GROUPS } from '#model/kernel/audit.ts';
import { detailsOf, GROUP_TITLES, sentenceOf, targetName } from './audit-words.ts';

test('every deed has a sentence of its own, every group a title', () => {
  const sentences = Object.values(AUDIT_GROUPS).flat().map(sentenceOf);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z]/);
  expect(Object.keys(GROUP_TITLES)).toEqual(Object.keys(AUDIT_GROUPS));
});

test.each(['constructor', 'order.teleported'])('the unknown deed "%s" keeps its word', (action) => {
  expect(sentenceOf(action)).toBe(action);
});

describe('what a target is called', () => {
  const target = '00000000-0000-4000-8000-a1b2c3d4e5f6';
  test.each([
    [{ target, thing: { kind: 'order' as const } }, 'Order A1B2C3D4E5F6'],
    [{ target, thing: { kind: 'order' as const, number: 'P-12' } }, 'Order A1B2C3D4E5F6 of P-12'],
    [{ target, thing: { kind: 'tool' as const, name: 'Hammer', open: true } }, 'Hammer'],
    [{ target, thing: null }, 'A1B2C3D4E5F6'],
    [{ target: 'listUsers', thing: null }, 'listUsers'],
  ])('%o', (entry, name) => {
    expect(targetName(entry)).toBe(name);
  });
});

test('details are words and figures; what is empty says nothing', () => {
  expect(detailsOf({ pieces: 12000, unpaidOrders: 3, verified: false, reason: null, code: 'admin_only' })).toEqual([
    { word: 'pieces', value: '12,000' },
    { word: 'unpaid orders', value: '3' },
    { word: 'verified', value: 'no' },
    { word: 'code', value: 'admin_only' },
  ]);
});

test.each([
  [{ no: 1, amount: 1250.5 }, ['no 1', 'amount $1,250.50']],
  [{ lines: 2, cents: 714000 }, ['lines 2', 'amount $7,140']],
  [{ why: 'dispute', lost: 120 }, ['why the payment is disputed', 'lost $120']],
  [{ received: 90, currency: 'usd' }, ['received $90', 'currency usd']],
  [{ received: 90, currency: 'eur' }, ['received 90', 'currency eur']],
  [{ decision: 'keep' }, ['decision that the payment stands']],
  [{ fields: 'min_quantity price teleport' }, ['fields minimum order, price, teleport']],
  [{ by: 'google', why: 'expired' }, ['by google', 'why expired']],
])('money is in dollars, and a code has its words: %o', (details, words) => {
  expect(detailsOf(details).map(({ word, value }) => `${word} ${value}`)).toEqual(words);
});
