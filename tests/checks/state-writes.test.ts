import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MOVERS = ['src/services/orders/move-purchase.ts', 'src/services/payments/move-payment.ts'];

/** Whether a text writes the state of a purchase, an order or a payment, by the query builder or in SQL. */
const writesState = (text: string): boolean =>
  /\.update\((purchase|orders|payment)\)\s*\.set\(\{[^}]*\bstate\b/.test(text) ||
  /update \$?\{?(purchase|orders|payment)\}? set ((?!\bwhere\b)[^`])*?\bstate\s*=/.test(text);

test('purchases and payments change their state in one file each', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((it) => !it.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(400);
  const found = files.filter((file) => writesState(readFileSync(join(ROOT, file), 'utf8')));
  expect(found.toSorted()).toEqual(MOVERS);
});

test('a write is found in either language; a condition on a state is none', () => {
  expect(writesState("tx.update(purchase)\n  .set({ paidAt: now, state: 'paid' })")).toBe(true);
  expect(writesState("sql`update payment set intent_id = 'pi', state = 'open' where attempt = 1`")).toBe(true);
  expect(writesState("sql`update orders set hold_quantity = 0 where state = 'unpaid'`")).toBe(false);
  expect(writesState("tx.update(orders).set({ reviewNo: 2 }).where(eq(orders.state, 'review'))")).toBe(false);
});
