import { and, eq, inArray, isNull } from 'drizzle-orm';
import { OrderId } from '#model/kernel/ids.ts';
import type { PaymentIntent } from '#outside/payments/payments.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { closeAtProvider } from './close-at-provider.ts';
import { settlePayment } from './settle-payment.ts';

// By then the call that made it is over, whatever became of it.
const SETTLED_AFTER_MS = 3_600_000;

/**
 * Takes care of a payment at the provider that is not written down here, because the answer that told of it was lost:
 * nobody has its secret. It is closed, and if there is money on it after all, that is settled with its order.
 */
export async function adoptPayment(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>,
  intent: PaymentIntent,
): Promise<void> {
  const order = OrderId.safeParse(intent.metadata.order_id);
  if (intent.metadata.app !== 'toolyard' || !order.success) return;
  if (context.clock().getTime() - intent.createdAt.getTime() < SETTLED_AFTER_MS) return;
  const attempt = Number(intent.metadata.attempt);
  const adopted = Number.isSafeInteger(attempt)
    ? await context.db
        .update(payment)
        .set({ intentId: intent.id, state: 'cancelled' })
        .where(
          and(
            eq(payment.orderId, order.data),
            eq(payment.attempt, attempt),
            isNull(payment.intentId),
            inArray(payment.state, ['creating', 'cancelled']),
          ),
        )
        .returning({ orderId: payment.orderId, attempt: payment.attempt })
    : [];
  const [row] = adopted;
  if (intent.status === 'succeeded') {
    if (row) await settlePayment(context, intent);
    else context.log.error({ intent: intent.id }, 'there is money at the provider that no order asked for');
  } else if (intent.status !== 'canceled') {
    if (row) await closeAtProvider(context, row);
    else await context.payments.cancelPaymentIntent(intent.id);
  }
}
