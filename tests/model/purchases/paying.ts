import { leads } from '#model/kernel/life.ts';
import { awaitsPayment, PURCHASE_LIFE } from '#model/purchases/purchase-life.ts';
import { holdAgain, release, resize } from './pieces.ts';
import { refund } from './refunds.ts';
import { isClosing, isLive, type Shop } from './shop.ts';
import {
  amountOf,
  type Flag,
  hasPieces,
  type Line,
  liveLines,
  type Provider,
  type Purchase,
  type Wish,
  type Work,
} from './state.ts';

export const canPay = (shop: Shop, { st }: Purchase): boolean =>
  st === 'unpaid' || (st === 'approval' && shop.weak('paid while it waits for approval'));

/** With the live attempt of this provider, or, for -1, another. */
export function press(shop: Shop, i: number, provider: Provider, live: number): boolean {
  if (!holdAgain(shop, i)) return false;
  const purchase = shop.purchase(i);
  let a = live;
  if (a < 0) {
    const { version } = purchase;
    a = purchase.attempts.push({ provider, st: 'creating', amount: amountOf(purchase), version }) - 1;
    purchase.payments.push(null);
  }
  shop.s.requests.push({ k: 'press', i, a, step: 1 });
  return true;
}

/** The call of a press: the provider knows its key. */
export function create(shop: Shop, n: number, old: Flag): void {
  const request = shop.s.requests[n] as Work;
  const { i, a } = request;
  const { payments } = shop.purchase(i);
  const known = payments[a];
  request.step = 2;
  if (!known)
    payments[a] = { s: 'open', out: 0, fits: 1, old, back: 0, elsewhere: 0, part: 0, keys: [], twin: 0, more: 0 };
  else if (shop.weak('no idempotency key') && shop.attempt(i, a).provider === 'A') known.twin = 1;
}

/** The secret, or the link to approve the payment, leaves only if all is as it was when the button was pressed. */
export function keep(shop: Shop, n: number): void {
  const [{ i, a }] = shop.s.requests.splice(n, 1) as [Work];
  const purchase = shop.purchase(i);
  const attempt = shop.attempt(i, a);
  const payment = shop.payment(i, a);
  const opens = (attempt.st === 'creating' || attempt.st === 'open') && attempt.version === purchase.version;
  const still = opens && canPay(shop, purchase) && hasPieces(purchase);
  if (still) shop.moveAttempt(attempt, 'open');
  if (payment.s === 'open' && (still || shop.weak('secret without looking again'))) payment.out = 1;
}

const CLOSING = {
  drop: 'changing',
  more: 'changing',
  less: 'changing',
  switch: 'changing',
  cancel: 'cancelling',
  expire: 'expiring',
} as const;

/** Somebody wants the purchase otherwise: first the live attempt is closed, then the wish is done. */
export function ask(shop: Shop, i: number, wish: Wish): void {
  const purchase = shop.purchase(i);
  const a = purchase.attempts.findIndex(isLive);
  const attempt = purchase.attempts[a];
  const resizes = wish === 'more' || wish === 'less';
  const left =
    (wish === 'drop' && shop.weak('dropped line, attempt left open')) ||
    (resizes && shop.weak('another quantity, attempt left open'));
  if (attempt && !left) {
    const { st, provider } = attempt;
    const given = provider === 'B' && (st === 'open' || shop.weak('closing does not wait for a capture'));
    if (st === 'creating' || given) shop.moveAttempt(attempt, 'cancelled');
    else {
      if (provider === 'A' && !shop.weak('closing forgotten')) shop.post('close', i, a);
      const early =
        (wish === 'cancel' && shop.weak('stock back before A closed (cancel)')) ||
        (wish === 'expire' && shop.weak('stock back before A closed (end of hold)'));
      if (shop.weak('stock back while A closes')) for (const line of liveLines(purchase)) release(shop, line);
      if (!early) {
        // Another quantity is asked for again once nothing is open.
        if (CLOSING[wish] === 'changing') purchase.wish = resizes ? 'switch' : wish;
        shop.move(i, CLOSING[wish]);
        return;
      }
    }
  }
  fulfil(shop, i, wish);
}

function fulfil(shop: Shop, i: number, wish: Wish): void {
  const { s } = shop;
  const purchase = shop.purchase(i);
  purchase.wish = '';
  if (wish === 'drop') {
    const line = purchase.lines[1] as Line;
    release(shop, line);
    line.dropped = 1;
    line.givenUp = line.quantity;
    purchase.version += 1;
    if (shop.onTerms) s.exposure -= line.cents;
  } else if (wish === 'more' || wish === 'less') {
    const [line] = liveLines(purchase);
    if (line && resize(shop, line, wish === 'more' ? 1 : -1)) purchase.version += 1;
  } else if (wish !== 'switch') {
    for (const line of liveLines(purchase)) release(shop, line);
    if (shop.onTerms && !shop.weak('rejection keeps its credit')) s.exposure -= amountOf(purchase);
  }
  if (wish === 'cancel') shop.move(i, 'cancelled');
  else if (isClosing(purchase.st)) shop.move(i, 'unpaid');
}

/** B: the shop alone captures, after it has claimed the attempt, so that nothing else ends it meanwhile. */
export function claim(shop: Shop, i: number, a: number): boolean {
  const purchase = shop.purchase(i);
  const attempt = shop.attempt(i, a);
  const payment = shop.payment(i, a);
  if (shop.weak('B captured without claiming it first') && attempt.st === 'cancelled' && payment.out) {
    payment.s = 'paid';
    return true;
  }
  if (purchase.st !== 'unpaid' || attempt.st !== 'open' || attempt.version !== purchase.version) return false;
  if (!hasPieces(purchase)) return false;
  shop.moveAttempt(attempt, 'capturing');
  shop.post('capture', i, a);
  return true;
}

