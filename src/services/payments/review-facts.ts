import type { ReviewFacts } from '#model/orders/decision.ts';
import type { orders, purchase } from '#tables/orders.ts';
import type { payment, refund } from '#tables/payments.ts';

export function factsOf(
  { state, reviewReason, reviewIntent, paidIntent }: typeof purchase.$inferSelect,
  lines: readonly (typeof orders.$inferSelect)[],
  attempts: readonly Pick<typeof payment.$inferSelect, 'intentId' | 'state'>[],
  refunds: readonly Pick<typeof refund.$inferSelect, 'state'>[],
): ReviewFacts | undefined {
  if (state !== 'review' || !reviewReason) return undefined;
  const own = attempts.find(({ intentId }) => intentId !== null && intentId === paidIntent);
  const whole = lines.every((line) => line.holdQuantity + line.waiting + line.givenUp === line.quantity);
  const some = lines.some(({ holdQuantity, waiting }) => holdQuantity + waiting > 0);
  const settled = own?.state === 'succeeded' && whole && some;
  return {
    reason: reviewReason,
    settled,
    extra: settled && reviewIntent !== null && reviewIntent !== paidIntent,
    shipped: lines.some(({ shippedQuantity }) => shippedQuantity > 0),
    underWay: refunds.some((it) => it.state === 'sent'),
  };
}
