/** Whom the approval page offers, and what becomes of their money. */
export const PAYERS = {
  pays: 'Pat Payer: the money comes at once',
  declined: 'Dee Clined: the bank refuses when the shop takes the money',
  pending: 'Penny Ding: PayPal looks at the payment first and decides later',
  denied: 'Hal Teder: PayPal says completed, and the money did not come',
  again: 'Ann Other: PayPal wants another way to pay when the shop takes the money',
  disputes: 'Di Spute: pays, and disputes it',
  reversed: 'Rhea Verse: pays, and PayPal takes the money back',
  rebounds: 'Re Bound: pays; money that is given back does not arrive',
  parts: 'Whole Sale: pays; parts of it cannot be given back',
} as const;

export type PayerKind = keyof typeof PAYERS;

export const isPayer = (word: unknown): word is PayerKind => typeof word === 'string' && Object.hasOwn(PAYERS, word);
