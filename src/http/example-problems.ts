import type { Problem } from '#contract/kernel/problem.ts';
import { PICTURE_REFUSALS } from '#model/images/picture.ts';
import { type DETAIL, type FailureCode, problemBody, STATUS } from './problem.ts';

/** Examples for the codes whose detail depends on the request. */
const EXAMPLES: Record<Exclude<FailureCode, keyof typeof DETAIL>, string> = {
  invalid_request: 'Quantity must be a whole number.',
  weak_password: 'This password is one of those that are guessed first. Choose another one.',
  picture_missing: 'The shop does not keep this picture, or keeps it no longer. Choose it again.',
  item_number_taken: 'Another tool, on sale or archived, has this item number.',
  stock_limit: 'There are 12 pieces: take away 12 at most.',
  tool_gone: 'This tool is no longer in the catalogue. Choose another one.',
  price_changed: 'The price is $14 now. Look at the total again before you order.',
  quantity_below_minimum: 'Order at least 20 pieces of this tool.',
  out_of_stock: 'Only 15 pieces are left. Choose a smaller quantity.',
  too_many_unpaid: 'You have 10 unpaid orders. Pay or cancel one of them first.',
  too_much_unpaid: 'Your unpaid orders hold half of the stock of this tool. Pay one of them first.',
  unconfirmed_unpaid:
    'You have 3 unpaid orders, as many as an account may have before its email is confirmed. Pay or cancel one of them, or confirm your email.',
  unconfirmed_network:
    'Accounts of your network whose email is not confirmed have too many unpaid orders together. Confirm your email, then order again.',
  in_progress: 'Another payment of this order is under way. Wait until it has ended.',
  hold_ending: 'The pieces of this order are about to be given back. Try again in a moment.',
  hold_over:
    'Its pieces were held as often as they are before an email is confirmed. Confirm your email and pay then, or cancel this order and order again.',
  amount_too_large: 'An order may cost $999,999 at most. Choose a smaller quantity.',
  idempotency_key_reused: 'This Idempotency-Key was used for something else. Send a new one.',
  too_many_attempts: 'Too many failed tries. Wait 60 seconds and try again.',
  too_many_reviews: 'You wrote 5 reviews within a day. The next one can be sent in 3 hours.',
  too_many_uploads: 'You have sent too many pictures within an hour. Try again in 12 minutes.',
  multipart_expected: 'Send one file as the field "image" of a multipart form.',
  file_missing: 'Send one file as the field "image" of a multipart form.',
  one_file_only: 'Send one file only.',
  file_too_large: 'The file may have 10 MB at most. Choose a smaller one.',
  picture_format: PICTURE_REFUSALS.format,
  picture_too_large: PICTURE_REFUSALS.tooLarge,
  picture_animated: PICTURE_REFUSALS.animated,
  picture_damaged: PICTURE_REFUSALS.damaged,
  provider_unavailable: 'The card payment provider does not answer. Nothing was charged. Try again in a minute.',
};

/** @throws Error for an unknown code: a row of the table of calls is wrong */
export function exampleOf(code: string): Problem {
  if (!Object.hasOwn(STATUS, code)) throw new Error(`There is no problem with the code ${code}`);
  const detail = (EXAMPLES as Partial<Record<string, string>>)[code];
  const errors = detail && code === 'invalid_request' ? [{ field: 'quantity', message: detail }] : undefined;
  return problemBody(code as FailureCode, { detail, ...(errors && { errors }) });
}
