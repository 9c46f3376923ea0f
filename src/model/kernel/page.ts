import { z } from 'zod';

export interface Page<Row, Next = string> {
  readonly rows: Row[];
  /** Where the next page begins, for the parameter `after`; absent on the last one. */
  readonly next?: Next | undefined;
}

export const pageOf = <Row extends z.ZodType>(row: Row) => ({
  rows: z.array(row),
  next: z
    .string()
    .optional()
    .meta({ description: 'Ask with this as `after` for what follows; absent when all is here' }),
});

/** `read` has one row more than a page when another page follows. */
export function cutPage<Row>(read: readonly Row[], size: number, place: (row: Row) => number | string): Page<Row> {
  const rows = read.slice(0, size);
  const last = read.length > size ? rows.at(-1) : undefined;
  return { rows, next: last && String(place(last)) };
}
