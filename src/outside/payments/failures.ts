import Stripe from 'stripe';
import type { PaymentFailure } from './payments.ts';
import { toPaymentIntent } from './translate.ts';

export type FailureOf = 'not-found' | 'wrong-state' | 'refused' | 'unreachable';

/**
 * What a call's error means for the shop. Errors that are not Stripe's are ours and are thrown on. A meaning that the
 * call cannot have by its nature is `refused`.
 */
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
    ...(error.payment_intent && { paymentIntent: toPaymentIntent(error.payment_intent) }),
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
    // No status: no answer or not a readable one. 409: the same key is at work elsewhere. 429 and 5xx: not now.
    // In each of them the call may have had its effect, so it must be repeated with the same key, not given up.
    default:
      return 'unreachable';
  }
}

const wrongState = new Set(['payment_intent_unexpected_state', 'charge_already_refunded', 'charge_not_refundable']);
