import { openDecisions, type ReviewFacts, stateAfter } from '#model/orders/decision.ts';
import { DECISIONS, type OrderState } from '#model/orders/order.ts';
import { ORDER_LIFE } from '#model/orders/order-life.ts';
import { awaitsPayment, endsByLateMoney } from '#model/purchases/purchase-life.ts';

/**
 * What orders, payments and stock do to each other, as small as it can be said: several orders want the same pieces,
 * one step is one transaction, one call at the provider, one press of a customer or one crash. The moves of an order
 * are those of the shop's own table. A weakness leaves one safeguard out.
 */
export type Weakness =
  | 'no idempotency key'
  | 'no reconciliation'
  | 'stock back before the provider closed (cancel)'
  | 'stock back before the provider closed (expiry)'
  | 'secret without looking again'
  | 'late news end a later attempt'
  | 'two live attempts'
  | 'paid without looking at stock'
  | 'paid from any state'
  | 'late money kept'
  | 'shipped from any state'
  | 'undone after the mail left'
  | 'undone, and the mail not taken back'
  | 'taken back without a word'
  | 'released twice'
  | 'never released'
  | 'held without stock'
  | 'closing forgotten (cancel)'
  | 'closing forgotten (expiry)'
  | 'decided on what was seen'
  | 'decided to go on without looking'
  | 'put aside on what was listed';

type Attempt = 'creating' | 'open' | 'succeeded' | 'cancelled' | 'refunded';
interface Intent {
  s: 'open' | 'paid' | 'closed';
  /** Whether its secret has left the shop. */
  out: boolean;
  refunded: boolean;
}
interface Order {
  st: OrderState | 'none';
  hold: 0 | 1;
  /** The attempt that paid it, from 1; 0 for none. */
  paid: number;
  sent: 0 | 1;
  /** The mail that says that it was shipped: none, waiting, gone, or followed by one that says it was not. */
  mail: 0 | 'waits' | 'left' | 'denied';
  attempts: Attempt[];
  intents: (Intent | null)[];
  /** A second payment of the first attempt, made when no key held it back. */
  twin: Intent | null;
}
interface Work {
  k: 'press' | 'close' | 'refund';
  o: number;
  a: number;
  step: number;
}
export interface State {
  stock: number;
  orders: Order[];
  /** Requests under way: a crash loses them. */
  requests: Work[];
  /** What the outbox holds: a crash does not lose it. */
  jobs: Work[];
  /** Webhooks on their way; kept only when nothing else brings the news. */
  hooks: string[];
  /** Payments that the comparison was told of as unpaid, by a list or when it asked again: by now they may be paid. */
  seen: { o: number; a: number; asked: boolean }[];
  /** What happened that never may. */
  wrong?: string;
}

export interface World {
  readonly orders: number;
  readonly stock: number;
  readonly attempts: number;
  /** Whether refunds fail and people decide about what is in review: looked at with one order, or it takes minutes. */
  readonly decides: boolean;
  /** Whether payments are compared with the provider's list: looked at with one order as well. */
  readonly compares: boolean;
  readonly weaknesses: ReadonlySet<Weakness>;
}

export const START = ({ orders, stock }: World): State => ({
  stock,
  orders: Array.from({ length: orders }, () => ({
    st: 'none' as const,
    hold: 0 as const,
    paid: 0,
    sent: 0 as const,
    mail: 0 as const,
    attempts: [],
    intents: [],
    twin: null,
  })),
  requests: [],
  jobs: [],
  hooks: [],
  seen: [],
});

const LIVE: readonly Attempt[] = ['creating', 'open'];
const REQUESTS_AT_ONCE = 2;

// By hand: the general way takes ten times as long, and this is done a million times.
const copyOf = ({ stock, orders, requests, jobs, hooks, seen }: State): State => ({
  stock,
  orders: orders.map((it) => ({
    ...it,
    attempts: [...it.attempts],
    intents: it.intents.map((intent) => intent && { ...intent }),
    twin: it.twin && { ...it.twin },
  })),
  requests: requests.map((it) => ({ ...it })),
  jobs: jobs.map((it) => ({ ...it })),
  hooks: [...hooks],
  seen: seen.map((it) => ({ ...it })),
});

