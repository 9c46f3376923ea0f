import { type Life, leads } from '#model/kernel/life.ts';
import { UNDECIDED } from '#model/payments/payment-life.ts';
import { PURCHASE_LIFE, type PurchaseState, REFUND_LIFE, type RefundState } from '#model/purchases/purchase-life.ts';
import {
  ATTEMPT_LIFE,
  type Attempt,
  type AttemptState,
  type Deed,
  type Payment,
  type Purchase,
  type Refund,
  type State,
  type Weakness,
  type Work,
  type World,
} from './state.ts';

const BEGINS = { none: ['approval', 'unpaid', 'invoiced'] } as const;

export const isClosing = (st: Purchase['st']): boolean => st === 'changing' || st === 'cancelling' || st === 'expiring';
export const isOver = (st: Purchase['st']): boolean => st === 'none' || st === 'cancelled' || st === 'refunded';
export const isLive = ({ st }: Attempt): boolean => UNDECIDED.some((it) => it === st);

/** A state that one step changes, and the only ways to move what is in it. */
export class Shop {
  readonly s: State;
  readonly world: World;
  readonly #moves: Set<string>;

  constructor(s: State, world: World, moves: Set<string>) {
    this.s = s;
    this.world = world;
    this.#moves = moves;
  }

  weak(it: Weakness): boolean {
    return this.world.weaknesses.has(it);
  }
  can(it: Deed): boolean {
    return this.world.does.includes(it);
  }
  get onTerms(): boolean {
    return this.can('terms');
  }
  purchase(i: number): Purchase {
    return this.s.purchases[i] as Purchase;
  }
  attempt(i: number, a: number): Attempt {
    return this.purchase(i).attempts[a] as Attempt;
  }
  payment(i: number, a: number): Payment {
    return this.purchase(i).payments[a] as Payment;
  }

  move(i: number, to: PurchaseState): void {
    const purchase = this.purchase(i);
    this.#move('purchase', { ...PURCHASE_LIFE, ...BEGINS }, purchase, to);
    if (isOver(to) && !this.weak('the offer follows the state')) purchase.offer = 0;
  }
  moveAttempt(attempt: Attempt, to: AttemptState): void {
    this.#move('attempt', ATTEMPT_LIFE, attempt, to);
  }
  moveRefund(refund: Refund, to: RefundState): void {
    this.#move('refund', REFUND_LIFE, refund, to);
  }
  #move<St extends string>(what: string, life: Life, it: { st: string }, to: St): void {
    if (it.st === to) return;
    if (!leads(life, it.st, to)) this.s.wrong = `${it.st} is no way to ${to}`;
    this.#moves.add(`${what} ${it.st}>${to}`);
    it.st = to;
  }

  post(k: Work['k'], i: number, a: number): void {
    const { jobs } = this.s;
    if (!jobs.some((it) => it.k === k && it.i === i && it.a === a)) jobs.push({ k, i, a, step: 1 });
  }
}
