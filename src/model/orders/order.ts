import { z } from 'zod';
import { Day } from '#model/kernel/day.ts';
import { OrderId, ToolId } from '#model/kernel/ids.ts';
import { isLine, isPlainText } from '#model/kernel/plain-text.ts';
import { PhoneInput } from '#model/people/phone.ts';
import { MAX_PURCHASE_LINES, PURCHASE_STATES } from '#model/purchases/purchase-life.ts';
import { Refund } from '#model/purchases/refund.ts';
import { Shipment } from '#model/purchases/shipment.ts';
import { PurchaseDesk } from './purchase-desk.ts';

export const ORDER_STATES = [
  'unpaid',
  'cancelling',
  'expiring',
  'paid',
  'shipped',
  'cancelled',
  'refund_due',
  'refunded',
  'review',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const REVIEW_REASONS = [
  'amount',
  'currency',
  'order',
  'mode',
  'dispute',
  'provider',
  'pending',
  'refund',
  'returned',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** `keep` the order; `refund` the payment in question; `close` the order, whose money went back by another way. */
export const DECISIONS = ['keep', 'again', 'refund', 'close'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Short enough to be told on the phone. */
export const PurchaseNumber = z.templateLiteral(['P-', z.int().positive()]);
export type PurchaseNumber = z.infer<typeof PurchaseNumber>;

/** As people write it: `P-2052`, `p-2052`, `2052`. */
export const TypedPurchaseNumber = z
  .string()
  .trim()
  .regex(/^(p-)?[1-9][0-9]{0,9}$/i)
  .transform((typed): PurchaseNumber => `P-${Number(typed.replace(/^p-/i, ''))}`);

/** What the buyer's own books call a purchase; absent where nothing was given. */
const References = z.object({ po_number: z.string().optional(), job: z.string().optional() });

/** `total`, `guard`, `discount` and `amount` are in dollars. */
export const Order = z.object({
  _id: OrderId,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  quantity: z.int(),
  tools_name: z.string(),
  tools_image: z.string(),
  tools_price: z.int().meta({ description: 'Whole dollars for one piece, as it was when the order was placed' }),
  tools_id: ToolId,
  item_number: z.string().optional().meta({ description: 'Of its tool as it is today, in lists for admins' }),
  paid: z.boolean(),
  shipping: z.boolean().meta({ description: 'True once the order has been shipped' }),
  transactionId: z.string().nullable(),
  state: z.enum(ORDER_STATES),
  total: z.number().meta({ description: 'quantity x price' }),
  guard: z.number().optional().meta({
    description: 'What the order costs less because a larger one would cost less as a whole; only where there is some',
  }),
  discount: z.number().meta({ description: 'The first-order offer, 0 for later orders' }),
  amount: z.number().meta({ description: 'What is charged: total - guard - discount' }),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  shippedAt: z.iso.datetime().nullable(),
  shipBy: z.iso.datetime().nullable().meta({ description: 'The date by which a paid order ships' }),
  later: z.object({ pieces: z.int(), shipBy: z.iso.datetime() }).optional().meta({
    description: 'Of a paid order: pieces promised from a delivery, which ship by another day than the others',
  }),
  holdUntil: z.iso.datetime().nullable().meta({ description: 'Until when stock is held for an unpaid order' }),
  holdIsLast: z.boolean().optional().meta({
    description:
      'True in an unpaid order of your own whose stock is not held again after `holdUntil` before your email is confirmed',
  }),
  closesAt: z.iso.datetime().nullable().meta({ description: 'When an unpaid order that nobody pays is cancelled' }),
  reviewReason: z
    .enum(REVIEW_REASONS)
    .nullable()
    .meta({ description: 'What must be looked into, in state review; what was, where money goes back since' }),
  paying: z.string().optional().meta({
    description: 'The id of a PayPal payment that is being taken for it and is not decided yet, in orders of your own',
  }),
  paypal: z.literal(true).optional().meta({ description: 'The payment that must be looked into was made with PayPal' }),
  number: PurchaseNumber.optional().meta({ description: 'Of its purchase, be it of one line or many' }),
  invoice: z.string().optional().meta({ description: 'The number of its invoice, once that is written' }),
  shipped: z.int().optional().meta({ description: 'How many pieces have left, where others have not' }),
  parts: z
    .int()
    .optional()
    .meta({ description: 'In how many parts pieces of its purchase have left, in lists of your own' }),
  given_up: z.int().optional().meta({ description: 'How many pieces were refunded, where there are some' }),
  refunded: z.number().optional().meta({
    description: 'What went back of its purchase or is on its way, in dollars, in lists for admins',
  }),
  waiting: z
    .object({
      pieces: z.int(),
      date: z.iso.date().meta({ description: 'The day of the delivery as it is expected now' }),
      undated: z.literal(true).optional().meta({
        description: 'No delivery is expected any more, or its day is over: `date` is the day that was promised',
      }),
      place: z.int().meta({ description: 'In the queue of the tool: 1 is served first' }),
      answer_by: z.iso.date().optional().meta({
        description:
          'The last day to say that they keep waiting for this later delivery, where that is asked: else they are cancelled, and their money goes back',
      }),
    })
    .optional()
    .meta({ description: 'Those of its pieces that are yet to be delivered to the shop, only where there are some' }),
  purchase: z
    .object({
      id: OrderId,
      number: PurchaseNumber,
      lines: z.int().meta({ description: 'How many orders are paid together' }),
      amount: z.number().meta({ description: 'What is charged for all of them, in dollars' }),
      ...References.shape,
      cancelled: z.int().optional().meta({ description: 'How many orders were taken out of it, in lists of your own' }),
    })
    .optional()
    .meta({ description: 'What it is paid with, where that is more than the order or has a PO number or a job' }),
});
export type Order = z.infer<typeof Order>;

/** What its payment takes: of an order that is paid together with others, for all of them. */
export const amountToPay = ({ amount, purchase }: Order): number => purchase?.amount ?? amount;

/** What became of a purchase beside payment, shipments and refunds. */
const PURCHASE_CHANGES = [
  'dropped',
  'added',
  'quantity',
  'cancelled',
  'ship_to',
  'taken_back',
  'corrected',
  'arrived',
  'delivery_moved',
  'kept_waiting',
  'put_aside',
  'decided',
] as const;

/** What was changed of where a purchase goes. */
const SHIP_TO_CHANGES = ['address', 'phone', 'both'] as const;
export type ShipToChange = (typeof SHIP_TO_CHANGES)[number];

/** What is paid as one. Money is in dollars. */
export const Purchase = z.object({
  id: OrderId,
  number: PurchaseNumber,
  state: z.enum(PURCHASE_STATES),
  lines: z.array(Order),
  total: z.number().meta({ description: 'Of all lines: quantity x price' }),
  guard: z.number().meta({ description: 'Taken off where larger quantities would cost less as a whole' }),
  discount: z.number().meta({ description: 'The first-order offer, 0 for later purchases' }),
  amount: z.number().meta({ description: 'What is charged: total - guard - discount' }),
  phone: z.string(),
  address: z.string(),
  ...References.shape,
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  holdUntil: z.iso.datetime().nullable().meta({ description: 'Until when stock is held before the payment' }),
  invoice: z
    .object({ number: z.string(), pages: z.int(), date: z.iso.datetime() })
    .optional()
    .meta({ description: 'Once it is written, soon after the payment' }),
  refunded: z.number().meta({ description: 'What went back or is on its way' }),
  shipments: z.array(Shipment),
  refunds: z.array(Refund),
  changes: z
    .array(
      z.object({
        ...{ what: z.enum(PURCHASE_CHANGES), at: z.iso.datetime(), orders: z.array(OrderId) },
        shipment: z.int().optional().meta({ description: 'The number of what was taken back or corrected' }),
        pieces: z
          .int()
          .optional()
          .meta({ description: 'How many of those that waited have arrived, or are wanted from then on' }),
        day: z.iso.date().optional().meta({ description: 'For which day the delivery was promised anew' }),
        answer_by: z.iso.date().optional().meta({ description: 'Until when its buyer was asked about that day' }),
        why: z.enum(REVIEW_REASONS).optional().meta({ description: 'Why it was put aside' }),
        decision: z.enum(DECISIONS).optional().meta({ description: 'What was decided then' }),
        reason: z.string().optional(),
        changed: z.enum(SHIP_TO_CHANGES).optional().meta({ description: 'What of where it goes was changed' }),
        told: z.boolean().optional().meta({ description: 'Whether its customer is mailed about that, for admins' }),
        own: z.literal(true).optional().meta({ description: 'Its customer has changed that' }),
      }),
    )
    .optional()
    .meta({
      description:
        'Orders taken out before the payment, the purchase cancelled, another address or phone, what waited has arrived or comes on another day, its buyer keeps waiting; for admins also shipments taken back and corrected, and why it was put aside and what was decided. Oldest first',
    }),
  promise: z
    .object({ number: z.templateLiteral(['PP-', z.string()]), date: z.iso.datetime() })
    .optional()
    .meta({ description: 'The price promise that it was made of, and when that was made' }),
  approved_by: z.string().optional().meta({ description: 'Who paid by the link of its price promise' }),
  desk: PurchaseDesk.optional().meta({ description: 'Only for admins' }),
});
export type Purchase = z.infer<typeof Purchase>;

export const Address = z
  .string({ error: 'Shipping address is required.' })
  .trim()
  .min(1, { error: 'Shipping address is required.', abort: true })
  .max(500, { error: 'Shipping address may have 500 characters at most.' })
  .refine(isPlainText, { error: 'Shipping address must be plain text.' });

const wholeNumber = (max: number, not: string, outside: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^[0-9]{1,9}$/)
          .transform(Number),
      ],
      { error: not },
    )
    .refine(Number.isInteger, { error: not, abort: true })
    .refine((number) => number >= 1 && number <= max, { error: outside });

export const Quantity = wholeNumber(
  1_000_000,
  'Quantity must be a whole number.',
  'Quantity must be between 1 and 1,000,000.',
);

export const UnitPrice = wholeNumber(
  1_000_000,
  'Price must be in whole dollars.',
  'Price must be between $1 and $1,000,000.',
);

/** What the buyer was shown, so that nothing is ordered at another amount. */
export const AmountShown = z
  .number({ error: 'Send the amount in dollars.' })
  .optional()
  .meta({ description: 'What was shown to be paid, in dollars; nothing is ordered where it is another' });

/** The server takes name, picture and price from the catalogue. */
export const PlaceOrder = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  phone: PhoneInput,
  address: Address,
  quantity: Quantity,
  tools_name: z.string().optional(),
  tools_image: z.string().optional(),
  tools_price: UnitPrice,
  tools_id: ToolId,
  amount: AmountShown,
});
export type PlaceOrder = z.infer<typeof PlaceOrder>;

