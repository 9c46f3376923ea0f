import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The browser says that it paid. That is only a hint which payment to look at: the provider is asked, and believed.
 * `paid: false` means that the answer is not known yet; the shop goes on asking by itself.
 */
export async function confirmPayment(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log'>,
  customerId: string,
  orderId: OrderId,
  intentId: string,
): Promise<Outcome<{ paid: boolean }, { code: 'order_not_found' | 'not_this_payment' | 'not_payable' }>> {
  const [order] = await context.db
    .select({ id: orders.id, paidIntent: orders.paidIntent })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.personId, customerId)));
  if (!order) return failure({ code: 'order_not_found' });
  if (order.paidIntent === intentId) return success({ paid: true });
  const [attempt] = await context.db
    .select({ attempt: payment.attempt })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), eq(payment.intentId, intentId)));
  if (!attempt) return failure({ code: 'not_this_payment' });

  const intent = await context.payments.retrievePaymentIntent(intentId);
  if (!intent.ok) {
    context.log.warn({ order: orderId, code: intent.failure.code }, 'payment could not be looked up');
    return success({ paid: false });
  }
  const settlement = await settlePayment(context, intent.value);
  if (settlement === 'paid') return success({ paid: true });
  return settlement === 'open' ? success({ paid: false }) : failure({ code: 'not_payable' });
}
