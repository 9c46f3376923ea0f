import { failure, type Outcome } from '#model/kernel/outcome.ts';
import type { PricePromise, PromiseNumber } from '#model/orders/promise.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { makePromise } from './make-promise.ts';

/** A new promise of the same tools, at the prices of today. */
export function holdAgain(uid: string, old: PricePromise): Promise<Outcome<PromiseNumber, ApiFailure>> {
  const { phone, address, po_number, job, note } = old;
  const lines = old.lines.flatMap(({ tools_id, quantity, today }) =>
    today ? [{ tools_id, quantity, tools_price: today.each }] : [],
  );
  if (lines.length < old.lines.length) return Promise.resolve(failure({ status: 404, code: 'tool_gone' }));
  return makePromise(uid, { phone, address, po_number, job, note, lines });
}
