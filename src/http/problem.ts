import type { Problem } from '#contract/kernel/problem.ts';
import { CONFIRMATION_HOURS } from '#model/identity/confirmation.ts';
import { RESET_MINUTES } from '#model/identity/reset.ts';
import { UNDO_ACCEPTED_SECONDS } from '#model/orders/order-life.ts';

export const STATUS = {
  invalid_request: 400,
  weak_password: 400,
  invalid_json: 400,
  body_incomplete: 400,
  body_in_pieces: 400,
  unknown_endpoint: 404,
  unknown_host: 421,
  json_expected: 415,
  body_too_large: 413,
  signed_out: 401,
  session_missing: 401,
  wrong_credentials: 401,
  wrong_password: 403,
  demo_account: 403,
  not_yours: 403,
  admin_only: 403,
  admin_cannot_order: 403,
  customer_only: 403,
  foreign_origin: 403,
  session_too_old: 403,
  person_not_found: 404,
  tool_not_found: 404,
  order_not_found: 404,
  picture_not_found: 404,
  review_not_found: 404,
  email_taken: 409,
  picture_missing: 409,
  item_number_taken: 409,
  tool_conflict: 409,
  change_not_found: 404,
  stock_limit: 409,
  undo_over: 409,
  tool_gone: 409,
  price_changed: 409,
  quantity_below_minimum: 409,
  out_of_stock: 409,
  no_purchase_yet: 409,
  review_hidden: 409,
  too_many_unpaid: 409,
  too_much_unpaid: 409,
  unconfirmed_unpaid: 409,
  unconfirmed_network: 409,
  reset_link_ended: 410,
  confirmation_ended: 410,
  order_not_paid: 409,
  order_not_shipped: 409,
  shipping_final: 409,
  already_paid: 409,
  in_progress: 409,
  hold_ending: 409,
  hold_over: 409,
  not_payable: 409,
  not_cancellable: 409,
  not_this_payment: 409,
  review_over: 409,
  decision_not_open: 409,
  amount_too_large: 422,
  idempotency_key_reused: 422,
  too_many_attempts: 429,
  too_many_at_once: 429,
  too_many_reviews: 429,
  too_many_uploads: 429,
  multipart_expected: 415,
  file_missing: 400,
  one_file_only: 400,
  file_too_large: 413,
  picture_format: 415,
  picture_too_large: 422,
  picture_animated: 422,
  picture_damaged: 422,
  bad_signature: 400,
  mail_unavailable: 503,
  busy: 503,
  provider_unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

export type FailureCode = keyof typeof STATUS;

/** For the codes whose detail is always the same. */
export const DETAIL = {
  invalid_json: 'The body is not valid JSON. Send a JSON object.',
  body_in_pieces: 'The body comes in too many small pieces. Send it whole.',
  body_incomplete: 'The body ended too early. Send all of it.',
  unknown_endpoint: 'There is no such call. The calls of this shop are listed at /docs.',
  unknown_host:
    'The shop does not answer under this name. If it should, its owner sets PUBLIC_ORIGIN to the address that people use.',
  json_expected: 'Send the body as application/json.',
  body_too_large: 'The body is too large. A call of the shop takes 64 kB at most.',
  signed_out: 'You are not signed in, or your session has ended. Sign in and try again.',
  session_missing: 'You are not signed in, or your session has ended. Sign in and try again.',
  wrong_credentials: 'The email or the password is not right. Check both and try again.',
  wrong_password: 'This is not your password. Without one, or when you forgot it, log out and use Forgot password.',
  demo_account: 'Everybody uses the demonstration accounts, so their passwords stay as they are.',
  not_yours: 'You may only do this for yourself.',
  admin_only: 'Only admins may do this.',
  admin_cannot_order: 'You can not make Order because you are Admin!',
  customer_only: 'Only customers may do this.',
  foreign_origin: "This call is only answered to the shop's own pages.",
  session_too_old: 'New admins can be made within 12 hours of a sign-in. Log out, log in again and try again.',
  person_not_found: 'There is nobody with this email in the shop.',
  tool_not_found: 'There is no such tool in the catalogue.',
  tool_conflict: 'Somebody else changed the same field meanwhile. Choose which value stays.',
  change_not_found: 'This change is not in the history of the tool.',
  undo_over: 'This change of the stock was undone before, or it cannot be undone.',
  order_not_found: 'There is no such order among yours.',
  picture_not_found: 'There is no such picture.',
  review_not_found: 'There is no such review.',
  no_purchase_yet:
    'Reviews are written by buyers here. You can write one as soon as an order of yours has been shipped.',
  review_hidden: 'The shop has hidden your review of today. You can write another one from tomorrow, 00:00 UTC, on.',
  email_taken: 'There is already an account with this email. Log in instead.',
  reset_link_ended: `This link has been used, or it is older than ${RESET_MINUTES} minutes. Ask for a new one.`,
  confirmation_ended: `This link has been used, or it is older than ${CONFIRMATION_HOURS} hours.`,
  order_not_paid: 'Only a paid order can be shipped.',
  order_not_shipped: 'This order is not marked shipped any more. Look at it again.',
  shipping_final: `The mail about the shipping is on its way: Mark shipped can be undone for ${UNDO_ACCEPTED_SECONDS} seconds.`,
  not_payable: 'This order can no longer be paid.',
  already_paid: 'This order is already paid.',
  not_cancellable: 'This order can no longer be cancelled: its payment is being looked into.',
  review_over: 'Somebody has decided about this order meanwhile, or something new came to light. Look at it again.',
  decision_not_open: 'This cannot be decided about this order as it stands. Look at it again.',
  not_this_payment: 'This transaction does not belong to this order.',
  bad_signature: 'The signature does not fit the body.',
  mail_unavailable: 'This shop cannot send mail at the moment, so there is no reset link. Write to us instead.',
  too_many_at_once: 'Too many requests of your network are in progress. Try again when some of them are answered.',
  busy: 'The shop is busy. Try again in a few seconds.',
  internal: 'Something failed in the shop and was logged. Try again in a moment.',
} as const satisfies Partial<Record<FailureCode, string>>;

export interface ProblemExtra {
  readonly detail?: string | undefined;
  readonly errors?: Problem['errors'];
  readonly conflict?: Problem['conflict'];
  readonly retryAfter?: number;
  readonly instance?: string;
}

/** An error response (RFC 9457), never cached. `retryAfter` is in seconds. */
export function problem(code: FailureCode, extra: ProblemExtra = {}): Response {
  const body = problemBody(code, extra);
  const { status } = body;
  const retryAfter = extra.retryAfter ?? (status === 503 || code === 'too_many_at_once' ? 2 : undefined);
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
    },
  });
}

export function problemBody(code: FailureCode, { detail, instance, errors, conflict }: ProblemExtra = {}): Problem {
  const status = STATUS[code];
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    code,
    detail: detail ?? (DETAIL as Partial<Record<FailureCode, string>>)[code] ?? 'The request was refused.',
    ...(instance ? { instance } : {}),
    ...(conflict ? { conflict } : {}),
    ...(errors ? { errors } : {}),
  };
}

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};
