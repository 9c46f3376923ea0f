import { ApiError } from '@paypal/paypal-server-sdk';
import type { PaymentFailure } from './provider.ts';

type Meaning = 'not-found' | 'wrong-state' | 'declined' | 'refused' | 'unreachable';

/** Rethrows what is no failure of a call. A meaning that is not `expected` becomes `refused`. */
export function payPalFailure<Code extends Meaning>(
  error: unknown,
  expected: readonly Code[],
): PaymentFailure<Code | 'refused'> {
  if (!(error instanceof ApiError)) {
    if (isNoAnswer(error)) return { code: codeFor('unreachable', expected), message: String(error) };
    throw error;
  }
  const { name, message, debug_id: requestId, details } = (error.result ?? {}) as Answer;
  const issue = details?.[0]?.issue;
  return {
    code: codeFor(meaningOf(error.statusCode, issue), expected),
    message: message ?? `PayPal answered ${error.statusCode}`,
    ...((issue ?? name) !== undefined && { providerCode: issue ?? name }),
    ...(requestId !== undefined && { requestId }),
  };
}

interface Answer {
  readonly name?: string;
  readonly message?: string;
  readonly debug_id?: string;
  readonly details?: readonly { readonly issue?: string }[];
}

const codeFor = <Code extends Meaning>(meaning: Meaning, expected: readonly Code[]): Code | 'refused' =>
  expected.find((code) => code === meaning) ?? 'refused';

function meaningOf(status: number, issue: string | undefined): Meaning {
  if (issue !== undefined && DECLINED.has(issue)) return 'declined';
  if (issue !== undefined && WRONG_STATE.has(issue)) return 'wrong-state';
  if (issue === 'PREVIOUS_REQUEST_IN_PROGRESS') return 'unreachable';
  if (status === 404) return 'not-found';
  // It understood and will not: whatever the reason, the money does not come.
  if (status === 422) return 'declined';
  // 408, 409, 429 and 5xx: it may have taken effect, so it is repeated with the same key.
  return status < 500 && ![408, 409, 429].includes(status) ? 'refused' : 'unreachable';
}

/** The payer's money does not come. Source: https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
const DECLINED = new Set([
  ...['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'PAYER_ACCOUNT_RESTRICTED'],
  ...['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'CARD_EXPIRED', 'TRANSACTION_LIMIT_EXCEEDED', 'COMPLIANCE_VIOLATION'],
  ...['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'ORDER_NOT_APPROVED'],
  ...['PAYER_ACTION_REQUIRED', 'ORDER_EXPIRED', 'ORDER_VOIDED', 'DUPLICATE_INVOICE_ID'],
]);

const WRONG_STATE = new Set([...['ORDER_ALREADY_CAPTURED', 'CAPTURE_FULLY_REFUNDED', 'CAPTURE_STATUS_NOT_VALID']]);

/** Of the connection, or of what it brought. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const unreadable = /^Could not parse body/.test(error.message);
  return unreadable || 'isAxiosError' in error || /Abort|ResponseValidation/.test(error.name);
}