/** Every state that one step may lead to, with the step's name. */
export function next(from: State, world: World): (readonly [step: string, to: State])[] {
  const weak = (it: Weakness) => world.weaknesses.has(it);
  const found: (readonly [string, State])[] = [];
  const step = (name: string, change: (s: State) => void) => {
    const s = copyOf(from);
    change(s);
    found.push([name, s]);
  };

  from.orders.forEach((order, o) => {
    const { st } = order;
    if (st === 'none' && from.stock > 0) step(`place ${o}`, (s) => take(s, o, 'unpaid'));
    if (st === 'unpaid' && from.requests.length < REQUESTS_AT_ONCE) {
      const live = order.attempts.findIndex((it) => LIVE.includes(it));
      const another = live < 0 || weak('two live attempts');
      const canHold = order.hold || from.stock > 0 || weak('held without stock');
      if (canHold && (!another || order.attempts.length < world.attempts))
        step(`press ${o}`, (s) => {
          const it = s.orders[o] as Order;
          if (!it.hold) take(s, o, 'unpaid');
          if (another) it.intents[it.attempts.push('creating') - 1] = null;
          s.requests.push({ k: 'press', o, a: another ? it.attempts.length - 1 : live, step: 1 });
        });
    }
    if (st === 'unpaid' || st === 'expiring') step(`cancel ${o}`, (s) => cancel(s, o));
    if (st === 'unpaid' && order.hold) step(`expire ${o}`, (s) => expire(s, o));
    if (st === 'paid' || (weak('shipped from any state') && st === 'cancelled'))
      step(`ship ${o}`, (s) => {
        const it = s.orders[o] as Order;
        if (world.decides) it.sent = 1;
        if (it.mail !== 'left') it.mail = 'waits';
        move(s, o, 'shipped');
      });
    if (order.mail === 'waits') step(`shipping mail ${o}`, (s) => ((s.orders[o] as Order).mail = 'left'));
    if (st === 'shipped' && (order.mail === 'waits' || weak('undone after the mail left')))
      step(`undo shipping ${o}`, (s) => {
        const it = s.orders[o] as Order;
        it.sent = 0;
        if (it.mail === 'waits' && !weak('undone, and the mail not taken back')) it.mail = 0;
        move(s, o, 'paid');
      });
    if (st === 'shipped' && order.mail === 'left')
      step(`take back ${o}`, (s) => {
        const it = s.orders[o] as Order;
        it.sent = 0;
        if (!weak('taken back without a word')) it.mail = 'denied';
        move(s, o, 'paid');
      });
    if ((st === 'paid' || st === 'shipped') && order.paid > 0) step(`dispute ${o}`, (s) => move(s, o, 'review'));
    if (world.decides && st === 'refunded' && order.intents[order.paid - 1]?.refunded)
      step(`refund fails ${o}`, (s) => {
        (s.orders[o]?.intents[order.paid - 1] as Intent).refunded = false;
        move(s, o, 'review');
      });
    if (world.decides && st === 'review') decide(o, order);
    if (weak('decided on what was seen') && st === 'refund_due')
      step(`decide ${o}: keep`, (s) => move(s, o, order.sent ? 'shipped' : 'paid'));
    order.intents.forEach((intent, a) => {
      if (!intent) return;
      if (intent.s === 'open' && intent.out)
        step(`confirm ${o}.${a}`, (s) => {
          (s.orders[o]?.intents[a] as Intent).s = 'paid';
          if (weak('no reconciliation')) s.hooks = [...new Set([...s.hooks, `${o}.${a}`])].sort();
        });
      const listed = from.seen.some((it) => it.o === o && it.a === a);
      if (world.compares && intent.s === 'open' && intent.out && !listed)
        step(`list ${o}.${a}`, (s) => s.seen.push({ o, a, asked: false }));
      const told = !weak('no reconciliation') || from.hooks.includes(`${o}.${a}`);
      if (intent.s !== 'open' && told) step(`news ${o}.${a}`, (s) => settle(s, o, a));
    });
    if (order.twin?.s === 'open') step(`confirm ${o}.twin`, (s) => ((s.orders[o]?.twin as Intent).s = 'paid'));
  });
  for (const hook of from.hooks) step(`lost ${hook}`, (s) => (s.hooks = s.hooks.filter((it) => it !== hook)));
  from.requests.forEach((request, i) => {
    step(`crash ${request.o}`, (s) => s.requests.splice(i, 1));
    if (request.step === 1) step(`press ${request.o}: provider`, (s) => create(s, i));
    else step(`press ${request.o}: keep`, (s) => keep(s, i));
  });
  for (const [i, look] of from.seen.entries()) step(`compare ${look.o}.${look.a}`, (s) => compare(s, i));
  for (const [i, job] of from.jobs.entries()) step(`${job.k} ${job.o}.${job.a}`, (s) => work(s, i));
  return found;

  /** What an admin may decide, as the shop's own rule has it, and what that does. */
  function decide(o: number, { paid, hold, attempts, sent }: Order): void {
    const a = paid - 1;
    const settled = hold === 1 && attempts[a] === 'succeeded';
    const facts: ReviewFacts = { reason: 'dispute', settled, extra: false, shipped: sent === 1 };
    const open = weak('decided to go on without looking') ? DECISIONS : openDecisions(facts);
    for (const decision of open)
      step(`decide ${o}: ${decision}`, (s) => {
        const order = s.orders[o] as Order;
        const to = stateAfter(decision, facts);
        if (decision === 'keep') return move(s, o, to);
        if (order.hold) release(s, o, to);
        else move(s, o, to);
        if (decision === 'close') {
          order.attempts[a] = 'refunded';
          // By another way than the shop's.
          (order.intents[a] as Intent).refunded = true;
        } else {
          if (order.attempts[a] === 'refunded') order.attempts[a] = 'cancelled';
          post(s, 'refund', o, a);
        }
      });
  }
  function move(s: State, o: number, to: OrderState): void {
    const order = s.orders[o] as Order;
    const arrows: readonly string[] = order.st === 'none' ? ['unpaid'] : ORDER_LIFE[order.st];
    if (order.st !== to && !arrows.includes(to)) s.wrong = `${order.st} is no way to ${to}`;
    order.st = to;
  }
  function take(s: State, o: number, to: OrderState): void {
    s.stock -= 1;
    (s.orders[o] as Order).hold = 1;
    move(s, o, to);
  }
  function release(s: State, o: number, to: OrderState): void {
    const order = s.orders[o] as Order;
    if (!weak('never released') && (order.hold || weak('released twice'))) s.stock += 1;
    order.hold = 0;
    move(s, o, to);
  }
  function post(s: State, k: Work['k'], o: number, a: number): void {
    if (!s.jobs.some((it) => it.k === k && it.o === o && it.a === a)) s.jobs.push({ k, o, a, step: 1 });
  }
  function cancel(s: State, o: number): void {
    const order = s.orders[o] as Order;
    const live = order.attempts.findIndex((it) => LIVE.includes(it));
    if (order.attempts[live] === 'open') {
      if (!weak('closing forgotten (cancel)') && order.st === 'unpaid') post(s, 'close', o, live);
      if (weak('stock back before the provider closed (cancel)') && order.st === 'unpaid') release(s, o, 'cancelled');
      else move(s, o, 'cancelling');
    } else if (order.st === 'unpaid') {
      if (live >= 0) order.attempts[live] = 'cancelled';
      release(s, o, 'cancelled');
    }
  }
  function expire(s: State, o: number): void {
    const order = s.orders[o] as Order;
    const live = order.attempts.findIndex((it) => LIVE.includes(it));
    if (order.attempts[live] !== 'open') {
      if (live >= 0) order.attempts[live] = 'cancelled';
      release(s, o, 'unpaid');
    } else if (weak('stock back before the provider closed (expiry)')) release(s, o, 'unpaid');
    else {
      move(s, o, 'expiring');
      if (!weak('closing forgotten (expiry)')) post(s, 'close', o, live);
    }
  }
  /** What does not count as paid here waits for other ways; the rest is asked for again, and put aside if it is not. */
  function compare(s: State, i: number): void {
    const [{ o, a, asked }] = s.seen.splice(i, 1) as [State['seen'][number]];
    const order = s.orders[o] as Order;
    if (order.attempts[a] !== 'succeeded') return;
    const intent = order.intents[a] as Intent;
    if (asked || weak('put aside on what was listed')) {
      if (intent.s === 'paid') s.wrong = 'put aside as unpaid though it is paid';
      move(s, o, 'review');
    } else if (intent.s !== 'paid') s.seen.push({ o, a, asked: true });
  }
  function create(s: State, i: number): void {
    const { o, a } = s.requests[i] as Work;
    const order = s.orders[o] as Order;
    (s.requests[i] as Work).step = 2;
    const made: Intent = { s: 'open', out: false, refunded: false };
    if (!order.intents[a]) order.intents[a] = made;
    else if (weak('no idempotency key') && !order.twin) order.twin = { ...made, out: true };
  }
  function keep(s: State, i: number): void {
    const [{ o, a }] = s.requests.splice(i, 1) as [Work];
    const order = s.orders[o] as Order;
    const intent = order.intents[a] as Intent;
    const waits = order.st === 'unpaid' && order.hold === 1 && LIVE.includes(order.attempts[a] as Attempt);
    if (waits) order.attempts[a] = 'open';
    if (intent.s !== 'open') settle(s, o, a);
    else if (waits || weak('secret without looking again')) intent.out = true;
  }
  function settle(s: State, o: number, a: number): void {
    const order = s.orders[o] as Order;
    const intent = order.intents[a] as Intent;
    if (intent.s === 'closed') closeAttempt(s, o, a);
    if (intent.s !== 'paid' || order.paid === a + 1) return;
    const from = order.st as OrderState;
    const moving = from === 'shipped' ? 'paid' : from;
    const waiting = awaitsPayment(moving);
    if (weak('paid from any state') ? from === 'cancelled' || waiting : waiting) {
      if (!order.hold && s.stock > 0 && !weak('paid without looking at stock')) take(s, o, from);
      if (order.hold || weak('paid without looking at stock')) {
        order.attempts.forEach((it, other) => {
          if (other === a || !LIVE.includes(it)) return;
          order.attempts[other] = 'cancelled';
          if (order.intents[other]) post(s, 'close', o, other);
        });
        order.attempts[a] = 'succeeded';
        order.paid = a + 1;
        move(s, o, 'paid');
        return;
      }
    }
    if (weak('late money kept')) return;
    if (endsByLateMoney(moving)) move(s, o, 'refund_due');
    if (!intent.refunded) post(s, 'refund', o, a);
  }
  function closeAttempt(s: State, o: number, a: number): void {
    const order = s.orders[o] as Order;
    if (LIVE.includes(order.attempts[a] as Attempt)) order.attempts[a] = 'cancelled';
    if (order.attempts.some((it) => LIVE.includes(it)) && !weak('late news end a later attempt')) return;
    if (order.st === 'expiring') release(s, o, 'unpaid');
    if (order.st === 'cancelling') release(s, o, 'cancelled');
  }
  function work(s: State, i: number): void {
    const job = s.jobs[i] as Work;
    const { k, o, a } = job;
    const order = s.orders[o] as Order;
    const intent = order.intents[a] as Intent;
    if (k === 'close' && intent.s === 'open') intent.s = 'closed';
    else if (k === 'refund' && !intent.refunded) intent.refunded = true;
    else {
      s.jobs.splice(i, 1);
      if (k === 'close') settle(s, o, a);
      else order.attempts[a] = 'refunded';
      if (k === 'close' || order.st !== 'refund_due') return;
      if (order.hold) release(s, o, 'refunded');
      else move(s, o, 'refunded');
    }
  }
}
