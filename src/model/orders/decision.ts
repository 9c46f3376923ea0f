import { z } from 'zod';
import { OrderId } from '#model/kernel/ids.ts';
import { reasonOr } from '#model/kernel/reason.ts';
import { AuditEntry } from '#model/people/audit-entry.ts';
import { DECISIONS, type Decision, Order, type OrderState, REVIEW_REASONS, type ReviewReason } from './order.ts';

export interface ReviewFacts {
  readonly reason: ReviewReason;
  readonly settled: boolean;
  readonly extra: boolean;
  readonly shipped: boolean;
  /**
   * Of pending money: whether the provider may still hand it over. `elsewhere`: it has that of a payment that the shop does
   * not know. Absent once it is there, and of all else.
   */
  readonly money?: 'awaited' | 'never' | 'elsewhere';
  /** A refund has been sent and not answered: nobody knows yet how much is left. */
  readonly underWay?: boolean;
  /** Cents of refunds that failed, of which nothing took the place: a part of what is left of the payment. */
  readonly failedPart?: number;
}

/** A payment that the provider does not know cannot be refunded. */
export function openDecisions(facts: ReviewFacts): Decision[] {
  return possible(facts).filter((decision) => decision !== 'close' || !facts.underWay);
}

function possible({ reason, settled, extra, failedPart, money }: ReviewFacts): Decision[] {
  if (money) return money === 'awaited' ? [] : ['close'];
  if (!settled) return ['refund', 'close'];
  if (extra) return ['keep', 'refund'];
  if (failedPart) return ['again', 'keep', 'refund', 'close'];
  return reason === 'provider' || reason === 'returned' ? ['keep', 'close'] : ['keep', 'refund', 'close'];
}

/** A second payment is refunded without ending its order, as is a part. */
export function stateAfter(decision: Decision, { extra, shipped }: Pick<ReviewFacts, 'extra' | 'shipped'>): OrderState {
  const goesOn = decision === 'keep' || decision === 'again' || (decision === 'refund' && extra);
  if (goesOn) return shipped ? 'shipped' : 'paid';
  return decision === 'refund' ? 'refund_due' : 'refunded';
}

export const asksForPieces = (decision: Decision, facts: Pick<ReviewFacts, 'extra' | 'shipped'>): boolean =>
  facts.shipped && stateAfter(decision, facts) !== 'shipped';

export const NO_REASON = 'Reason is missing. Say what you found out.';

export const DecideOrder = z.object({
  review: z
    .int32({ error: 'Send the number of the review.' })
    .min(1)
    .meta({ description: 'Which review was looked at' }),
  decision: z.enum(DECISIONS, { error: 'Choose what becomes of the order.' }),
  reason: reasonOr(NO_REASON),
  pieces: z
    .enum(['back', 'gone'], { error: 'Say whether the pieces came back.' })
    .optional()
    .meta({ description: 'Where the pieces of a shipped order are that ends: back in stock, or gone' }),
});
export type DecideOrder = z.infer<typeof DecideOrder>;

/** For admins. Money is in dollars. */
export const OrderCase = z.object({
  order: Order,
  review: z
    .object({
      no: z.int(),
      reason: z.enum(REVIEW_REASONS),
      transactionId: z.string().nullable().meta({ description: 'The payment in question' }),
      decisions: z.array(z.enum(DECISIONS)),
      ...{ settled: z.boolean(), extra: z.boolean(), shipped: z.boolean() },
      failed: z
        .number()
        .optional()
        .meta({ description: 'Dollars of a part that did not get back: it can be sent again' }),
    })
    .nullable()
    .meta({ description: 'Present while people must decide' }),
  lines: z
    .array(
      z.object({
        id: OrderId,
        name: z.string(),
        quantity: z.int(),
        held: z.int(),
        shipped: z.int(),
        shippedAt: z.iso.datetime().nullable(),
      }),
    )
    .meta({ description: 'All orders of its purchase, which a decision is about' }),
  payments: z.array(
    z.object({
      transactionId: z.string().nullable(),
      amount: z.number(),
      left: z.number().meta({ description: 'What of it has not gone back and is not about to' }),
      state: z.enum(['creating', 'open', 'capturing', 'succeeded', 'cancelled', 'refunded']),
      at: z.iso.datetime(),
      link: z.string().nullable().meta({ description: "The payment's page at the provider" }),
      refund: z
        .object({ amount: z.number(), done: z.boolean(), tries: z.int(), problem: z.string().nullable() })
        .nullable()
        .meta({ description: 'The last message that gives its money back' }),
    }),
  ),
  history: z.array(AuditEntry.pick({ at: true, action: true, details: true }).extend({ by: z.string().nullable() })),
});
export type OrderCase = z.infer<typeof OrderCase>;
