import { z } from 'zod';

/** A part of a list. */
export interface Page<Row, Next = string> {
  readonly rows: Row[];
  /** Where the next page begins, for the parameter `after`; absent on the last one. */
  readonly next?: Next | undefined;
}

/** What an answer says that is a page. */
export const pageOf = <Row extends z.ZodType>(row: Row) => ({
  rows: z.array(row),
  next: z
    .string()
    .optional()
    .meta({ description: 'Ask with this as `after` for what follows; absent when all is here' }),
});
