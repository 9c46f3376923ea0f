import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PromiseNumber } from '#model/orders/promise.ts';
import { standingOf } from '#model/orders/promise-standing.ts';
import type { Failure } from '#texts/failures.ts';
import { refuseBeyond, type TooMany } from '../../identity/allowance.ts';
import type { Context } from '../../kernel/context.ts';
import { record } from '../../kernel/record.ts';
import { transact } from '../../kernel/transact.ts';
import { lockPromise, newLink } from './lock-promise.ts';

/** Of one customer: each leaves a row for good. */
export const RENEWALS_AN_HOUR = 60;

/** The link before can no longer be paid by. */
export function renewLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  number: PromiseNumber,
): Promise<Outcome<{ token: string }, Failure<'promise_not_found' | 'promise_over'> | TooMany<'renewals'>>> {
  return transact(db, async (tx) => {
    const locked = await lockPromise(tx, personId, number);
    if (!locked) return failure({ code: 'promise_not_found' });
    const { promise, made } = locked;
    const now = clock();
    const standing = standingOf(promise, made, now);
    if (standing !== 'valid' && standing !== 'ordered')
      return failure({ code: 'promise_over', figures: { why: standing } });
    if (now > promise.validUntil) return failure({ code: 'promise_over', figures: { why: 'expired' } });
    const refusal = await refuseBeyond(tx, 'renewals', personId, RENEWALS_AN_HOUR, now);
    if (refusal) return refusal;
    const token = await newLink(tx, promise.id, promise.validUntil, now);
    await record(tx, { action: 'promise.link_renewed', actor: personId, target: promise.id });
    return success({ token });
  });
}
