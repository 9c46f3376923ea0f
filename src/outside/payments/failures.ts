import Stripe from 'stripe';
import type { PaymentFailure } from './provider.ts';
import { toPaymentIntent } from './translate.ts';

export type FailureOf = 'not-found' | 'wrong-state' | 'refused' | 'unreachable';

/** Rethrows errors that are not Stripe's. A meaning that is not `expected` becomes `refused`. */
export function callFailure<Code extends FailureOf>(
  error: unknown,
  expected: readonly Code[],
): PaymentFailure<Code | 'refused'> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const meaning = meaningOf(error);
  return {
    code: (expected as readonly FailureOf[]).includes(meaning) ? (meaning as Code) : 'refused',
    message: error.message,
    ...(error.code !== undefined && { providerCode: error.code }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    ...(error.payment_intent && { payment: toPaymentIntent(error.payment_intent) }),
  };
}

function meaningOf(error: Stripe.errors.StripeError): FailureOf {
  if (error.code !== undefined && wrongState.has(error.code)) return 'wrong-state';
  switch (error.statusCode) {
    case 404:
      return 'not-found';
    case 400:
    case 401:
    case 402:
    case 403:
      return 'refused';
    // No status: no readable answer. 409: the same key is in progress. 429 and 5xx: try again later.
    // The call may have taken effect, so it must be repeated with the same key.
    default:
      return 'unreachable';
  }
}

const wrongState = new Set(['payment_intent_unexpected_state', 'charge_already_refunded', 'charge_not_refundable']);
