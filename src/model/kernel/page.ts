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
