import type { PaymentEvent } from '#outside/payments/provider.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { Context } from '../kernel/context.ts';
import { INBOX, type KnownEvent } from './work-inbox.ts';

export async function storeEvent(
  { db, clock, wake }: Pick<Context, 'db' | 'clock' | 'wake'>,
  { id, type, paymentId, captureId }: PaymentEvent,
): Promise<boolean> {
  const payload: KnownEvent = { intentId: paymentId, ...(captureId !== undefined && { captureId }) };
  const stored = await enqueue(db, { queue: INBOX.name, kind: type, key: id, payload, runAt: clock() });
  wake();
  return stored;
}
