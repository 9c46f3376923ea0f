import { z } from 'zod';

/** An optional number of a query, which comes as a text. */
export const queryNumber = (pattern: RegExp, error: string, description: string) =>
  z.string().regex(pattern, { error }).transform(Number).optional().meta({ description });

/** @param what the listed things, in the plural */
export const pageLimit = (what: string) =>
  queryNumber(/^(1000|[1-9][0-9]{0,2})$/, `Ask for 1 to 1000 ${what}.`, `How many ${what} at most, 1 to 1000`);

const place = (error: string, description: string) => queryNumber(/^[1-9]\d{0,14}$/, error, description);

/** Where a page begins, when the one before says so by its `next`. */
export const afterNext = place('Send the `next` of an earlier answer.', 'The `next` of the page before');

const afterLink = place('Follow the Link of the page before.', 'From the Link of the page before');

/** The same when it says so by a Link, in calls where `after` once was `before`. */
export const afterOrBefore = {
  after: afterLink,
  before: afterLink.meta({ description: 'The same as `after`', deprecated: true }),
};
