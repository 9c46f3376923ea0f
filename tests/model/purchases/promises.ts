import { isClosing, isLive, isOver } from './shop.ts';
import {
  amountOf,
  decidedOf,
  hasPieces,
  isGivenUp,
  type Line,
  liveLines,
  owedOf,
  type Purchase,
  receivableOf,
  type State,
  type World,
} from './state.ts';

/**
 * What must hold in every state.
 * @param alsoSecrets false leaves out that nobody can pay what is not held, which hides all that would come of it
 */
export function broken(s: State, world: World, alsoSecrets: boolean): string | undefined {
  if (s.wrong) return s.wrong;
  const all = s.purchases.flatMap((it) => it.lines);
  for (const tool of [0, 1]) {
    const lines = all.filter((it) => it.tool === tool);
    const stock = s.stock[tool] as number;
    if (stock < 0) return 'stock below zero';
    if (stock + pieces(lines, 'held') !== s.put[tool]) return 'a piece appeared or vanished';
    for (const { held, turn } of lines) {
      const earlier = lines.filter((it) => !it.dropped && it.turn < turn);
      if (held > 0 && pieces(earlier, 'waiting') > stock) return 'a later line was served first';
    }
  }
  for (const purchase of s.purchases) {
    const what = brokenLine(purchase) ?? brokenPurchase(purchase) ?? brokenPayment(purchase, alsoSecrets);
    if (what) return what;
  }
  return world.limit === undefined ? brokenOffer(s, world) : brokenAccount(s, world.limit);
}

const pieces = (lines: readonly Line[], of: 'held' | 'waiting') => lines.reduce((sum, it) => sum + it[of], 0);

function brokenLine({ lines }: Purchase): string | undefined {
  for (const { dropped, quantity, held, waiting, shipped, givenUp } of lines) {
    if (dropped && held + waiting > 0) return 'a dropped line keeps or awaits stock';
    if (shipped > held) return 'shipped, and not held';
    if (givenUp > quantity) return 'one line given back twice';
    if (held + waiting + givenUp > quantity) return 'more pieces than were ordered';
  }
  return undefined;
}

function brokenPurchase(purchase: Purchase): string | undefined {
  const { st, attempts, payments, refunds, paid, lines, invoiced, credited } = purchase;
  const whole = (a: number) => refunds.some((it) => it.attempt === a && it.line === -1);
  const charges =
    payments.filter((it, a) => it?.s === 'paid' && !whole(a)).length + payments.filter((it) => it?.more).length;
  if (charges > 1) return 'charged twice';
  if (attempts.filter((it) => isLive(it) || it.st === 'succeeded').length > 1) return 'two live attempts';
  const some = liveLines(purchase).some((it) => it.held + it.waiting > 0);
  if ((st === 'unpaid' || st === 'approval' || isClosing(st)) && some && !hasPieces(purchase))
    return 'some of its lines held, others not';
  if ((st === 'paid' || st === 'invoiced') && !hasPieces(purchase)) return 'paid, and a line has no pieces';
  if (st === 'paid' && invoiced === 0 && payments[paid - 1]?.s !== 'paid') return 'paid without money';
  if (st === 'paid' && invoiced === 0 && attempts[paid - 1]?.amount !== amountOf(purchase))
    return 'paid another amount than its lines cost';
  if (st === 'paid' && invoiced === 0 && !payments[paid - 1]?.fits) return 'paid by money that is not its own';
  const part = refunds.reduce((sum, it) => (it.line === -2 ? sum + it.amount : sum), 0);
  const owed = Math.min(owedOf(purchase) + part, amountOf(purchase));
  if (st === 'paid' && invoiced === 0 && decidedOf(purchase, paid - 1) !== owed)
    return 'the refunds are not what was given up';
  if ((st === 'paid' || st === 'invoiced') && isGivenUp(purchase)) return 'paid, and nothing is left of it';
  if (st === 'paid' && receivableOf(purchase) > 0) return 'paid, and its invoice is open';
  if (isOver(st) && lines.some((it) => it.held > it.shipped)) return 'over, and keeps stock';
  if (st === 'refunded' && attempts.some(isLive)) return 'refunded, and can still be paid';
  if (credited > invoiced) return 'more credited than invoiced';
  return undefined;
}

function brokenPayment(purchase: Purchase, alsoSecrets: boolean): string | undefined {
  const { st, attempts, payments } = purchase;
  for (const [a, payment] of payments.entries()) {
    const attempt = attempts[a];
    if (!payment || !attempt) continue;
    const decided = decidedOf(purchase, a);
    if (payment.back > attempt.amount) return 'more given back than captured';
    if (decided > attempt.amount) return 'more refunds decided than captured';
    if (payment.back > decided) return 'given back twice';
    const canBePaid = payment.s === 'open' && payment.out && attempt.provider === 'A';
    if (alsoSecrets && canBePaid && !hasPieces(purchase) && !isClosing(st)) return 'can be paid without its stock';
    if (canBePaid && st === 'approval') return 'can be paid before it is approved';
    if (payment.s === 'paid' && attempt.provider === 'B' && attempt.st === 'cancelled')
      return 'captured after it was given up';
  }
  return undefined;
}

function brokenAccount({ exposure, purchases }: State, limit: number): string | undefined {
  if (exposure > limit) return 'credit limit exceeded';
  const owed = purchases.map((it) => (it.st === 'approval' ? amountOf(it) : receivableOf(it)));
  if (exposure !== owed.reduce((sum, it) => sum + it, 0)) return 'the account is not the sum of its entries';
  return undefined;
}

function brokenOffer({ purchases }: State, { buyers }: World): string | undefined {
  const given = buyers.filter((_, i) => purchases[i]?.offer && !isOver(purchases[i].st));
  return new Set(given).size < given.length ? 'offer given twice' : undefined;
}

/**
 * What must hold once nothing is under way and nothing that the shop does by itself would change anything.
 * @param steps those that change something
 */
export function unfinished(s: State, steps: readonly string[]): string | undefined {
  const waits = s.jobs.every((it) => it.k === 'capture' && s.purchases[it.i]?.payments[it.a]?.s === 'pending');
  if (s.requests.length > 0 || !waits || s.hooks.length > 0) return undefined;
  if (steps.some((it) => /^(news|claim|allocate|bank)/.test(it))) return undefined;
  for (const purchase of s.purchases) {
    const { st, paid, attempts, payments } = purchase;
    if (isClosing(st) || st === 'refund_due') return `stuck in ${st}`;
    for (const [a, payment] of payments.entries()) {
      if (payment?.s !== 'paid') continue;
      const settled = (st === 'paid' || st === 'review') && paid === a + 1;
      if (!settled && payment.back < (attempts[a]?.amount ?? 0)) return 'money taken, and neither used nor given back';
      if (settled && payment.back !== decidedOf(purchase, a)) return 'a refund was decided and not given';
    }
  }
  return undefined;
}
