import { and, eq, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders, purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { lookUpPayment } from './settle-payment.ts';

export interface Confirmed {
  readonly paid: boolean;
  readonly payable: boolean;
  /** Why a payment that the buyer has approved was not taken, where that is known. */
  readonly why?: 'refused' | 'changed' | 'hold_over' | undefined;
}

const PAID: Confirmed = { paid: true, payable: false };
const NOT_KNOWN: Confirmed = { paid: false, payable: false };

/** The provider refuses only what it was asked for; anything else the shop itself has given up. */
const WHY_NOT = sql<'refused' | 'changed' | 'hold_over' | null>`case
  when ${payment.claimedAt} is not null then 'refused'
  when ${payment.amountCents} <> ${purchase.amountCents} then 'changed'
  when ${purchase.holdUntil} is null then 'hold_over' end`;

/** `payable`: nothing is charged, Pay may be pressed. Neither that nor `paid`: undecided, the shop keeps asking. */
export async function confirmPayment(
  context: Pick<Context, 'db' | 'clock' | 'payments' | 'log' | 'wake'>,
  customerId: string,
  orderId: OrderId,
  intentId: string,
): Promise<Outcome<Confirmed, { code: 'order_not_found' | 'not_this_payment' | 'not_payable' }>> {
  const attempts = await context.db
    .select({ intentId: payment.intentId, paidIntent: purchase.paidIntent, state: purchase.state, why: WHY_NOT })
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
  const its = attempts.find((attempt) => attempt.intentId === intentId);
  if (!its) return failure({ code: 'not_this_payment' });

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
      return success({ paid: false, payable: first.state === 'unpaid', why: its.why ?? undefined });
    default:
      return failure({ code: 'not_payable' });
  }
}
