import { z } from 'zod';

/** @param what the listed things, in the plural */
export const pageLimit = (what: string) =>
  z
    .string()
    .regex(/^(1000|[1-9][0-9]{0,2})$/, { error: `Ask for 1 to 1000 ${what}.` })
    .transform(Number)
    .optional()
    .meta({ description: `How many ${what} at most, 1 to 1000` });

const place = (error: string, description: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error })
    .transform(Number)
    .optional()
    .meta({ description });

/** Where a page begins, when the one before says so by its `next`. */
export const afterNext = place('Send the `next` of an earlier answer.', 'The `next` of the page before');

const afterLink = place('Follow the Link of the page before.', 'From the Link of the page before');

/** The same when it says so by a Link, in calls where `after` once was `before`. */
export const afterOrBefore = {
  after: afterLink,
  before: afterLink.meta({ description: 'The same as `after`', deprecated: true }),
};
