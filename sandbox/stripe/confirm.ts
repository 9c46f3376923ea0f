import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { declineError } from './cards.ts';
import { disputeCharge, endDispute, findCharge, newCharge } from './charges.ts';
import type { DeclineName } from './declines.ts';
import { address, flag, oneOf, only, required, text } from './parameters.ts';
import { findPaymentIntent } from './payment-intents.ts';
import { type ChargeableMethod, findPaymentMethod, newPaymentMethod, wantsNewMethod } from './payment-methods.ts';
import { failed, ok, Refusal, type Reply, unexpectedState } from './refusal.ts';

type Intent = Stripe.PaymentIntent;

export function confirmPaymentIntent(call: Call): Reply {
  only(call.params, ['client_secret', 'payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk']);
  // Stripe.js sends it; it has no effect here.
  flag(call.params, 'use_stripe_sdk');
  const returnUrl = address(call.params, 'return_url');
  const intent = findPaymentIntent(call);
  if (intent.status === 'succeeded')
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    );
  if (!confirmable.includes(intent.status))
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${confirmable.join(', ')}.`,
      intent,
    );
  if (returnUrl === undefined && intent.automatic_payment_methods?.allow_redirects !== 'never')
    throw returnUrlMissing(intent);
  const chargeable = chosenMethod(call, intent);
  const { method, behaviour } = chargeable;

  if (behaviour.challenge) {
    const waiting: Intent = {
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: challengeOf(intent) },
    };
    return ok(save(call, 'payment_intent.requires_action', waiting));
  }
  if (behaviour.slow) {
    const slow: Intent = {
      ...intent,
      status: 'processing',
      payment_method: method.id,
      last_payment_error: null,
      next_action: null,
      processing: { type: 'card', card: {} },
    };
    return ok(save(call, 'payment_intent.processing', slow));
  }
  if (behaviour.decline) return declineReply(decline(call, intent, chargeable, behaviour.decline));
  return ok(succeed(call, intent, chargeable));
}

/** Not Stripe's: takes the place of the bank's 3-D Secure page. */
export function authenticatePaymentIntent(call: Call): Reply {
  only(call.params, ['client_secret', 'outcome']);
  const outcome = required(oneOf(call.params, 'outcome', ['pass', 'fail']), 'outcome');
  const intent = findPaymentIntent(call);
  if (intent.status !== 'requires_action')
    throw unexpectedState(
      `There is no challenge to answer: the PaymentIntent has a status of ${intent.status}.`,
      intent,
    );
  const chargeable = currentMethod(call, intent);
  if (outcome === 'fail')
    return ok(
      save(call, 'payment_intent.payment_failed', {
        ...backToStart(intent),
        last_payment_error: {
          type: 'invalid_request_error',
          code: 'payment_intent_authentication_failure',
          message:
            'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
          payment_method: chargeable.method,
        },
      }),
    );
  const after = chargeable.behaviour.decline;
  return ok(after ? decline(call, intent, chargeable, after).intent : succeed(call, intent, chargeable));
}

/** Not Stripe's: ends a payment that is `processing`, or a dispute, which the shop wins by `pass`. */
export function settlePaymentIntent(call: Call): Reply {
  only(call.params, ['outcome']);
  const outcome = required(oneOf(call.params, 'outcome', ['pass', 'fail']), 'outcome');
  const intent = findPaymentIntent(call);
  const charge = typeof intent.latest_charge === 'string' ? findCharge(call, intent.latest_charge) : undefined;
  if (charge?.disputed) {
    endDispute(call, charge, outcome === 'pass' ? 'won' : 'lost');
    return ok(intent);
  }
  if (intent.status !== 'processing')
    throw unexpectedState(`There is nothing to settle: the PaymentIntent has a status of ${intent.status}.`, intent);
  const chargeable = currentMethod(call, intent);
  return ok(
    outcome === 'pass'
      ? succeed(call, intent, chargeable)
      : decline(call, intent, chargeable, 'generic_decline').intent,
  );
}

/** Whether Stripe asks for it where cards alone are allowed is not documented: the shop must be right either way. */
const returnUrlMissing = (intent: Intent) =>
  new Refusal(
    400,
    {
      type: 'invalid_request_error',
      message:
        "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      payment_intent: intent,
    },
    true,
  );

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

function chosenMethod(call: Call, intent: Intent): ChargeableMethod {
  const data = wantsNewMethod(call.params);
  if (data) return newPaymentMethod(call, data);
  const id = text(call.params, 'payment_method');
  if (id !== undefined) return findPaymentMethod(call, id, 'payment_method');
  if (intent.payment_method !== null) return currentMethod(call, intent);
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    intent,
  );
}

const currentMethod = (call: Call, intent: Intent) =>
  findPaymentMethod(call, intent.payment_method as string, 'payment_method');

const challengeOf = (intent: Intent) => ({
  type: 'sandbox_challenge',
  authenticate_path: `/v1/payment_intents/${intent.id}/sandbox_authenticate`,
});

function succeed(call: Call, intent: Intent, { method, behaviour }: ChargeableMethod): Intent {
  const charge = newCharge(call, intent, method);
  call.record('charge.succeeded', charge);
  const paid = save(call, 'payment_intent.succeeded', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  });
  if (behaviour.dispute) disputeCharge(call, charge);
  return paid;
}

function decline(call: Call, intent: Intent, { method }: ChargeableMethod, name: DeclineName) {
  const error = declineError(name);
  const charge = newCharge(call, intent, method, error);
  call.record('charge.failed', charge);
  const last_payment_error = { ...error, charge: charge.id, payment_method: method };
  const declined = { ...backToStart(intent), latest_charge: charge.id, last_payment_error };
  return { intent: save(call, 'payment_intent.payment_failed', declined), error: last_payment_error };
}

const declineReply = ({ intent, error }: ReturnType<typeof decline>) =>
  failed(402, { ...error, payment_intent: intent });

const backToStart = (intent: Intent): Intent => ({
  ...intent,
  status: 'requires_payment_method',
  payment_method: null,
  next_action: null,
  processing: null,
});

function save(call: Call, type: Parameters<Call['record']>[0], intent: Intent): Intent {
  call.store.update('payment_intent', intent);
  call.record(type, intent);
  return intent;
}
