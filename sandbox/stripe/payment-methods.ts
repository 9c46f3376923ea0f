import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { type Card, readCard } from './cards.ts';
import type { Form } from './form.ts';
import { newId } from './ids.ts';
import { email, group, only, required, text } from './parameters.ts';
import { badParameter, noSuch, ok } from './refusal.ts';
import { type Behaviour, brandOf, knownCards, namedCards, ownCards } from './test-cards.ts';

export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };
export type ChargeableMethod = { method: PaymentMethod; behaviour: Behaviour };

export const createPaymentMethod = (call: Call) => ok(newPaymentMethod(call, call.params).method);

export function retrievePaymentMethod(call: Call) {
  only(call.params, []);
  return ok(findPaymentMethod(call, call.id, 'payment_method').method);
}

/** `form`: `payment_method_data`, or the body of POST /v1/payment_methods. */
export function newPaymentMethod(call: Call, form: Form): ChargeableMethod {
  only(form, ['type', 'card', 'billing_details', 'allow_redisplay', 'metadata']);
  if (required(text(form, 'type'), 'type') !== 'card')
    throw badParameter('parameter_invalid_string', 'type', 'The sandbox takes payment methods of type card only.');
  const cardForm = required(group(form, 'card'), 'card');
  only(cardForm, ['number', 'exp_month', 'exp_year', 'cvc']);
  const card = readCard(cardForm, call.now);
  return keep(call, card, group(form, 'billing_details') ?? {});
}

/** A stored method, or a copy of one of the named test methods. */
export function findPaymentMethod(call: Call, id: string, param: string): ChargeableMethod {
  const own = Object.hasOwn(ownCards, id) ? ownCards[id] : undefined;
  const named = own ? '4242424242424242' : Object.hasOwn(namedCards, id) ? namedCards[id] : undefined;
  if (named !== undefined) return keep(call, cardOfNumber(named, own, call.now), {});
  const row = call.store.find<PaymentMethod>('payment_method', id);
  if (!row) throw noSuch('PaymentMethod', id, param, param === 'payment_method' && call.id === id ? 404 : 400);
  return { method: row.body, behaviour: JSON.parse(row.label ?? '{}') };
}

export const wantsNewMethod = (form: Form) => group(form, 'payment_method_data');

function cardOfNumber(number: string, own: Behaviour | undefined, now: number): Card {
  const { funding = 'credit', ...behaviour } = knownCards[number] ?? {};
  return {
    brand: brandOf(number),
    funding,
    last4: number.slice(-4),
    exp_month: 12,
    exp_year: new Date(now * 1000).getUTCFullYear() + 1,
    cvcGiven: true,
    behaviour: own ?? behaviour,
  };
}

function keep(call: Call, card: Card, billing: Form): ChargeableMethod {
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvcGiven ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      // Not of the number: a digest of it could be reversed.
      fingerprint: createHash('sha256').update(`${card.brand}${card.last4}`).digest('base64url').slice(0, 16),
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
  call.store.insert('payment_method', {
    id: method.id,
    created: call.now,
    label: JSON.stringify(card.behaviour),
    body: method,
  });
  return { method, behaviour: card.behaviour };
}

function billingDetails(form: Form): Stripe.PaymentMethod.BillingDetails {
  only(form, ['name', 'email', 'phone', 'address']);
  const address = group(form, 'address') ?? {};
  only(address, ['city', 'country', 'line1', 'line2', 'postal_code', 'state']);
  const part = (name: string) => text(address, name) ?? null;
  return {
    address: {
      city: part('city'),
      country: part('country'),
      line1: part('line1'),
      line2: part('line2'),
      postal_code: part('postal_code'),
      state: part('state'),
    },
    email: email(form, 'email') ?? null,
    name: text(form, 'name') ?? null,
    phone: text(form, 'phone') ?? null,
    tax_id: null,
  };
}
