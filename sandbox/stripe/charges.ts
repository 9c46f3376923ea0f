import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { newId } from './ids.ts';
import { only } from './parameters.ts';
import type { PaymentMethod } from './payment-methods.ts';
import { noSuch, ok } from './refusal.ts';

type Decline = { code: string; decline_code: string; message: string };

export function retrieveCharge(call: Call) {
  only(call.params, []);
  const charge = findCharge(call, call.id);
  if (!charge) throw noSuch('charge', call.id, 'id');
  return ok(charge);
}

export const findCharge = (call: Call, id: string): Stripe.Charge | undefined =>
  call.store.find<Stripe.Charge>('charge', id)?.body;

export function newCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: PaymentMethod,
  decline?: Decline,
): Stripe.Charge {
  const paid = decline === undefined;
  const charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'TOOLYARD',
    captured: paid,
    created: call.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, paid), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
  call.store.insert('charge', { id: charge.id, created: call.now, payment_intent: intent.id, body: charge });
  return charge;
}

/** Records the event of a dispute; the dispute itself is not stored. */
export function disputeCharge(call: Call, charge: Stripe.Charge): void {
  call.store.update('charge', { ...charge, disputed: true });
  call.record('charge.dispute.created', disputeOf(call, charge, 'needs_response'));
}

export const endDispute = (call: Call, charge: Stripe.Charge, status: 'won' | 'lost'): void =>
  call.record('charge.dispute.closed', disputeOf(call, charge, status));

const disputeOf = (call: Call, charge: Stripe.Charge, status: string) => ({
  id: newId('dp'),
  object: 'dispute',
  amount: charge.amount,
  charge: charge.id,
  created: call.now,
  currency: charge.currency,
  is_charge_refundable: false,
  livemode: false,
  payment_intent: charge.payment_intent as string,
  reason: 'fraudulent',
  status,
});

const outcomeOf = (decline: Decline | undefined): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: decline ? 'The bank did not approve the charge.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

const cardDetails = (
  intent: Stripe.PaymentIntent,
  { card }: PaymentMethod,
  paid: boolean,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: paid ? intent.amount : null,
  authorization_code: null,
  brand: card.brand,
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: card.checks?.cvc_check === null ? null : 'pass',
  },
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  fingerprint: card.fingerprint ?? null,
  funding: card.funding,
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  network_transaction_id: null,
  regulated_status: card.regulated_status,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});
