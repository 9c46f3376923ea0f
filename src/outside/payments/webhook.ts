import Stripe from 'stripe';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PaymentEvent, PaymentMode, WebhookFailure, WebhookHeaders } from './provider.ts';
import { toEvent } from './translate.ts';

const TOLERANCE_SECONDS = 300;
/** Stricter than the library, which fails on an empty signature. */
const SIGNATURE = /^t=\d{1,12}(?:,[a-z]\w*=[\w+/=-]+)+$/;

/** Takes what was signed within the last 5 minutes. */
export function createWebhookVerifier(stripe: Stripe, secret: string | undefined, mode: PaymentMode) {
  return (rawBody: Uint8Array, headers: WebhookHeaders): Outcome<PaymentEvent, WebhookFailure> => {
    const signature = headers('stripe-signature');
    if (!secret) return no('not-configured', 'No webhook secret is set.');
    const body = exactText(rawBody);
    if (body === undefined || !SIGNATURE.test(signature ?? ''))
      return no('bad-signature', 'The body is not text or carries no signature.');

    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return no('bad-signature', error.message);
      if (error instanceof SyntaxError) return no('malformed', 'The signed body is not JSON.');
      throw error;
    }
    if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.data?.object !== 'object')
      return no('malformed', 'The signed body is not an event.');
    if (event.livemode !== (mode === 'live')) return no('wrong-mode', `A ${mode} shop does not take this event.`);
    return success(toEvent(event));
  };
}

/** The library would drop a byte order mark and repair UTF-8 before comparing: other bytes than received. */
function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const no = (code: WebhookFailure['code'], message: string) => failure({ code, message });
