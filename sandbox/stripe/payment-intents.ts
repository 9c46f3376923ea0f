import type Stripe from 'stripe';
import type { Call } from './call.ts';
import type { Form } from './form.ts';
import { newId, randomText } from './ids.ts';
import { createdRange, listPage } from './lists.ts';
import { email, flag, group, list, metadata, oneOf, only, required, text, whole } from './parameters.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { badParameter, noSuch, ok, Refusal, unexpectedState } from './refusal.ts';

export function createPaymentIntent(call: Call) {
  const { params } = call;
  if (params.payment_method_types !== undefined) throw typesRemoved();
  only(params, [
    ...['amount', 'currency', 'allowed_payment_method_types', 'automatic_payment_methods', 'metadata'],
    ...['description', 'receipt_email', 'payment_method'],
  ]);
  const amount = checkAmount(required(whole(params, 'amount'), 'amount'));
  checkCurrency(required(text(params, 'currency'), 'currency'));
  const types = checkTypes(list(params, 'allowed_payment_method_types') ?? null);
  const automatic = automaticMethods(params, types);
  const given = text(params, 'payment_method');
  const method = given === undefined ? null : findPaymentMethod(call, given, 'payment_method').method.id;

  const id = newId('pi');
  const intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: call.now,
    currency: 'usd',
    customer: null,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: email(params, 'receipt_email') ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
  call.store.insert('payment_intent', { id, created: call.now, body: intent });
  call.record('payment_intent.created', intent);
  return ok(intent);
}

export function retrievePaymentIntent(call: Call) {
  only(call.params, ['client_secret']);
  return ok(findPaymentIntent(call));
}

export function listPaymentIntents(call: Call) {
  only(call.params, ['created', 'limit', 'starting_after']);
  return ok(listPage(call, 'payment_intent', '/v1/payment_intents', createdRange(call.params)));
}

export function cancelPaymentIntent(call: Call) {
  only(call.params, ['cancellation_reason']);
  const reason = oneOf(call.params, 'cancellation_reason', cancellationReasons) ?? null;
  const intent = findPaymentIntent(call);
  if (!cancellable.includes(intent.status))
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancellable.join(', ')}.`,
      intent,
    );
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: call.now,
    cancellation_reason: reason,
    next_action: null,
  };
  call.store.update('payment_intent', canceled);
  call.record('payment_intent.canceled', canceled);
  return ok(canceled);
}

/** A publishable key must also send the client secret. */
export function findPaymentIntent(call: Call): Stripe.PaymentIntent {
  const intent = call.store.find<Stripe.PaymentIntent>('payment_intent', call.id)?.body;
  if (!intent) throw noSuch('payment_intent', call.id, 'intent');
  const secret = text(call.params, 'client_secret');
  if (call.actor === 'publishable') required(secret, 'client_secret');
  if (secret !== undefined && secret !== intent.client_secret)
    throw new Refusal(
      400,
      {
        type: 'invalid_request_error',
        code: 'payment_intent_invalid_parameter',
        param: 'client_secret',
        message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      },
      false,
    );
  return intent;
}

const cancellable = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'];
const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

function checkAmount(amount: number): number {
  if (amount < 1)
    throw badParameter('parameter_invalid_integer', 'amount', 'This value must be greater than or equal to 1.');
  if (amount < 50) throw badParameter('amount_too_small', 'amount', 'Amount must be at least $0.50 usd');
  if (amount > 99_999_999) throw badParameter('amount_too_large', 'amount', 'Amount must be no more than $999,999.99');
  return amount;
}

function checkCurrency(currency: string): void {
  if (currency.toLowerCase() !== 'usd')
    throw badParameter('parameter_invalid_string', 'currency', `The sandbox takes usd only, not ${currency}.`);
}

const typesRemoved = () =>
  badParameter(
    'payment_method_types_no_longer_supported',
    'payment_method_types',
    'payment_method_types is no longer supported. Use allowed_payment_method_types.',
  );

/** Without a list of allowed types Stripe takes what the Dashboard has, methods that redirect included. */
function automaticMethods(params: Form, types: ['card'] | null) {
  const name = 'automatic_payment_methods';
  const given = group(params, name);
  if (given && types)
    throw badParameter('parameters_exclusive', name, `Received both allowed_payment_method_types and ${name}.`);
  if (types) return null;
  if (!given) return { allow_redirects: 'always', enabled: true };
  only(given, ['allow_redirects', 'enabled']);
  required(text(given, 'enabled'), `${name}[enabled]`);
  const allow_redirects = oneOf(given, 'allow_redirects', ['always', 'never']) ?? 'always';
  return { allow_redirects, enabled: flag(given, 'enabled') };
}

function checkTypes(types: string[] | null): ['card'] | null {
  if (types?.some((type) => type !== 'card'))
    throw badParameter('parameter_invalid_string', 'allowed_payment_method_types', 'The sandbox takes cards only.');
  return types && ['card'];
}
