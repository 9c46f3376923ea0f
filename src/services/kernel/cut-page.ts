import type { Page } from '#model/kernel/page.ts';

/** `read` has one row more than a page when another page follows. */
export function cutPage<Row>(read: readonly Row[], size: number, place: (row: Row) => number | string): Page<Row> {
  const rows = read.slice(0, size);
  const last = read.length > size ? rows.at(-1) : undefined;
  return { rows, next: last && String(place(last)) };
}
