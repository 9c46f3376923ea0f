import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PricePromise, PromiseNumber } from '#model/orders/promise.ts';
import type { ApiFailure, Input } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { keepOrderKey } from '../order-key.ts';
import { rememberLink } from './promise-link-tokens.ts';

/** Makes one promise, however often it is pressed, and keeps its link in this browser. */
export async function makePromise(
  uid: string,
  body: Input<'makePromise'>['body'],
): Promise<Outcome<PromiseNumber, ApiFailure>> {
  const keeper = keepOrderKey(`${uid}:promise`);
  const answer = await api.call('makePromise', {
    body,
    headers: { 'idempotency-key': keeper.keyFor({ ...body, amount: undefined }) },
  });
  if (!answer.ok) {
    if (answer.failure.code === 'idempotency_key_reused') keeper.forget();
    return failure(answer.failure);
  }
  keeper.forget();
  const { number, token } = answer.value;
  if (token) rememberLink(number, token);
  return success(number);
}

/** A new promise of the same tools, at the prices of today. */
export function renewPromise(uid: string, old: PricePromise): Promise<Outcome<PromiseNumber, ApiFailure>> {
  const { phone, address, po_number, job, note } = old;
  const lines = old.lines.flatMap(({ tools_id, quantity, today }) =>
    today ? [{ tools_id, quantity, tools_price: today.each }] : [],
  );
  if (old.today === null) return Promise.resolve(failure({ status: 404, code: 'tool_gone' }));
  return makePromise(uid, { phone, address, po_number, job, note, lines, amount: old.today });
}
