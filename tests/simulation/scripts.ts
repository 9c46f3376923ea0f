import type { PayerKind } from '#sandbox/paypal/payers.ts';

/**
 * A life that is led to places where most never come: one deed after the other, each almost always to its end, while
 * things fail as ever. `pay:3` makes only so many calls before the next deed begins, `pay!` only those of its own; a number
 * is time that passes.
 */
export interface Script {
  /** Where all pay with PayPal: who approves. */
  readonly payers?: readonly PayerKind[];
  readonly deeds: readonly (string | number)[];
  readonly cards: readonly ('pay' | 'decline' | 'slow' | 'dispute')[];
  readonly faultRate: number;
  /** Pieces may wait for a delivery. */
  readonly awaits?: true;
  /** Where things fail more often than that. */
  readonly fails?: Readonly<Record<string, number>>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PAID = ['place', 'pay', 'card', 'confirm'];
const REVIEW = ['webhook', 'webhook', 'events', 'inbox'];
const REFUND = ['decide', MINUTE, 'outbox', 'outbox', MINUTE, 'outbox'];
const REFUND_FAILS = ['decide', MINUTE, 'outbox!:2', 'a refund fails!', 'events!', 'inbox!', MINUTE, 'outbox'];
const LOST = ['place', 'pay!:3', 'crash', 'cancel', 2 * HOUR, 'comparison', 'comparison'];
const PRESSED = ['pay', 'pay', 'pay', 'cancel', 'place', 'pay', 'pay', 'pay'];
const LATER = ['delivery later', 3 * MINUTE, 'outbox'];
const SOONER = ['delivery sooner', 3 * MINUTE, 'outbox'];
const PICTURES = ['upload', 'upload', 'portrait', 'upload', 'upload', 'portrait', 2 * DAY, 'pictures'];
const GUESTS = ['google begins', 'google ends', 'google ends'];

const SCRIPTS: readonly Script[] = [
  // A dispute, what admins decide about it, and refunds that fail; with an order that was shipped before, too.
  {
    deeds: [...PAID, ...REVIEW, ...REFUND, 'a refund fails', ...REVIEW, ...REFUND],
    cards: ['dispute'],
    faultRate: 0.06,
    fails: { 'decide: transaction': 0.5, 'outbox: refund': 0.6 },
  },
  { deeds: [...PAID, 'ship', ...REVIEW, ...REFUND_FAILS, ...REFUND_FAILS], cards: ['dispute'], faultRate: 0.03 },
  // Marked shipped and undone, taken back or corrected, while the mail waits, leaves or has left.
  {
    deeds: [
      ...[...PAID, 'ship', 'undo shipping', 'ship!', 'undo shipping!', 'ship', 'mails', 'mails'],
      ...[31_000, 'mails!:2', 'undo shipping', 'correct', 'mails', 'correct', 'take back', 31_000, 'mails'],
      ...['ship', 31_000, 'mails!:2', 'take back!', 'mails', 'ship', 'take back', ...REVIEW, 'decide'],
    ],
    cards: ['pay', 'dispute'],
    faultRate: 0.1,
    fails: { 'take back: transaction': 0.3, 'correct: transaction': 0.3 },
  },
  // Shipped and refunded in parts, with answers that are lost, and money that somebody gives back at the provider.
  {
    deeds: [
      ...[
        ...PAID,
        'ship a part',
        'refund a part',
        'outbox',
        'refund a part',
        'ship a part',
        'outbox',
        MINUTE,
        'outbox',
      ],
      ...['refund a part', 'outbox!:2', 'money goes back by hand!', 'events', 'inbox', 2 * HOUR, 'outbox', 'outbox'],
      ...['refund a part', 'ship a part', 'undo shipping', 'refund a part', MINUTE, 'outbox', 'events', 'inbox'],
    ],
    cards: ['pay'],
    faultRate: 0.05,
    fails: { 'outbox: refund': 0.5 },
  },
  // The bank sends a part back, and admins decide what becomes of it.
  {
    deeds: [
      ...[...PAID, 'refund a part!', MINUTE, 'outbox!', 'a refund fails!', 'events!', 'inbox!'],
      ...['decide', MINUTE, 'outbox', 'a refund fails!', 'events!', 'inbox!', 'decide'],
    ],
    cards: ['pay'],
    faultRate: 0.02,
  },
  // Cancelled at the moment of paying, and as the hold ends.
  {
    deeds: ['place', 'pay', 'card', 'cancel', 'cancel', 'cancel', MINUTE, 'outbox'],
    cards: ['pay'],
    faultRate: 0.2,
    fails: { 'cancel: close': 0.1, 'cancel: look': 0.6 },
  },
  {
    deeds: [
      ...['place', 'pay', 61 * MINUTE, 'holds', 'cancel', 'outbox'],
      ...['place', 'pay', 61 * MINUTE, 'card', 'holds', 'outbox'],
      ...['place', 'pay', 61 * MINUTE, 'holds', 'pay', 'pay', 'pay'],
    ],
    cards: ['pay'],
    faultRate: 0.1,
    fails: { 'outbox: look': 0.6, 'pay: close': 0.6 },
  },
  // Payments whose answers are lost, or that are made while they are compared: the comparison finds them.
  {
    deeds: [...LOST, ...LOST, 'place', 'comparison!:1', 'pay!', 'comparison'],
    cards: ['pay'],
    faultRate: 0.1,
    fails: {
      'comparison: update': 0.4,
      'comparison: close': 0.5,
      'comparison: look': 0.6,
    },
  },
  {
    deeds: ['place', ...PRESSED, ...PRESSED, 15 * DAY, 'old orders', 'old orders'],
    cards: ['pay'],
    faultRate: 0.1,
    fails: { 'pay: create': 0.7, 'pay: update': 0.7, 'old orders: transaction': 0.6 },
  },
  // Pictures that nobody uses any more, and people who come with Google.
  {
    deeds: [...GUESTS, ...PICTURES, ...GUESTS, ...PICTURES, ...GUESTS, ...PICTURES],
    cards: ['pay'],
    faultRate: 0.2,
    fails: {
      ...{ 'upload: has': 0.05, 'upload: encode': 0.5, 'upload: delete': 0.7, 'portrait: transaction': 0.5 },
      ...{ 'google ends: finish': 0.4, 'google ends: transaction': 0.5, 'google ends: insert': 0.5 },
    },
  },
];

/** A delivery that moves again and again: who waits for it says yes, or does not answer. */
const DELIVERIES: Script = {
  deeds: [
    ...[...SOONER, ...PAID, ...PAID, ...PAID, ...LATER, ...SOONER, ...LATER, 'keep waiting', 'keep waiting'],
    ...[...PAID, ...SOONER, ...LATER, ...SOONER, ...LATER, 'mails', 15 * DAY],
    ...['unanswered!:3', 'keep waiting!', 'restock!', 'unanswered!', 'unanswered', 'outbox', MINUTE, 'outbox'],
  ],
  cards: ['pay'],
  faultRate: 0.05,
  awaits: true,
  fails: { 'unanswered: transaction': 0.8, 'keep waiting: transaction': 0.3 },
};

/** Another quantity while a payment is open, which is closed first or is faster. */
const CHANGES: Script = {
  deeds: [
    ...['place', 'pay', 'card', 'change', 'change', MINUTE, 'outbox'],
    ...['place', 'pay', 'change', 'outbox', MINUTE, 'outbox', 'pay', 'change!:3', 'card', 'webhook', 'inbox'],
    ...['place', 'pay', 61 * MINUTE, 'holds', 'change', 'outbox', 'change', 'pay', 'card', 'change', MINUTE, 'outbox'],
  ],
  cards: ['pay'],
  faultRate: 0.1,
  fails: { 'change: close': 0.3, 'change: look': 0.5, 'change: transaction': 0.2 },
};

const APPROVED = ['place', 'pay', 'approve', 'confirm'];

/** Paid with PayPal. */
const PAYPAL_SCRIPTS: readonly Script[] = [
  // The answers to being asked for the money are lost or late, and who works on it dies.
  {
    deeds: [
      ...[...APPROVED, 'outbox', MINUTE, 'outbox', 'sweep', MINUTE, 'outbox', 20 * MINUTE, 'outbox'],
      ...[...APPROVED, 'outbox!:3', 'crash', 'webhook', 'inbox', 2 * MINUTE, 'outbox', 'cancel', MINUTE, 'outbox'],
    ],
    payers: ['pays', 'pays', 'again'],
    cards: ['pay'],
    faultRate: 0.05,
    fails: { 'outbox: PayPal take': 0.7, 'outbox: PayPal look': 0.5, 'confirm: PayPal look': 0.3 },
  },
  // PayPal looks at the payment for hours, or for more than a week.
  {
    deeds: [
      ...[...APPROVED, 'outbox', MINUTE, 'outbox', 'cancel', 'bank', 'webhook', 'inbox', MINUTE, 'outbox', 'sweep'],
      ...[...APPROVED, 'outbox', 2 * HOUR, 'holds', 'outbox', 8 * DAY, 'outbox', 2 * HOUR, 'outbox', 'sweep'],
      ...['bank', 'sweep', MINUTE, 'sweep', 'decide', 'outbox'],
    ],
    payers: ['pending'],
    cards: ['pay'],
    faultRate: 0.03,
    fails: { 'sweep: PayPal look': 0.4, 'inbox: PayPal look': 0.4 },
  },
  // Approved when it was given up, or asked for until nobody may ask any more.
  {
    deeds: [
      ...['place', 'pay', 'cancel', 'approve', 'webhook', 'webhook', 'inbox', 'outbox', 'confirm'],
      ...['place', 'pay', 61 * MINUTE, 'holds', 'approve', 'confirm', 'outbox', 'webhook', 'inbox', 'pay', 'approve'],
      ...[...APPROVED, 'outbox!:4', 'outbox', 3 * HOUR, 'outbox', 'pay', 'approve', 'confirm', 3 * HOUR, 'outbox'],
    ],
    payers: ['pays', 'declined', 'denied'],
    cards: ['pay'],
    faultRate: 0.05,
    fails: { 'outbox: PayPal take': 0.8, 'pay: PayPal look': 0.5 },
  },
  // Given back in parts and by hand, with money that does not arrive, disputes and answers that are lost.
  {
    deeds: [
      ...[...APPROVED, 'outbox', 'refund a part', MINUTE, 'outbox', 'PayPal gives back by hand', 'webhook', 'inbox'],
      ...['refund a part', MINUTE, 'outbox', 'webhook', 'webhook', 'inbox', 'comparison', 'decide', MINUTE, 'outbox'],
      ...['refund a part', 'PayPal gives back by hand', MINUTE, 'outbox', 2 * HOUR, 'outbox', 'comparison'],
    ],
    payers: ['pays', 'pays', 'pays', 'rebounds', 'parts', 'disputes', 'reversed'],
    cards: ['pay'],
    faultRate: 0.05,
    fails: { 'outbox: PayPal refund': 0.5, 'comparison: PayPal listRefunds': 0.3, 'inbox: PayPal listRefunds': 0.3 },
  },
];

/**
 * Every fourth life has a script, each in turn, every tenth one of PayPal's, and every twentieth that of deliveries or
 * that of changes; others take all as it comes.
 */
export const scriptOf = (seed: number): Script | undefined => {
  if (seed % 4 === 0) return SCRIPTS[(seed / 4) % SCRIPTS.length];
  if (seed % 10 === 7) return PAYPAL_SCRIPTS[((seed - 7) / 10) % PAYPAL_SCRIPTS.length];
  if (seed % 20 === 9) return CHANGES;
  return seed % 20 === 13 ? DELIVERIES : undefined;
};

/** Whether some of its customers may pay with PayPal. */
export function hasPayPal(seed: number): boolean {
  const script = scriptOf(seed);
  return script ? script.payers !== undefined : seed % 5 === 1;
}
