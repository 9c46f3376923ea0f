import { hearByRefusal, hearOfIt } from './given-back-elsewhere.ts';
import {
  ask,
  canPay,
  claim,
  create,
  giveUpWaiting,
  hearPaidBefore,
  keep,
  press,
  settle,
  workPayment,
} from './paying.ts';
import { allocate, firstInQueue, offerOpen, PLACES, piecesOf, place, restock } from './pieces.ts';
import { failRefund, hearOfPart, refundAll, refundPiece, refuseRefund, workRefund } from './refunds.ts';
import { decide, loseDispute, openDecisions, seenOf } from './reviews.ts';
import { isLive, Shop } from './shop.ts';
import {
  copyOf,
  decidedOf,
  type Line,
  liveLines,
  type Payment,
  type Provider,
  receivableOf,
  type State,
  tidy,
  type Work,
  type World,
} from './state.ts';
import { invoice, payInvoice } from './terms.ts';

const REQUESTS_AT_ONCE = 2;
/** Of a line whose quantity changes. */
const MOST_PIECES = 2;
const MOST_CHANGES = 2;
const BOTH: readonly Provider[] = ['A', 'B'];

/**
 * What purchases of several lines, their payments and the stock do to each other, as small as it can be said. Returns
 * every state that one step may lead to: a transaction, a call at a provider, a press of a person or a crash.
 * @param moves is given the moves that were taken: "purchase unpaid>paid"
 */