export const MAX_REFERENCE = 40;

/** Nothing and an empty text are the same. */
export const reference = (name: string) =>
  z
    .string({ error: `${name} must be a text.` })
    .trim()
    .max(MAX_REFERENCE, { error: `${name} may have ${MAX_REFERENCE} characters at most.` })
    .refine(isLine, { error: `${name} must be one line of plain text.` })
    .transform((text) => text || undefined)
    .optional();

const PurchaseLine = z.strictObject({
  tools_id: ToolId,
  quantity: Quantity,
  tools_price: UnitPrice,
  mayWait: z.boolean({ error: 'Send true or false.' }).optional().meta({
    description: 'Whether what is not in stock may wait for the next delivery of the tool; else the line is refused',
  }),
  waitMost: Quantity.optional().meta({ description: 'The line is refused where more of its pieces would wait' }),
  waitUntil: Day.optional().meta({ description: 'The line is refused where the delivery comes later than this day' }),
});

export const PlacePurchase = z.strictObject({
  phone: PhoneInput,
  address: Address,
  po_number: reference('PO number'),
  job: reference('Job'),
  lines: z
    .array(PurchaseLine, { error: 'Send the lines as a list.' })
    .min(1, { error: 'A purchase has one line at least.' })
    .max(MAX_PURCHASE_LINES, { error: 'A purchase has 200 lines at most.' }),
  amount: AmountShown,
});
export type PlacePurchase = z.infer<typeof PlacePurchase>;

