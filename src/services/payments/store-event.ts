import type { PaymentEvent } from '#outside/payments/payments.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { Context } from '../kernel/context.ts';
import { INBOX, type KnownEvent } from './work-inbox.ts';

export async function storeEvent(
  { db, clock, wake }: Pick<Context, 'db' | 'clock' | 'wake'>,
  { id, type, paymentIntentId }: PaymentEvent,
): Promise<boolean> {
  const payload: KnownEvent = { intentId: paymentIntentId };
  const stored = await enqueue(db, { queue: INBOX.name, kind: type, key: id, payload, runAt: clock() });
  wake();
  return stored;
}
