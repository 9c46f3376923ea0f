import { eq } from 'drizzle-orm';
import { earliestDay } from '#model/catalogue/restock.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsOf } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PurchaseNumber } from '#model/orders/order.ts';
import type { PromiseWay } from '#model/orders/promise.ts';
import { standingOf } from '#model/orders/promise-standing.ts';
import { person } from '#tables/identity.ts';
import { pricePromise, pricePromiseLine, purchase } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../../kernel/context.ts';
import { numberOf } from '../order-view.ts';
import { commonValues, type PlacePurchaseFailure, tryToPlace } from '../place-purchase.ts';
import { placePromiseStatement } from '../place-purchase-statement.ts';

export type PlacePromiseFailure =
  | Exclude<PlacePurchaseFailure, { readonly code: 'amount_differs' | 'idempotency_key_reused' }>
  | Failure<'promise_over' | 'price_changed'>;

export interface PromiseOrdered {
  readonly id: OrderId;
  readonly number: PurchaseNumber;
}

export interface PromiseWanted {
  readonly way: PromiseWay;
  /** What was shown, in dollars. */
  readonly amount: number;
  readonly waitUntil?: string | undefined;
}

/**
 * Makes the purchase of a promise, with what was frozen in it, or answers the one that was made. Of many at once one
 * makes it. Nothing is ordered for another amount than the one that was shown.
 * @param by who orders: its customer, or null for whoever has its link. `network`: theirs
 */
export async function placePromise(
  context: Pick<Context, 'db' | 'clock' | 'limits' | 'offer'>,
  promiseId: string,
  by: { readonly actor: string | null; readonly network: string },
  { way, amount, waitUntil }: PromiseWanted,
): Promise<Outcome<PromiseOrdered, PlacePromiseFailure>> {
  const [its] = await context.db
    .select({ promise: pricePromise, email: person.email })
    .from(pricePromise)
    .innerJoin(person, eq(person.id, pricePromise.personId))
    .where(eq(pricePromise.id, promiseId));
  if (!its) throw new Error(`There is no promise ${promiseId}`);
  const { personId: id, name, phone, address, poNumber, job } = its.promise;
  const statement = placePromiseStatement({
    ...commonValues(context, { id, name, email: its.email, network: by.network }, { phone, address, poNumber, job }),
    ...{ promise: promiseId, way, waitUntil: waitUntil ?? null, actor: by.actor, amount: centsOf(amount) },
    today: earliestDay(context.clock()),
    // Who pays by the link pays at once, so the customer's unpaid pieces do not count against them.
    ...(by.actor === null && { stockPercent: 0 }),
  });
  const quantities = await context.db
    .select({ quantity: pricePromiseLine.quantity })
    .from(pricePromiseLine)
    .where(eq(pricePromiseLine.promiseId, promiseId))
    .orderBy(pricePromiseLine.lineNo);
  const placed = await tryToPlace(context, statement, quantities);
  if (placed.ok) return success(await purchaseOf(context, placed.value.id));
  const { failure: why } = placed;
  if (why.code === 'amount_differs') return failure({ code: 'price_changed', figures: why.figures });
  if (why.code === 'promise_over' || why.code === 'replayed') return whatBecameOf(context, promiseId);
  if (why.code === 'idempotency_key_reused') throw new Error(`Promise ${promiseId} was refused with ${why.code}`);
  return failure(why);
}

async function purchaseOf({ db }: Pick<Context, 'db'>, id: string): Promise<PromiseOrdered> {
  const [made] = await db.select({ id: purchase.id, seq: purchase.seq }).from(purchase).where(eq(purchase.id, id));
  if (!made) throw new Error(`Purchase ${id} was placed and is not there`);
  return { id: made.id as OrderId, number: numberOf(made) };
}

async function whatBecameOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  promiseId: string,
): Promise<Outcome<PromiseOrdered, PlacePromiseFailure>> {
  const [found] = await db
    .select({
      promise: pricePromise,
      made: { id: purchase.id, seq: purchase.seq, state: purchase.state, paidAt: purchase.paidAt },
    })
    .from(pricePromise)
    .leftJoin(purchase, eq(purchase.promiseId, pricePromise.id))
    .where(eq(pricePromise.id, promiseId));
  if (!found) throw new Error(`There is no promise ${promiseId}`);
  const standing = standingOf(found.promise, found.made, clock());
  if (found.made && standing === 'ordered')
    return success({ id: found.made.id as OrderId, number: numberOf(found.made) });
  const why = standing === 'valid' || standing === 'ordered' ? 'expired' : standing;
  return failure({ code: 'promise_over', figures: { why } });
}
