import { z } from 'zod';
import { OrderId } from '#model/kernel/ids.ts';
import { reasonOr } from '#model/kernel/reason.ts';
import { REFUND_STATES } from './purchase-life.ts';
import { Pieces } from './shipment.ts';

/** What a line cost in cents, and how much of it has been given up. */
export interface RefundableLine {
  readonly quantity: number;
  readonly givenUp: number;
  readonly totalCents: number;
  readonly guardCents: number;
  readonly discountCents: number;
}

export interface RefundShare {
  readonly amount: number;
  readonly goods: number;
  readonly guard: number;
  readonly discount: number;
}

/** In cents, for more pieces of a line. Parts are differences of one function, so that all parts add up to the line. */
export function refundShare(line: RefundableLine, pieces: number): RefundShare {
  const part = (cents: number) =>
    partOf(cents, line.quantity, line.givenUp + pieces) - partOf(cents, line.quantity, line.givenUp);
  const amount = part(line.totalCents - line.guardCents - line.discountCents);
  const [guard, discount] = [part(line.guardCents), part(line.discountCents)];
  return { amount, goods: amount + guard + discount, guard, discount };
}

const partOf = (cents: number, quantity: number, pieces: number): number =>
  Math.floor((cents * pieces + Math.floor(quantity / 2)) / quantity);

const NAMED_TWICE = 'Name each order once, with all its pieces.';
const areDifferent = (lines: readonly { readonly order: string }[]): boolean =>
  new Set(lines.map((it) => it.order)).size === lines.length;

const Shown = z
  .number({ error: 'Send the amount that was shown.' })
  .meta({ description: 'Dollars, as they were shown before; refused when they are others' });

export const RefundPurchase = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        order: OrderId,
        pieces: Pieces,
        shipped: z
          .int()
          .min(0)
          .optional()
          .meta({ description: 'How many of them had left; without it those that are not here any more' }),
      }),
    )
    .min(1, { error: 'Say which pieces are refunded.' })
    .max(200)
    .refine(areDifferent, { error: NAMED_TWICE })
    .optional()
    .meta({ description: 'Which pieces; without it all that have not left' }),
  back: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether pieces that had left are back in stock; others always are' }),
  amount: Shown,
  kept: z
    .number({ error: 'Send the amount that was kept.' })
    .optional()
    .meta({ description: 'Dollars kept until now, as they were shown before; refused when they are others' }),
  reason: reasonOr('Reason is missing. Say why the money goes back.'),
});
export type RefundPurchase = z.infer<typeof RefundPurchase>;

export const CancelWaiting = z.strictObject({
  lines: z
    .array(z.strictObject({ order: OrderId, pieces: Pieces }))
    .min(1, { error: 'Say which pieces are cancelled.' })
    .max(200)
    .refine(areDifferent, { error: NAMED_TWICE })
    .meta({ description: 'How many of those that wait, of which orders of the purchase' }),
  amount: Shown,
});
export type CancelWaiting = z.infer<typeof CancelWaiting>;

export const Refund = z.object({
  id: z.uuid(),
  no: z.int().meta({ description: 'Counts the refunds of its purchase' }),
  at: z.iso.datetime(),
  amount: z.number().meta({ description: 'In dollars' }),
  state: z.enum(REFUND_STATES),
  reason: z.string().nullable(),
  lines: z
    .array(z.object({ order: OrderId, pieces: z.int() }))
    .meta({ description: 'Empty where all that was left of a payment went back' }),
  twice: z
    .literal(true)
    .optional()
    .meta({ description: 'Of a second payment of the same purchase: it takes nothing from the first' }),
});
export type Refund = z.infer<typeof Refund>;

/** Those that take from what was paid: money that came a second time has not paid anything. */
export const takenBack = <R extends Pick<Refund, 'state' | 'twice'>>(refunds: readonly R[]): R[] =>
  refunds.filter(({ state, twice }) => state !== 'failed' && !twice);

/** Dollars of what was paid that have gone back or are on their way. */
export const sumOfRefunds = (refunds: readonly Pick<Refund, 'amount' | 'state' | 'twice'>[]): number =>
  takenBack(refunds).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
