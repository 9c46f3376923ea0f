import { z } from 'zod';

/** @param what the listed things, in the plural */
export const pageLimit = (what: string) =>
  z
    .string()
    .regex(/^(1000|[1-9][0-9]{0,2})$/, { error: `Ask for 1 to 1000 ${what}.` })
    .transform(Number)
    .optional()
    .meta({ description: `How many ${what} at most, 1 to 1000` });

export const beforeLink = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'Follow the Link of the page before.' })
  .transform(Number)
  .optional()
  .meta({ description: 'From the Link of the page before' });

export const beforeAnswer = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'Send the `before` of an earlier answer.' })
  .transform(Number)
  .optional();
