import { type FailureCode, STATUS } from '#contract/kernel/failure-code.ts';
import type { Problem } from '#contract/kernel/problem.ts';
import { failure } from '#model/kernel/outcome.ts';
import { failureText } from '#texts/failures.ts';

type RefusedLine = Omit<NonNullable<Problem['lines']>[number], 'detail'>;

export interface ProblemExtra {
  /** For failures that no page shows; otherwise it is the text of the code. */
  readonly detail?: string | undefined;
  readonly figures?: Problem['figures'];
  readonly errors?: Problem['errors'];
  readonly conflict?: Problem['conflict'];
  readonly lines?: readonly RefusedLine[] | undefined;
  readonly retryAfter?: number;
  readonly instance?: string;
}

/** An error response (RFC 9457), never cached. `retryAfter` is in seconds. */
export function problem(code: FailureCode, extra: ProblemExtra = {}): Response {
  const body = problemBody(code, extra);
  const { status } = body;
  const retryAfter = extra.retryAfter ?? (isSoonOver(code) ? 2 : undefined);
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
    },
  });
}

/** A shop without a mail server has none in two seconds either. */
const isSoonOver = (code: FailureCode): boolean =>
  code === 'too_many_at_once' || (STATUS[code] === 503 && code !== 'mail_unavailable');

export function problemBody(code: FailureCode, extra: ProblemExtra): Problem {
  const status = STATUS[code];
  const { detail, figures, instance, errors, conflict, lines } = extra;
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    code,
    detail: detail ?? failureText({ status, code, figures, errors }),
    ...(figures ? { figures } : {}),
    ...(instance ? { instance } : {}),
    ...(conflict ? { conflict } : {}),
    ...(lines ? { lines: lines.map((line) => ({ ...line, detail: failureText({ status, ...line }) })) } : {}),
    ...(errors ? { errors } : {}),
  };
}

export const besideField = <const F extends { readonly code: FailureCode; readonly figures?: object | undefined }>(
  field: string,
  refused: F,
) => failure({ ...refused, errors: [{ field, message: failureText({ status: STATUS[refused.code], ...refused }) }] });

/** One field of a request that its schema could not judge. */
export const invalidField = (field: string, message: string) =>
  failure({ code: 'invalid_request' as const, errors: [{ field, message }] });

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
