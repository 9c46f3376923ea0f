import type { PaymentEvent } from '#outside/payments/payments.ts';
import { stripeEvent } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';

/** False for an event that is stored already. */
export async function storeEvent(
  { db, clock, wake }: Pick<Context, 'db' | 'clock' | 'wake'>,
  event: PaymentEvent,
): Promise<boolean> {
  const stored = await db
    .insert(stripeEvent)
    .values({ id: event.id, type: event.type, intentId: event.paymentIntentId, runAt: clock() })
    .onConflictDoNothing()
    .returning({ id: stripeEvent.id })
    .prepare('store-event')
    .execute();
  wake();
  return stored.length === 1;
}
