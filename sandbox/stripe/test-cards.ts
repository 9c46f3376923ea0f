import type { DeclineName } from './declines.ts';

/** Stored with the payment method; the number is not. */
export type Behaviour = {
  /** Requires 3-D Secure. */
  challenge?: true;
  decline?: DeclineName;
  /** Stays `processing` until it is settled. */
  slow?: true;
  /** Disputed as soon as it has succeeded. */
  dispute?: true;
  /** Refunds succeed and then fail. */
  refundFails?: true;
  /** The same, for the first refund only. */
  refundFailsOnce?: true;
};

export type KnownCard = Behaviour & { funding?: 'debit' };

/** Source: https://docs.stripe.com/testing */
export const knownCards: Readonly<Record<string, KnownCard>> = {
  '4242424242424242': {},
  '4000056655665556': { funding: 'debit' },
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': { funding: 'debit' },
  '378282246310005': {},
  '371449635398431': {},
  '6011111111111117': {},
  '3056930009020004': {},
  '3566002020360505': {},
  '6200000000000005': {},

  '4000000000000259': { dispute: true },
  '4000000000005126': { refundFails: true },

  '4000000000000002': { decline: 'generic_decline' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000000000009987': { decline: 'lost_card' },
  '4000000000009979': { decline: 'stolen_card' },
  '4000000000006975': { decline: 'card_velocity_exceeded' },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000127': { decline: 'incorrect_cvc' },
  '4000000000000119': { decline: 'processing_error' },

  '4000002500003155': { challenge: true },
  '4000002760003184': { challenge: true },
  '4000000000003220': { challenge: true },
  '4000008260003178': { challenge: true, decline: 'insufficient_funds' },
  '4000008400001629': { challenge: true, decline: 'generic_decline' },
};

/** Stripe's named payment methods, by card number. */
export const namedCards: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_mastercard_debit: '5200828282828210',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_diners: '3056930009020004',
  pm_card_jcb: '3566002020360505',
  pm_card_unionpay: '6200000000000005',
  pm_card_createDispute: '4000000000000259',
  pm_card_refundFail: '4000000000005126',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
};

/** Not Stripe's. A slow payment stays `processing` until `sandbox_settle` ends it. */
export const ownCards: Readonly<Record<string, Behaviour>> = {
  pm_card_sandboxProcessing: { slow: true },
  pm_card_sandboxRefundFailsOnce: { refundFailsOnce: true },
};

export function brandOf(number: string): string {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown';
}

const brands = [
  ['visa', /^4/],
  ['amex', /^3[47]/],
  ['diners', /^3(0|6|8)/],
  ['jcb', /^35/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['unionpay', /^6[23]/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
] as const satisfies [string, RegExp][];
