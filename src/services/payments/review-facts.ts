import type { ReviewFacts } from '#model/orders/decision.ts';
import type { orders } from '#tables/orders.ts';
import type { payment } from '#tables/payments.ts';

export function factsOf(
  order: typeof orders.$inferSelect,
  attempts: readonly Pick<typeof payment.$inferSelect, 'intentId' | 'state'>[],
): ReviewFacts | undefined {
  if (order.state !== 'review' || !order.reviewReason) return undefined;
  const own = attempts.find(({ intentId }) => intentId !== null && intentId === order.paidIntent);
  const settled = own?.state === 'succeeded' && order.holdQuantity === order.quantity;
  return {
    reason: order.reviewReason,
    settled,
    extra: settled && order.reviewIntent !== null && order.reviewIntent !== order.paidIntent,
    shipped: order.shippedAt !== null,
  };
}
