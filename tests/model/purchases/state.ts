import type { PurchaseState, RefundState } from '#model/purchases/purchase-life.ts';

/** Of the payment's, without refunds, which are rows of their own: late money leaves a cancelled attempt as it is. */
export const ATTEMPT_LIFE = {
  creating: ['open', 'cancelled'],
  open: ['capturing', 'succeeded', 'cancelled'],
  capturing: ['succeeded', 'cancelled'],
  succeeded: [],
  cancelled: [],
} as const;
export type AttemptState = keyof typeof ATTEMPT_LIFE;

/** 1 where it is so. */
export type Flag = 0 | 1;

/** The counters are the columns of a line, and move as they do. */
export interface Line {
  tool: number;
  quantity: number;
  /** What it costs: quantity x price, less the guard. */
  cents: number;
  /** Held or shipped. */
  held: number;
  /** Promised from the next restock. */
  waiting: number;
  /** The order in which pieces of a tool that is restocked were asked for; 0 for other tools. */
  turn: number;
  shipped: number;
  /** Of the given up, those that had been shipped. */
  returned: number;
  givenUp: number;
  /** Before the purchase was paid. */
  dropped: Flag;
}

export interface Attempt {
  provider: Provider;
  st: AttemptState;
  amount: number;
  /** The version of the purchase that it pays. */
  version: number;
}

/** An attempt as its provider knows it. */
export interface Payment {
  s: 'open' | 'approved' | 'pending' | 'paid' | 'closed';
  /** Whether the secret, or the link to approve it, has left the shop. */
  out: Flag;
  /** Whether amount, currency and metadata are those of the attempt. */
  fits: Flag;
  /** Whether an older process made it, which knows the order alone. */
  old: Flag;
  back: number;
  /** Whether people gave it back at the provider, and the shop has not heard of it. */
  elsewhere: Flag;
  /** The same of a part of it, one unit of money, once: 2 when the shop has heard. */
  part: Flag | 2;
  /** Of the refunds, in the order in which they came. */
  keys: string[];
  /** A second payment of the same attempt, made when no key held it back: open, and paid. */
  twin: Flag;
  more: Flag;
}

export interface Refund {
  attempt: number;
  /** -1 for whatever is left of the payment, -2 for what was given back at the provider, or taken by a bank, for no pieces. */
  line: number;
  amount: number;
  st: RefundState;
  /** Whether it failed, or replaces one that did. */
  again: Flag;
}

export interface Purchase {
  st: PurchaseState | 'none';
  /** What is done once the attempt is closed, while the purchase is changing. */
  wish: '' | Wish;
  version: number;
  /** Comes back with the end of the purchase, and stays back if that is taken up again. */
  offer: Flag;
  /** The attempt whose money it has, from 1; 0 for none. In review that money may not be what it should be. */
  paid: number;
  invoiced: number;
  credited: number;
  received: number;
  lines: Line[];
  attempts: Attempt[];
  payments: (Payment | null)[];
  refunds: Refund[];
  /** How many failed refunds an admin sees who is about to decide, from 1 for none; 0 for nobody. */
  page: number;
}

export interface Work {
  k: 'press' | 'offer' | 'credit' | 'close' | 'capture' | 'refund';
  i: number;
  /** An attempt, of a refund its number, or what was seen. */
  a: number;
  step: number;
}

export interface State {
  stock: number[];
  /** Pieces that were put in, less those that left for good. */
  put: number[];
  restocks: number;
  turn: number;
  /** Whether older processes run beside the new. */
  old: Flag;
  /** What the company owes or will. */
  exposure: number;
  purchases: Purchase[];
  /** Requests under way: a crash loses them. */
  requests: Work[];
  /** What the outbox holds: a crash does not lose it. */
  jobs: Work[];
  /** Webhooks on their way; kept only when nothing else brings the news. */
  hooks: string[];
  /** What happened that never may. */
  wrong?: string;
}

/** With A the browser confirms and the shop can close; with B the payer approves, the shop captures, nothing closes. */
export type Provider = 'A' | 'B';
export type Wish = 'drop' | 'more' | 'less' | 'switch' | 'cancel' | 'expire';

export interface World {
  /** Of both tools. */
  readonly stock: readonly [number, number];
  /** Who buys, and the tools of the lines, for each purchase. */
  readonly buyers: readonly number[];
  readonly lines: readonly (readonly number[])[];
  readonly attempts: number;
  /** For each purchase, both if not said. */
  readonly providers?: readonly (readonly Provider[])[];
  /** Of the second tool, which may be sold before it is there. */
  readonly restocks?: number;
  readonly approval?: true;
  /** Of each line; one piece for 1 if not said. `guard`: what is off, so that more pieces never cost less. */
  readonly line?: { readonly quantity: number; readonly price: number; readonly guard: number };
  /** Of the company, for what is bought on terms. */
  readonly limit?: number;
  /** What may happen besides that purchases are placed. */
  readonly does: readonly Deed[];
  readonly weaknesses: ReadonlySet<Weakness>;
}

export type Deed =
  | 'pay'
  | 'cancel'
  | 'drop'
  | 'change'
  | 'expire'
  | 'switch'
  | 'ship'
  | 'refund'
  | 'refund fails'
  | 'dispute'
  | 'lose dispute'
  | 'restock'
  | 'approve'
  | 'terms'
  | 'pay invoice'
  | 'mismatch'
  | 'refund refused'
  | 'wait for a bank'
  | 'paid before'
  | 'decide'
  | 'look first'
  | 'give back elsewhere'
  | 'give back a part elsewhere'
  | 'migrate';

