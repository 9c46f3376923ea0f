import type { ReviewFacts } from '#model/orders/decision.ts';
import { isOfUnknownPayment } from '#model/orders/order-life.ts';
import { isOut } from '#model/payments/payment-life.ts';
import type { orders, purchase } from '#tables/orders.ts';
import type { payment } from '#tables/payments.ts';
import { failedRefunds, type RefundRow } from './refund-rows.ts';

type Payment = typeof payment.$inferSelect;

export function factsOf(
  { state, reviewReason, reviewIntent, paidIntent }: typeof purchase.$inferSelect,
  lines: readonly (typeof orders.$inferSelect)[],
  attempts: readonly Pick<Payment, 'intentId' | 'state' | 'attempt' | 'amountCents' | 'refundedCents'>[],
  refunds: readonly Pick<RefundRow, 'id' | 'state' | 'attempt' | 'amountCents' | 'replaces'>[],
): ReviewFacts | undefined {
  if (state !== 'review' || !reviewReason) return undefined;
  const own = attempts.find(({ intentId }) => intentId !== null && intentId === paidIntent);
  const whole = lines.every((line) => line.holdQuantity + line.waiting + line.givenUp === line.quantity);
  const some = lines.some(({ holdQuantity, waiting }) => holdQuantity + waiting > 0);
  const settled = own?.state === 'succeeded' && whole && some;
  const extra = settled && reviewIntent !== null && reviewIntent !== paidIntent;
  const about = attempts.find(({ intentId }) => intentId !== null && intentId === reviewIntent);
  const absent = reviewReason === 'pending' && about && about.state !== 'succeeded';
  const failed = failedRefunds(refunds.filter(({ attempt }) => attempt === own?.attempt));
  const part = failed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isPart = settled && !extra && reviewReason === 'refund' && part < own.amountCents - own.refundedCents;
  return {
    ...{ reason: reviewReason, settled, extra },
    ...(absent && { money: isOut(about.state) ? ('awaited' as const) : ('never' as const) }),
    ...(isOfUnknownPayment(reviewReason, paidIntent) && { money: 'elsewhere' as const }),
    ...(isPart && part > 0 && { failedPart: part }),
    shipped: lines.some(({ shippedQuantity }) => shippedQuantity > 0),
    underWay: refunds.some((it) => it.state === 'sent'),
  };
}
