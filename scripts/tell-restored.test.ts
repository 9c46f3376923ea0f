import { expect, test } from 'vitest';
import type { Restored } from '../platform/backup/restore-shop.ts';
import { tellRestored } from './tell-restored.ts';

const restored = {
  backup: { name: 'full-1', manifest: { to: '2026-03-01T02:00:00.000Z' } },
  recovered: { lastChange: new Date('2026-03-01T13:29:00Z'), reached: true },
  rows: { orders: 3 },
  troubles: [],
  folder: '/shop',
  aside: undefined,
  pictures: 0,
} as unknown as Restored;

test('the owner reads that the shop hears of Stripe by itself, and of PayPal not', () => {
  const text = tellRestored(restored).join('\n');
  expect(text).toContain('All invariants hold.');
  expect(text).toContain('is given back, but not what was taken at PayPal: compare its activity page');
});

test('a copy beside the shop settles nothing', () => {
  const text = tellRestored(restored, undefined, '/copy').join('\n');
  expect(text).toContain('Look at it with SHOP_DATA=/copy');
  expect(text).toContain('Of a live shop it wants TEST_COPY=on, and is then reached from this machine only');
  expect(text).not.toContain('PayPal');
});
