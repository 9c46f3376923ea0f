import { type DeclineName, declines } from './declines.ts';
import type { Form } from './form.ts';
import { required, text } from './parameters.ts';
import { Refusal } from './refusal.ts';
import { type Behaviour, brandOf, type KnownCard, knownCards } from './test-cards.ts';

export type Card = {
  brand: string;
  funding: 'credit' | 'debit';
  last4: string;
  exp_month: number;
  exp_year: number;
  cvcGiven: boolean;
  behaviour: Behaviour;
};

/** Throws a Refusal for invalid card data. */
export function readCard(form: Form, now: number): Card {
  const number = required(text(form, 'number'), 'card[number]').replace(/[ -]/g, '');
  const month = required(text(form, 'exp_month'), 'card[exp_month]');
  const year = required(text(form, 'exp_year'), 'card[exp_year]');
  const cvc = text(form, 'cvc');

  if (!/^\d{12,19}$/.test(number))
    throw wrongCard('invalid_number', 'number', 'Your card number is not a valid number.');
  if (!passesLuhn(number)) throw wrongCard('incorrect_number', 'number', 'Your card number is incorrect.');
  const brand = brandOf(number);
  const expiry = readExpiry(month, year, now);
  if (cvc !== undefined && !(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    throw wrongCard('invalid_cvc', 'cvc', "Your card's security code is invalid.");

  const known: KnownCard = knownCards[number] ?? { decline: 'test_mode_live_card' };
  const { funding = 'credit', ...behaviour } = known;
  // Stripe declines its wrong-CVC card only when a code was given.
  if (behaviour.decline === 'incorrect_cvc' && cvc === undefined) delete behaviour.decline;
  return { brand, funding, last4: number.slice(-4), ...expiry, cvcGiven: cvc !== undefined, behaviour };
}

function readExpiry(month: string, year: string, now: number) {
  const exp_month = /^\d{1,2}$/.test(month) ? Number(month) : 0;
  if (exp_month < 1 || exp_month > 12)
    throw wrongCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  const exp_year = /^\d{4}$/.test(year) ? Number(year) : /^\d{2}$/.test(year) ? 2000 + Number(year) : 0;
  const today = new Date(now * 1000);
  const age = (today.getUTCFullYear() - exp_year) * 12 + today.getUTCMonth() + 1 - exp_month;
  if (exp_year < today.getUTCFullYear() || exp_year > today.getUTCFullYear() + 50)
    throw wrongCard('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  if (age > 0) throw wrongCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  return { exp_month, exp_year };
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place]) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

const wrongCard = (code: string, param: string, message: string) =>
  new Refusal(402, { type: 'card_error', code, param, message }, true);

export const declineError = (name: DeclineName) => ({ type: 'card_error' as const, ...declines[name] });
