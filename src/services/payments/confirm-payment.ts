import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders, purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { lookUpPayment } from './settle-payment.ts';

export interface Confirmed {
  readonly paid: boolean;
  readonly payable: boolean;
}

const PAID: Confirmed = { paid: true, payable: false };
const NOT_KNOWN: Confirmed = { paid: false, payable: false };

/** `payable`: nothing is charged, Pay may be pressed. Neither that nor `paid`: undecided, the shop keeps asking. */
export async function confirmPayment(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake'>,
  customerId: string,
  orderId: OrderId,
  intentId: string,
): Promise<Outcome<Confirmed, { code: 'order_not_found' | 'not_this_payment' | 'not_payable' }>> {
  const attempts = await context.db
    .select({ intentId: payment.intentId, paidIntent: purchase.paidIntent, state: purchase.state })
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .leftJoin(payment, eq(payment.orderId, purchase.id))
    .where(and(eq(orders.id, orderId), eq(orders.personId, customerId)))
    .prepare('payments-of-order')
    .execute();
  const [first] = attempts;
  if (!first) return failure({ code: 'order_not_found' });
  if (first.paidIntent === intentId && first.state === 'paid') return success(PAID);
  // Not compared in SQL: what a browser sends may be text that the database refuses.
  if (!attempts.some((attempt) => attempt.intentId === intentId)) return failure({ code: 'not_this_payment' });

  const looked = await lookUpPayment(context, intentId);
  if (!looked.ok) {
    context.log.warn({ order: orderId, code: looked.failure.code }, 'payment could not be looked up');
    return success(NOT_KNOWN);
  }
  switch (looked.value) {
    case 'paid':
      return success(PAID);
    case 'processing':
      // It may be the shop's to take.
      context.wake();
      return success(NOT_KNOWN);
    case 'open':
      return success({ paid: false, payable: first.state === 'unpaid' });
    default:
      return failure({ code: 'not_payable' });
  }
}