/** The one way in which news of a payment change anything. `old`: by a process that knows orders alone. */
export function settle(shop: Shop, i: number, a: number, old: Flag = 0): void {
  const purchase = shop.purchase(i);
  const { st, paid, refunds } = purchase;
  const attempt = shop.attempt(i, a);
  const payment = shop.payment(i, a);
  const { s } = payment;
  if (s === 'closed') closed(shop, i, a);
  if (s !== 'paid' && !(s === 'pending' && shop.weak('capture pending taken as paid'))) return;
  if (paid === a + 1 || refunds.some((it) => it.attempt === a && it.line === -1)) return;
  const waits = canPay(shop, purchase) || (st !== 'none' && awaitsPayment(st));
  const same = attempt.amount === amountOf(purchase) && attempt.version === purchase.version;
  const known = payment.old === old || !shop.weak('a migrated purchase has an id of its own');
  const fits =
    (same || shop.weak('dropped line, attempt left open')) &&
    (payment.fits || shop.weak('paid without comparing')) &&
    known;
  if (same && payment.fits && !known) shop.s.wrong = 'its own money put aside';
  if (st === 'review') {
    // It was waited for: people decide now that it is there.
    if (isLive(attempt)) shop.moveAttempt(attempt, 'succeeded');
    if (paid === 0) purchase.paid = a + 1;
  } else if ((waits || st === 'cancelled') && !fits) toReview(shop, i, a);
  else if (waits && (holdAgain(shop, i) || shop.weak('paid without looking at stock'))) {
    closeOthers(shop, i, a);
    shop.moveAttempt(attempt, 'succeeded');
    purchase.paid = a + 1;
    purchase.wish = '';
    shop.move(i, 'paid');
  } else if (!shop.weak('late money kept')) returnLate(shop, i, a);
}

function closed(shop: Shop, i: number, a: number): void {
  const attempt = shop.attempt(i, a);
  if (isLive(attempt)) shop.moveAttempt(attempt, 'cancelled');
  endClosing(shop, i);
}

/** Once no attempt is live, what the purchase was closed for is done. */
export function endClosing(shop: Shop, i: number): void {
  const { st, wish, attempts } = shop.purchase(i);
  if (attempts.some(isLive) && !shop.weak('late news end a later attempt')) return;
  if (st === 'cancelling') fulfil(shop, i, 'cancel');
  if (st === 'expiring') fulfil(shop, i, 'expire');
  if (st === 'changing' && wish) fulfil(shop, i, wish);
}

function closeOthers(shop: Shop, i: number, a: number): void {
  const { attempts, payments } = shop.purchase(i);
  for (const [other, attempt] of attempts.entries()) {
    if (other === a || !isLive(attempt)) continue;
    shop.moveAttempt(attempt, 'cancelled');
    if (attempt.provider === 'A' && payments[other]) shop.post('close', i, other);
  }
}

/** Money that is not what the purchase waits for. */
function toReview(shop: Shop, i: number, a: number): void {
  const purchase = shop.purchase(i);
  const attempt = shop.attempt(i, a);
  closeOthers(shop, i, a);
  if (isLive(attempt)) shop.moveAttempt(attempt, 'succeeded');
  purchase.paid = a + 1;
  purchase.wish = '';
  shop.move(i, 'review');
}

/** PayPal's capture is pending, and nothing ends that but its bank. */
export function giveUpWaiting(shop: Shop, i: number): boolean {
  const purchase = shop.purchase(i);
  if (purchase.st === 'none' || !awaitsPayment(purchase.st)) return false;
  purchase.wish = '';
  shop.move(i, 'review');
  return true;
}

/** B has the money of a payment that the shop has forgotten: nothing may be paid beside it before people have decided. */
export function hearPaidBefore(shop: Shop, n: number): void {
  const { i, a } = shop.s.jobs[n] as Work;
  Object.assign(shop.payment(i, a), { s: 'closed', more: 1 });
  if (shop.weak('paid before counts as declined')) return;
  shop.s.jobs.splice(n, 1);
  const purchase = shop.purchase(i);
  shop.moveAttempt(shop.attempt(i, a), 'cancelled');
  purchase.wish = '';
  shop.move(i, 'review');
}

/** Money that came too late, that has no pieces, or that came a second time. */
function returnLate(shop: Shop, i: number, a: number): void {
  const purchase = shop.purchase(i);
  const attempt = shop.attempt(i, a);
  if (isLive(attempt)) shop.moveAttempt(attempt, 'succeeded');
  if (purchase.paid === 0 && leads(PURCHASE_LIFE, purchase.st, 'refund_due')) {
    closeOthers(shop, i, a);
    for (const line of liveLines(purchase)) release(shop, line);
    purchase.wish = '';
    shop.move(i, 'refund_due');
  }
  refund(shop, i, { attempt: a, line: -1, amount: attempt.amount });
}

/** The call at the provider, then what its answer changes. */
export function workPayment(shop: Shop, n: number): boolean {
  const { k, i, a } = shop.s.jobs[n] as Work;
  const payment = shop.payment(i, a);
  if (k === 'close' && payment.s === 'open') payment.s = 'closed';
  else if (k === 'capture' && payment.s === 'approved') payment.s = 'paid';
  else if (payment.s === 'pending' && !shop.weak('capture pending taken as paid')) return false;
  else {
    shop.s.jobs.splice(n, 1);
    settle(shop, i, a);
  }
  return true;
}