export function next(from: State, world: World, moves: Set<string>): (readonly [step: string, to: State])[] {
  const found: (readonly [string, State])[] = [];
  const now = new Shop(from, world, moves);
  /** `change` returns false where the step changes nothing. */
  const step = (name: string, change: (shop: Shop) => unknown) => {
    const shop = new Shop(copyOf(from), world, moves);
    if (change(shop) !== false) found.push([name, tidy(shop.s)]);
  };
  for (const [i, { payments }] of from.purchases.entries()) {
    buy(i);
    pressPay(i);
    change(i);
    serve(i);
    giveBack(i);
    for (const [a, payment] of payments.entries()) if (payment) pay(i, a, payment);
  }
  if (now.can('restock') && from.restocks > 0) step('restock 1', restock);
  if (from.old) step('old processes end', ({ s }) => Object.assign(s, { old: 0 }));
  for (const tool of [0, 1]) if (firstInQueue(now, tool)) step(`allocate ${tool}`, (shop) => allocate(shop, tool));
  for (const hook of from.hooks) step(`lost ${hook}`, ({ s }) => s.hooks.splice(s.hooks.indexOf(hook), 1));
  for (const [n, request] of from.requests.entries()) answer(n, request);
  for (const [n, job] of from.jobs.entries()) work(n, job);
  return found;

  function buy(i: number): void {
    const tools = world.lines[i] as readonly number[];
    if (now.purchase(i).st !== 'none') return;
    step(`place ${i}`, (shop) => place(shop, i, tools));
    if (from.requests.some((it) => it.i === i)) return;
    if (now.weak('offer looked up, then given'))
      step(`look ${i}`, ({ s }) => s.requests.push({ k: 'offer', i, a: Number(offerOpen(now, i)), step: 1 }));
    if (now.weak('credit looked at, then used') && from.exposure + tools.length <= (world.limit ?? 0))
      step(`look ${i}`, ({ s }) => s.requests.push({ k: 'credit', i, a: 0, step: 1 }));
  }
  function pressPay(i: number): void {
    const purchase = now.purchase(i);
    const { st, attempts } = purchase;
    if (!now.can('pay') || !canPay(now, purchase) || from.requests.length === REQUESTS_AT_ONCE) return;
    const a = attempts.findIndex(isLive);
    const live = attempts[a];
    const room = attempts.length < world.attempts;
    for (const provider of world.providers?.[i] ?? BOTH) {
      const other = live?.provider !== provider;
      if (live && !other && live.st !== 'capturing') step(`press ${i} ${provider}`, (it) => press(it, i, provider, a));
      else if (room && (!live || (other && now.weak('B opened while A is open'))))
        step(`press ${i} ${provider}`, (it) => press(it, i, provider, -1));
      else if (room && other && st === 'unpaid' && now.can('switch'))
        step(`switch ${i} to ${provider}`, (it) => ask(it, i, 'switch'));
    }
  }
  /** What ends or changes a purchase that is not paid. */
  function change(i: number): void {
    const purchase = now.purchase(i);
    const { st } = purchase;
    const early = st === 'unpaid' || st === 'approval';
    if (now.can('cancel') && early) step(`cancel ${i}`, (shop) => ask(shop, i, 'cancel'));
    if (now.can('cancel') && st === 'expiring') step(`cancel ${i}`, (shop) => shop.move(i, 'cancelling'));
    if (now.can('drop') && early && liveLines(purchase).length > 1) step(`drop ${i}.1`, (shop) => ask(shop, i, 'drop'));
    const pieces = liveLines(purchase)[0]?.quantity ?? 0;
    const changeable = st === 'unpaid' || (st === 'paid' && now.weak('another quantity after the payment'));
    const resizes = now.can('change') && changeable && purchase.version < MOST_CHANGES;
    if (resizes && pieces < MOST_PIECES) step(`more ${i}.0`, (shop) => ask(shop, i, 'more'));
    if (resizes && pieces > 1) step(`less ${i}.0`, (shop) => ask(shop, i, 'less'));
    if (now.can('expire') && st === 'unpaid' && liveLines(purchase).some((it) => it.held + it.waiting > 0))
      step(`hold ends ${i}`, (shop) => ask(shop, i, 'expire'));
    if (now.can('expire') && st === 'approval') step(`7 days over ${i}`, (shop) => ask(shop, i, 'cancel'));
    const again = now.weak('approved without looking at its state') && st === 'cancelled';
    if (now.can('approve') && (st === 'approval' || again))
      step(`approve ${i}`, (shop) => (now.onTerms ? invoice(shop, i) : shop.move(i, 'unpaid')));
  }
  /** Whether something is left of its payment that has not gone back and is not about to. */
  function hasMoney(i: number): boolean {
    const { paid } = now.purchase(i);
    return paid > 0 && decidedOf(now.purchase(i), paid - 1) < now.attempt(i, paid - 1).amount;
  }
  /** What becomes of a purchase that is paid, or will be. */
  function serve(i: number): void {
    const purchase = now.purchase(i);
    const { st, lines, refunds } = purchase;
    const settled = st === 'paid' || st === 'invoiced';
    for (const [n, { dropped, held, waiting, shipped, returned, givenUp }] of lines.entries()) {
      const unheld =
        (now.weak('refunded line shipped') && givenUp > returned) || (now.weak('what waits is shipped') && waiting > 0);
      if (now.can('ship') && settled && !dropped && (held > shipped || unheld))
        step(`ship ${i}.${n}`, (shop) => {
          (shop.purchase(i).lines[n] as Line).shipped += 1;
        });
      if (now.can('ship') && settled && shipped > 0)
        step(`take back ${i}.${n}`, (shop) => {
          (shop.purchase(i).lines[n] as Line).shipped -= 1;
        });
    }
    if (now.can('pay invoice') && st === 'invoiced' && receivableOf(purchase) > 0)
      step(`invoice paid ${i}`, (shop) => payInvoice(shop, i));
    const disputed = settled || (st === 'refund_due' && now.can('decide'));
    if (now.can('dispute') && disputed) step(`dispute ${i}`, (shop) => shop.move(i, 'review'));
    // What is under way is refused there then, as any refund may be.
    const lost = (st === 'paid' || st === 'review') && hasMoney(i) && !refunds.some((it) => it.st === 'sent');
    if (now.can('lose dispute') && lost) step(`lose dispute ${i}`, (shop) => loseDispute(shop, i));
    if (now.can('look first') && st === 'review')
      step(`admin looks ${i}`, (shop) => {
        shop.purchase(i).page = seenOf(purchase);
      });
    for (const decision of openDecisions(now, purchase))
      step(`review over ${i}: ${decision}`, (shop) => decide(shop, i, decision));
  }
  function giveBack(i: number): void {
    const { st, lines, refunds, paid } = now.purchase(i);
    const twice = now.weak('a line refunded twice') || (now.weak('credit note written twice') && now.onTerms);
    for (const [n, line] of lines.entries()) {
      if (!now.can('refund') || (st !== 'paid' && st !== 'invoiced') || line.dropped) continue;
      if (now.can('lose dispute') && !hasMoney(i)) continue;
      for (const at of PLACES)
        if (piecesOf(line, at) > 0) step(`refund ${i}.${n}`, (shop) => refundPiece(shop, i, n, at));
      if (twice && line.givenUp === line.quantity)
        step(`refund ${i}.${n}`, (shop) => refundPiece(shop, i, n, 'nowhere'));
    }
    const whole = lines.every((it) => it.givenUp === 0) || now.weak('whole refund beside a part');
    if (now.can('refund') && st === 'paid' && paid > 0 && whole && refunds.every((it) => it.line >= 0))
      step(`refund all ${i}`, (shop) => refundAll(shop, i));
    const decided = now.can('decide') || st !== 'refunded';
    for (const [n, it] of refunds.entries())
      if (now.can('refund fails') && it.st === 'succeeded' && decided && !refunds.some((other) => other.again))
        step(`refund fails at the provider ${i}`, (shop) => failRefund(shop, i, n));
  }
  /** What payers, banks and news of them do. */
  function pay(i: number, a: number, { s, out, twin, elsewhere, part }: Payment): void {
    const becomes = (name: string, to: Payment['s']) =>
      step(`${name} ${i}.${a}`, (shop) => {
        shop.payment(i, a).s = to;
        if (now.weak('no reconciliation') && s === 'open') shop.s.hooks.push(`${i}.${a}`);
      });
    const told = !now.weak('no reconciliation') || from.hooks.includes(`${i}.${a}`);
    const { provider } = now.attempt(i, a);
    if (s === 'open' && out && provider === 'A') becomes('confirm', 'paid');
    if (s === 'open' && out && provider === 'A' && now.can('mismatch'))
      step(`confirm what does not fit ${i}.${a}`, (shop) => Object.assign(shop.payment(i, a), { s: 'paid', fits: 0 }));
    if (s === 'open' && out && provider === 'B') becomes('payer approves', 'approved');
    if (s === 'approved' && told) step(`claim ${i}.${a}`, (shop) => claim(shop, i, a));
    if (s === 'pending') {
      becomes('bank says yes', 'paid');
      becomes('bank says no', 'closed');
      if (now.can('wait for a bank')) step(`pending for days ${i}.${a}`, (shop) => giveUpWaiting(shop, i));
    }
    if (s !== 'open' && s !== 'approved' && told) {
      step(`news ${i}.${a}`, (shop) => settle(shop, i, a));
      if (from.old) step(`news ${i}.${a}: old process`, (shop) => settle(shop, i, a, 1));
    }
    if (now.can('give back elsewhere') && s === 'paid' && !elsewhere && now.purchase(i).refunds.length === 0)
      step(`give back elsewhere ${i}.${a}`, (shop) => Object.assign(shop.payment(i, a), { elsewhere: 1 }));
    const mayPart = now.can('give back a part elsewhere') && s === 'paid' && part === 0;
    if (mayPart && now.payment(i, a).back < now.attempt(i, a).amount)
      step(`give back a part elsewhere ${i}.${a}`, (shop) => Object.assign(shop.payment(i, a), { part: 1 }));
    if (part === 1 && now.purchase(i).paid === a + 1)
      step(`news of a part given back ${i}.${a}`, (shop) => hearOfPart(shop, i, a));
    if (elsewhere) step(`news of what was given back ${i}.${a}`, (shop) => hearOfIt(shop, i, a));
    if (twin)
      step(`confirm twin ${i}.${a}`, (shop) => {
        shop.payment(i, a).twin = 0;
        shop.payment(i, a).more = 1;
      });
  }
  function answer(n: number, { k, i, a, step: at }: Work): void {
    const tools = world.lines[i] as readonly number[];
    step(`crash ${k} ${i}`, ({ s }) => s.requests.splice(n, 1));
    if (k === 'press' && at === 1) step(`press ${i}: provider`, (shop) => create(shop, n, from.old));
    if (k === 'press' && at === 1 && from.old) step(`press ${i}: provider, new process`, (shop) => create(shop, n, 0));
    if (k === 'press' && at === 2) step(`press ${i}: keep`, (shop) => keep(shop, n));
    if (k !== 'press')
      step(`place ${i} as seen`, (shop) => {
        shop.s.requests.splice(n, 1);
        if (k === 'credit') return place(shop, i, tools, { credit: true });
        return place(shop, i, tools.slice(0, 1), { offer: a === 1 ? 1 : 0 });
      });
  }
  function work(n: number, { k, i, a }: Work): void {
    step(`${k} ${i}.${a}`, (shop) =>
      k === 'refund' ? hearByRefusal(shop, n) || workRefund(shop, n) : workPayment(shop, n),
    );
    if (k === 'refund' && now.can('refund refused')) step(`refund refused ${i}.${a}`, (shop) => refuseRefund(shop, n));
    if (k !== 'capture' || now.payment(i, a).s !== 'approved') return;
    // Pending is no money yet, and nothing takes it back.
    step(`capture ${i}.${a}: pending`, (shop) => {
      shop.payment(i, a).s = 'pending';
    });
    step(`capture ${i}.${a}: declined`, (shop) => {
      shop.payment(i, a).s = 'closed';
    });
    if (now.can('paid before')) step(`capture ${i}.${a}: paid before`, (shop) => hearPaidBefore(shop, n));
  }
}
