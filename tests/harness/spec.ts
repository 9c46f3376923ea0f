import { test } from 'vitest';
import type { Row } from '../spec/rows.ts';

/** One test that proves one row of the specification. `says` is what this test shows, in its own words. */
export function spec(row: Row, says: string, prove: () => Promise<void>): void {
  test(`${row} | ${says}`, prove);
}
