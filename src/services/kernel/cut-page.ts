import type { Page } from '#model/kernel/page.ts';

/**
 * A page of rows that were read with one more than it holds, which says whether another page follows.
 * @param place what tells where a row stands in the list
 */
export function cutPage<Row>(read: readonly Row[], size: number, place: (row: Row) => number | string): Page<Row> {
  const rows = read.slice(0, size);
  const last = read.length > size ? rows.at(-1) : undefined;
  return { rows, next: last && String(place(last)) };
}
