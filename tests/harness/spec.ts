import { test } from 'vitest';
import type { Row } from '../spec/rows.ts';

/**
 * A test of each of these rows of the specification. What proves several rows runs once, and each of them fails with it.
 * @param says what this test shows, in its own words
 */
export function spec(rows: Row | readonly Row[], says: string, prove: () => Promise<void>): void {
  let proof: Promise<void> | undefined;
  for (const row of [rows].flat()) {
    test(`${row} | ${says}`, () => {
      proof ??= prove();
      return proof;
    });
  }
}
