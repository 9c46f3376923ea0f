import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { findCharge } from './charges.ts';
import { newId } from './ids.ts';
import { createdRange, listPage } from './lists.ts';
import { metadata, oneOf, only, text, whole } from './parameters.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { badParameter, noSuch, ok, Refusal } from './refusal.ts';

export function createRefund(call: Call) {
  only(call.params, ['payment_intent', 'charge', 'amount', 'reason', 'metadata']);
  const reason = oneOf(call.params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const asked = whole(call.params, 'amount');
  const charge = chargeToRefund(call);
  if (charge.disputed)
    throw new Refusal(
      400,
      {
        type: 'invalid_request_error',
        code: 'charge_disputed',
        message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      },
      true,
    );
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0)
    throw new Refusal(
      400,
      {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      },
      true,
    );
  const amount = asked ?? left;
  if (amount < 1) throw badParameter('parameter_invalid_integer', 'amount', 'Invalid positive integer');
  if (amount > left) throw tooMuch(amount, left);

  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: metadata(call.params),
    payment_intent: charge.payment_intent as string,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund;
  call.store.insert('refund', {
    id: refund.id,
    created: call.now,
    payment_intent: refund.payment_intent,
    body: refund,
  });
  const refunded = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  call.store.update('charge', refunded);
  call.record('refund.created', refund);
  call.record('charge.refunded', refunded);
  const { behaviour } = findPaymentMethod(call, charge.payment_method ?? '', 'payment_method');
  const refunds = call.store.page('refund', { payment_intent: refund.payment_intent }, Number.MAX_SAFE_INTEGER, 2);
  if (behaviour.refundFails || (behaviour.refundFailsOnce && refunds.length === 1)) failRefund(call, refund, charge);
  return ok(refund);
}

/** The card's bank rejects the money, which returns to the account. */
function failRefund(call: Call, refund: Stripe.Refund, before: Stripe.Charge): void {
  const failedRefund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  call.store.update('refund', failedRefund);
  call.store.update('charge', before);
  call.record('refund.failed', failedRefund);
}

export function retrieveRefund(call: Call) {
  only(call.params, []);
  const refund = call.store.find('refund', call.id)?.body;
  if (!refund) throw noSuch('refund', call.id, 'id');
  return ok(refund);
}

export function listRefunds(call: Call) {
  only(call.params, ['payment_intent', 'created', 'limit', 'starting_after']);
  const payment_intent = text(call.params, 'payment_intent');
  const filter = { ...createdRange(call.params), ...(payment_intent !== undefined && { payment_intent }) };
  return ok(listPage(call, 'refund', '/v1/refunds', filter));
}

function chargeToRefund(call: Call): Stripe.Charge {
  const intentId = text(call.params, 'payment_intent');
  const chargeId = text(call.params, 'charge');
  if ((intentId === undefined) === (chargeId === undefined))
    throw badParameter(
      'parameter_missing',
      'charge',
      'One of the following params should be provided: charge, payment_intent.',
    );
  const intent =
    intentId === undefined ? undefined : call.store.find<Stripe.PaymentIntent>('payment_intent', intentId)?.body;
  if (intentId !== undefined && !intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const id = intent ? intent.latest_charge : chargeId;
  const charge = typeof id === 'string' ? findCharge(call, id) : undefined;
  if (!charge && chargeId !== undefined) throw noSuch('charge', chargeId, 'charge');
  if (!charge?.paid) throw notPaid(intentId ?? chargeId ?? '');
  return charge;
}

const notPaid = (id: string) =>
  new Refusal(
    400,
    {
      type: 'invalid_request_error',
      code: 'charge_not_refundable',
      message: `${id} does not have a successful charge to refund.`,
    },
    true,
  );

const tooMuch = (amount: number, left: number) =>
  new Refusal(
    400,
    {
      type: 'invalid_request_error',
      param: 'amount',
      message: `Refund amount ($${dollars(amount)}) is greater than unrefunded amount on charge ($${dollars(left)})`,
    },
    true,
  );

const dollars = (cents: number) => (cents / 100).toFixed(2);
