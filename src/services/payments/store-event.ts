import { sql } from 'drizzle-orm';
import type { PaymentEvent } from '#outside/payments/provider.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { Context } from '../kernel/context.ts';
import { INBOX, type KnownEvent } from './work-inbox.ts';

export async function storeEvent(
  { db, clock, wake }: Pick<Context, 'db' | 'clock' | 'wake'>,
  { id, type, paymentId, captureId, refund, dispute }: PaymentEvent,
): Promise<boolean> {
  const payload: KnownEvent = {
    intentId: paymentId,
    ...(captureId && { captureId }),
    ...(refund && { refund }),
    ...(dispute && { dispute }),
  };
  const stored = await enqueue(db, { queue: INBOX.name, kind: type, key: id, payload, runAt: clock() });
  wake();
  return stored;
}

/** Far longer than the provider resends or the shop reads back, so that an event is stored once. */
const DAYS = 90;
const AT_ONCE = 1_000;

export async function forgetEvents({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock().getTime() - DAYS * 86_400_000).toISOString();
  const { rows: gone } = await db.execute(sql`
    delete from job where id in
      (select id from job where queue = ${INBOX.name} and done_at < ${before}::timestamptz limit ${AT_ONCE}) returning 1`);
  return gone.length;
}
