import { eq } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PromiseNumber } from '#model/orders/promise.ts';
import { pricePromise } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../../kernel/context.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { numberOf } from '../order-view.ts';
import { lockPromise, revokeLinks } from './lock-promise.ts';

/** May be repeated. What was ordered is cancelled as a purchase instead. */
export function withdrawPromise(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  number: PromiseNumber,
): Promise<Outcome<{ changed: boolean }, Failure<'promise_not_found' | 'promise_ordered'>>> {
  return transact(db, async (tx) => {
    const locked = await lockPromise(tx, personId, number);
    if (!locked) return failure({ code: 'promise_not_found' });
    const { promise, made } = locked;
    if (made) return failure({ code: 'promise_ordered', figures: { number: numberOf(made) } });
    if (promise.state === 'withdrawn') return success({ changed: false });
    await tx.update(pricePromise).set({ state: 'withdrawn' }).where(eq(pricePromise.id, promise.id));
    await revokeLinks(tx, promise.id, clock());
    await record(tx, { action: 'promise.withdrawn', actor: personId, target: promise.id });
    return success({ changed: true });
  });
}