/** A safeguard that is left out. */
export type Weakness =
  | 'lines taken one by one'
  | 'released twice'
  | 'never released'
  | 'stock back before A closed (cancel)'
  | 'stock back before A closed (end of hold)'
  | 'dropped line, attempt left open'
  | 'another quantity, attempt left open'
  | 'more pieces without stock'
  | 'fewer pieces, all stay held'
  | 'fewer pieces, all stay in the queue'
  | 'another quantity after the payment'
  | 'paid without looking at stock'
  | 'B captured without claiming it first'
  | 'closing does not wait for a capture'
  | 'B opened while A is open'
  | 'no idempotency key'
  | 'secret without looking again'
  | 'late news end a later attempt'
  | 'closing forgotten'
  | 'no reconciliation'
  | 'capture pending taken as paid'
  | 'late money kept'
  | 'a new key for each try of a refund'
  | 'a line refunded twice'
  | 'refunded line shipped'
  | 'refund forgotten after a crash'
  | 'failed refund counts as done'
  | 'whole refund beside a part'
  | 'paid while it waits for approval'
  | 'approved without looking at its state'
  | 'credit looked at, then used'
  | 'credit note written twice'
  | 'rejection keeps its credit'
  | 'offer looked up, then given'
  | 'newcomers pass the queue'
  | 'a dropped line stays in the queue'
  | 'stock back while A closes'
  | 'paid without comparing'
  | 'closed while a refund is under way'
  | 'what was given by hand is sent again'
  | 'closed before the bank has answered'
  | 'paid before counts as declined'
  | 'the offer follows the state'
  | 'the key of a refund is its line and amount'
  | 'refunded at the price of a piece'
  | 'each part rounded alone'
  | 'what waited and was given up stays in the queue'
  | 'what waits is shipped'
  | 'what was given back elsewhere ends no closing'
  | 'a part given back elsewhere is given back again'
  | 'a part given back elsewhere leaves what is due'
  | 'a lost dispute counts as nothing'
  | 'a lost dispute is known by its amount'
  | 'what was given back elsewhere is known by its amount'
  | 'a refund that fails in a review begins no other'
  | 'a migrated purchase has an id of its own';

export const START = ({ stock, restocks = 0, buyers, does }: World): State => ({
  stock: [...stock],
  put: [...stock],
  restocks,
  turn: 0,
  old: does.includes('migrate') ? 1 : 0,
  exposure: 0,
  purchases: buyers.map(() => ({
    st: 'none',
    wish: '',
    version: 0,
    offer: 0,
    paid: 0,
    invoiced: 0,
    credited: 0,
    received: 0,
    lines: [],
    attempts: [],
    payments: [],
    refunds: [],
    page: 0,
  })),
  requests: [],
  jobs: [],
  hooks: [],
});

// By hand: the general way takes ten times as long, and this is done a million times.
export const copyOf = (s: State): State => ({
  ...s,
  stock: [...s.stock],
  put: [...s.put],
  purchases: s.purchases.map((it) => ({
    ...it,
    lines: it.lines.map((line) => ({ ...line })),
    attempts: it.attempts.map((attempt) => ({ ...attempt })),
    payments: it.payments.map((payment) => payment && { ...payment, keys: [...payment.keys] }),
    refunds: it.refunds.map((refund) => ({ ...refund })),
  })),
  requests: s.requests.map((it) => ({ ...it })),
  jobs: s.jobs.map((it) => ({ ...it })),
  hooks: [...s.hooks],
});

/** Makes states equal that differ only in what has no consequence: the order of work, and how long a queue has been. */
export function tidy(s: State): State {
  if (s.requests.length > 1) s.requests.sort(byKind);
  if (s.jobs.length > 1) s.jobs.sort(byKind);
  if (s.turn === 0) return s;
  const lines = s.purchases.flatMap((it) => it.lines);
  for (const line of lines) if (line.dropped) line.turn = 0;
  const queue = lines.filter((it) => it.turn > 0).sort((a, b) => a.turn - b.turn);
  for (const [i, line] of queue.entries()) line.turn = i + 1;
  s.turn = queue.length;
  return s;
}

const byKind = (a: Work, b: Work) => {
  const one = `${a.k}${a.i}${a.a}${a.step}`;
  const other = `${b.k}${b.i}${b.a}${b.step}`;
  return one < other ? -1 : Number(one > other);
};

export const liveLines = ({ lines }: Purchase): Line[] => lines.filter((it) => !it.dropped);

/** Whether every line has its pieces, or the promise of them. */
export const hasPieces = (purchase: Purchase): boolean =>
  liveLines(purchase).every((it) => it.held + it.waiting + it.givenUp >= it.quantity);

export const amountOf = (purchase: Purchase): number => liveLines(purchase).reduce((sum, it) => sum + it.cents, 0);

/** Of so many pieces of a line: parts are differences of it, and add up to the line. */
export const partOf = ({ cents, quantity }: Line, given: number): number =>
  Math.floor((cents * given + Math.floor(quantity / 2)) / quantity);

/** For the pieces that were given up. */
export const owedOf = (purchase: Purchase): number =>
  liveLines(purchase).reduce((sum, it) => sum + partOf(it, it.givenUp), 0);

export const isGivenUp = (purchase: Purchase): boolean => liveLines(purchase).every((it) => it.givenUp === it.quantity);

/** Whether its money is on its way back. */
export const isOpen = ({ st }: Refund): boolean => st === 'due' || st === 'sent';

/** Of a payment: what went back and what will. */
export const decidedOf = ({ refunds }: Purchase, attempt: number): number =>
  refunds.filter((it) => it.attempt === attempt && it.st !== 'failed').reduce((sum, it) => sum + it.amount, 0);

export const receivableOf = ({ invoiced, credited, received }: Purchase): number =>
  Math.max(invoiced - credited - received, 0);
