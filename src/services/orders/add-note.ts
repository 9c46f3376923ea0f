import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { purchaseNote } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { lockPurchase } from './purchase-of.ts';

/** For admins alone. Repeated with the same key it is written once. */
export function addNote(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  text: string,
  requestKey?: string,
): Promise<Outcome<{ id: string }, Failure<'order_not_found' | 'idempotency_key_reused'>>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    if (!its) return failure({ code: 'order_not_found' });
    const [written] = await tx
      .insert(purchaseNote)
      .values({ purchaseId: its.id, personId: adminId, text, requestKey, at: clock() })
      .onConflictDoNothing({ target: [purchaseNote.personId, purchaseNote.requestKey] })
      .returning({ id: purchaseNote.id });
    if (written) {
      await record(tx, { action: 'order.noted', actor: adminId, target: its.id });
      return success(written);
    }
    const [earlier] = await tx
      .select()
      .from(purchaseNote)
      .where(and(eq(purchaseNote.personId, adminId), eq(purchaseNote.requestKey, requestKey ?? '')));
    return earlier?.purchaseId === its.id && earlier.text === text
      ? success({ id: earlier.id })
      : failure({ code: 'idempotency_key_reused', figures: {} });
  });
}
