import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { lookUpPayment } from './look-up-payment.ts';

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
  const attempts = await context.db
    .select({ intentId: payment.intentId, paidIntent: orders.paidIntent })
    .from(orders)
    .leftJoin(payment, eq(payment.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(orders.personId, customerId)));
  const [first] = attempts;
  if (!first) return failure({ code: 'order_not_found' });
  if (first.paidIntent === intentId) return success({ paid: true });
  // Compared here and not in SQL: what a browser sends as an id may be no text that a database takes.
  if (!attempts.some((attempt) => attempt.intentId === intentId)) return failure({ code: 'not_this_payment' });

  const looked = await lookUpPayment(context, intentId);
  if (!looked.ok) {
    context.log.warn({ order: orderId, code: looked.failure.code }, 'payment could not be looked up');
    return success({ paid: false });
  }
  if (looked.value === 'paid') return success({ paid: true });
  return looked.value === 'open' ? success({ paid: false }) : failure({ code: 'not_payable' });
}