/** What is absent stays as it is. */
export const ChangeShipTo = PlacePurchase.pick({ phone: true, address: true })
  .partial()
  .extend({
    was: z
      .strictObject({ phone: z.string(), address: z.string() })
      .partial()
      .optional()
      .meta({ description: 'What was shown of them; refused when it is another by now' }),
  });
export type ChangeShipTo = z.infer<typeof ChangeShipTo>;

export const KeepWaiting = z.object({
  lines: z
    .array(
      z.object({
        order: OrderId,
        day: Day.meta({ description: 'The day of the delivery that was shown; refused when it is another' }),
      }),
    )
    .min(1, { error: 'Name one order at least.' })
    .max(MAX_PURCHASE_LINES, { error: 'A purchase has 200 lines at most.' }),
});
export type KeepWaiting = z.infer<typeof KeepWaiting>;

export const ChangePurchase = z
  .object({
    drop: z
      .array(OrderId, { error: 'Send the ids of the orders to cancel.' })
      .min(1, { error: 'Name one order at least.' })
      .max(MAX_PURCHASE_LINES, { error: 'A purchase has 200 lines at most.' })
      .optional()
      .meta({ description: 'The orders that are no longer wanted' }),
    lines: PlacePurchase.shape.lines.element
      .omit({ mayWait: true, waitMost: true, waitUntil: true })
      .array()
      .min(1, { error: 'Name one tool at least.' })
      .max(MAX_PURCHASE_LINES, { error: 'A purchase has 200 lines at most.' })
      .optional()
      .meta({ description: 'The quantities of tools from then on; those that the purchase does not have are added' }),
    amount: AmountShown.meta({
      description:
        'With `lines`: what was shown to be paid then for the whole purchase, in dollars; nothing is changed where it is another',
    }),
  })
  .refine(({ drop, lines }) => (drop === undefined) !== (lines === undefined), {
    error: 'Send either the ids of the orders to cancel or the lines to change.',
    path: ['drop'],
  });

/** Other quantities of tools of a purchase. */
export interface WantedLines {
  readonly lines: readonly WantedLine[];
  /** What the buyer was shown to pay then, in dollars; absent for any. */
  readonly amount?: number | undefined;
}

/** A tool of a purchase, and how many pieces of it are wanted. */
export interface WantedLine {
  readonly toolId: string;
  readonly quantity: number;
  /** What the buyer saw, in whole dollars for one piece. */
  readonly price: number;
}
