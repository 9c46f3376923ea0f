/**
 * Every place at which something may go wrong: who does the work, and what it asks of the world. Each fails before its
 * effect or after it, as the lot falls; a call with a key at Stripe also for good. One of PayPal may be slow: its answer is
 * late, or its effect, and then nobody waits for it any more.
 */
const PLACES = {
  database: {
    place: ['execute', 'select'],
    pay: ['execute', 'select', 'transaction', 'update'],
    confirm: ['select', 'transaction'],
    cancel: ['transaction', 'select'],
    change: ['transaction', 'select'],
    ship: ['transaction'],
    'undo shipping': ['transaction'],
    'take back': ['transaction'],
    correct: ['transaction'],
    refund: ['transaction'],
    decide: ['transaction'],
    restock: ['transaction'],
    delivery: ['transaction'],
    'keep waiting': ['transaction'],
    webhook: ['insert'],
    inbox: ['select', 'transaction', 'update'],
    outbox: ['select', 'transaction', 'update'],
    sweep: ['select', 'update', 'transaction'],
    holds: ['select', 'transaction'],
    'old orders': ['select', 'transaction'],
    unanswered: ['select', 'transaction'],
    events: ['select', 'insert'],
    comparison: ['select', 'transaction'],
  },
  provider: {
    pay: ['create', 'look'],
    confirm: ['look'],
    cancel: ['close', 'look'],
    change: ['close', 'look'],
    inbox: ['look'],
    outbox: ['close', 'look', 'refund'],
    sweep: ['look'],
    events: ['listEvents'],
    comparison: ['listPayments', 'look', 'close', 'listAllRefunds'],
  },
  PayPal: {
    pay: ['PayPal create', 'PayPal look'],
    confirm: ['PayPal look'],
    inbox: ['PayPal look'],
    outbox: ['PayPal take', 'PayPal look', 'PayPal refund'],
    sweep: ['PayPal look'],
    comparison: ['PayPal look'],
    ...{ 'PayPal take': ['before', 'after', 'slow'], 'PayPal look': ['before', 'after', 'slow'] },
    ...{ 'PayPal create': ['before', 'after', 'slow'], 'PayPal refund': ['before', 'after', 'slow'] },
  },
  // A part that failed to go back is sent once more.
  people: { decide: ['again'] },
  webhooks: { webhook: ['lost', 'twice', 'out of order', 'late', 'of another program'] },
  mail: { mails: ['select', 'insert', 'send', 'update'] },
  pictures: {
    upload: ['transaction', 'has', 'encode', 'put'],
    portrait: ['has', 'transaction'],
    pictures: ['execute', 'transaction', 'remove'],
  },
  clock: { clock: ['a lease ends', 'a hold ends', 'an order grows old', 'is put back'] },
  'sign-in with Google': {
    'google begins': ['begin', 'delete', 'insert'],
    'google ends': ['delete', 'finish', 'transaction', 'insert'],
  },
};

export const SITES: readonly string[] = Object.values(PLACES).flatMap((tasks) =>
  Object.entries(tasks).flatMap(([task, calls]) => calls.map((call) => `${task}: ${call}`)),
);

/**
 * Where few lives come: PayPal asked for its refunds, Pay pressed while the last payment of an ended hold is being closed, refunds that fail or are looked
 * for, and mails about a shipment or refund that others may have followed.
 */
export const SELDOM: readonly string[] = [
  'pay: close',
  'mails: $count',
  'inbox: listRefunds',
  'outbox: listRefunds',
  'comparison: listRefunds',
  'comparison: $count',
  'cancel: PayPal look',
  'inbox: PayPal listRefunds',
  'outbox: PayPal listRefunds',
  'comparison: PayPal listRefunds',
  'PayPal listRefunds: before',
  'PayPal listRefunds: after',
  'PayPal listRefunds: slow',
];
