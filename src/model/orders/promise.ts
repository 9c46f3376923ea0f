import { z } from 'zod';
import { PersonName } from '#model/identity/credentials.ts';
import { Day } from '#model/kernel/day.ts';
import { Email } from '#model/kernel/email.ts';
import { OrderId, ToolId } from '#model/kernel/ids.ts';
import { isPlainText } from '#model/kernel/plain-text.ts';
import { Address, AmountShown, PurchaseNumber, Quantity, reference, UnitPrice } from '#model/orders/order.ts';
import { PhoneInput } from '#model/people/phone.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';

/** Short enough to be told on the phone; four digits at least. */
export const PromiseNumber = z.templateLiteral(['PP-', z.string().regex(/^(0[0-9]{3}|[1-9][0-9]{3,9})$/)]);
export type PromiseNumber = z.infer<typeof PromiseNumber>;

export const promiseNumber = (seq: number): PromiseNumber => `PP-${String(seq).padStart(4, '0')}`;

export const PROMISE_DAYS = 7;
/** How many promises of one customer may be valid at once. */
export const MAX_PROMISES = 100;
/** How many one customer may make within 24 hours, whatever becomes of them. */
export const PROMISES_A_DAY = 100;
const MAX_NOTE = 300;

/** Once it is ordered, its purchase says the rest. That it is over is told by the clock. */
export const PROMISE_STATES = ['sent', 'accepted', 'withdrawn'] as const;
export type PromiseState = (typeof PROMISE_STATES)[number];

/** What people see. `ordered`: a purchase was made of it that is not paid. `closed`: the link alone is over, not the promise. */
export const PromiseStanding = z
  .enum(['valid', 'ordered', 'paid', 'expired', 'withdrawn', 'cancelled', 'closed'])
  .meta({
    description:
      '`cancelled`: its order ended unpaid. `closed`: by this link it can no longer be paid: there is a newer one, or its customer may not order',
  });
export type PromiseStanding = z.infer<typeof PromiseStanding>;

/** The end of the seventh day after this one, in UTC as all days of the shop are. */
export function promisedUntil(now: Date): Date {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() + PROMISE_DAYS);
  day.setUTCHours(23, 59, 59, 999);
  return day;
}

/** In the address of the page: 128 bits. The shop keeps its hash alone. */
export const LinkToken = z.string({ error: 'Send the token of the link.' }).regex(/^[\w-]{22}$/, {
  error: 'This is not the token of a link.',
});

/** Below it are the pages of links. */
export const PROMISE_LINKS = '/promise/';

/** Where whoever has the link opens a PDF. */
export const linkedPdf = (token: string, of: 'promise' | 'invoice'): string => `/promise-links/${token}/${of}.pdf`;

/** What a line costs in dollars: `each` x quantity is `total`, of which `guard` is taken off. */
const Price = z.object({
  each: z.int().meta({ description: 'Whole dollars for one piece' }),
  total: z.number(),
  guard: z.number().meta({ description: 'Taken off where a larger quantity would cost less as a whole' }),
});

export const PromiseLine = z.object({
  tools_id: ToolId,
  tools_name: z.string(),
  tools_image: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  ...Price.shape,
  today: z
    .object({
      ...Price.shape,
      available: z
        .int()
        .meta({ description: 'Pieces of the line that are here now, in whole packs where not all are' }),
      restock: z.iso
        .date()
        .nullable()
        .meta({ description: 'The day of the delivery that what is missing may wait for' }),
    })
    .nullable()
    .meta({ description: 'What the same pieces cost without the promise; null of a tool that is no longer sold' }),
});
export type PromiseLine = z.infer<typeof PromiseLine>;

/** `all`: of everything. `wait`: what is missing waits for the delivery. `leave`: only what is here. */
export const PROMISE_WAYS = ['all', 'wait', 'leave'] as const;
export type PromiseWay = (typeof PROMISE_WAYS)[number];

/** One way to pay it now, in dollars. */
export const WayToPay = z.object({
  way: z.enum(PROMISE_WAYS),
  total: z.number(),
  guard: z.number(),
  discount: z.number().meta({ description: 'The first-order offer' }),
  amount: z.number().meta({ description: 'What is charged: total - guard - discount' }),
  less: z.number().optional().meta({
    description:
      'How much less than promised its pieces cost, because the price was lower when it was ordered or is today',
  }),
  waitUntil: z.iso.date().optional().meta({ description: 'The last day on which a delivery is waited for' }),
});
export type WayToPay = z.infer<typeof WayToPay>;

export const InvoiceNumber = z.string().nullable().meta({ description: 'Of its invoice; null until that is written' });

const Paid = z.object({
  number: PurchaseNumber,
  amount: z.number(),
  discount: z.number(),
  approvedBy: z.string().nullable().meta({ description: 'Who paid by the link; null where the customer paid' }),
  paidAt: z.iso.datetime(),
  transactionId: z.string(),
  ships: z
    .array(z.object({ at: z.iso.datetime(), pieces: z.int() }))
    .meta({ description: 'How many pieces ship by when, of what has not left' }),
  waiting: z
    .array(z.object({ tools_id: ToolId, pieces: z.int(), date: z.iso.date(), undated: z.literal(true).optional() }))
    .optional()
    .meta({
      description:
        'Pieces that wait for a delivery, and its day, as in an order; absent where none do. `undated`: it is what was promised',
    }),
  invoice: InvoiceNumber,
  refunded: z.number().meta({ description: 'What of it has gone back or is on its way' }),
  lower: z
    .array(z.object({ tools_id: ToolId, each: z.int(), less: z.number() }))
    .optional()
    .meta({ description: 'What cost less than promised: whole dollars for one piece, and how much less it is in all' }),
});

/** The document, as everybody may read it who has the link. Without e-mail and phone. */
export const PromisePaper = z.object({
  number: PromiseNumber,
  state: PromiseStanding,
  name: z.string().meta({ description: 'Who asked for it' }),
  address: z.string(),
  po_number: z.string().optional(),
  job: z.string().optional(),
  note: z.string().optional(),
  createdAt: z.iso.datetime(),
  validUntil: z.iso.datetime().meta({ description: 'The last moment of its last day, in UTC' }),
  lines: z.array(PromiseLine),
  total: z.number(),
  guard: z.number(),
  amount: z.number().meta({ description: 'total - guard, as promised' }),
  today: z.number().nullable().meta({
    description: 'What all of it would cost today without the promise; null where a tool is no longer sold',
  }),
  ways: z.array(WayToPay).meta({ description: 'How it can be paid now; empty where it cannot' }),
  leftOut: z
    .array(z.object({ tools_id: ToolId, pieces: z.int() }))
    .optional()
    .meta({ description: 'Once it is ordered, pieces of the promise that were not; absent where all were' }),
  paid: Paid.optional(),
});
export type PromisePaper = z.infer<typeof PromisePaper>;

/** What whoever has the link sees. `paying`: somebody else is paying it right now. */
export const LinkedPromise = PromisePaper.extend({ paying: z.boolean() });
export type LinkedPromise = z.infer<typeof LinkedPromise>;

/** What its customer sees. */
export const PricePromise = PromisePaper.extend({
  openings: z.int().meta({ description: 'How often its links were opened by others' }),
  lastOpenedAt: z.iso.datetime().nullable(),
  hasLink: z.boolean().meta({ description: 'Whether its last link is good. The shop knows its hash alone' }),
  phone: z.string(),
  purchase: z
    .object({
      id: OrderId,
      number: PurchaseNumber,
      amount: z.number().meta({ description: 'What it costs, in dollars' }),
    })
    .optional()
    .meta({ description: 'What was made of it, paid or not' }),
});
export type PricePromise = z.infer<typeof PricePromise>;

export const PromiseRow = z.object({
  number: PromiseNumber,
  state: PromiseStanding,
  job: z.string().optional(),
  tools: z.int(),
  amount: z.number(),
  createdAt: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type PromiseRow = z.infer<typeof PromiseRow>;

const Note = z
  .string({ error: 'The note must be a text.' })
  .trim()
  .refine((note) => [...note].length <= MAX_NOTE, { error: `The note may have ${MAX_NOTE} characters at most.` })
  .refine(isPlainText, { error: 'The note must be plain text.' })
  .transform((note) => note || undefined)
  .optional();

export const MakePromise = z.strictObject({
  phone: PhoneInput,
  address: Address,
  po_number: reference('PO number'),
  job: reference('Job'),
  note: Note,
  lines: z
    .array(z.strictObject({ tools_id: ToolId, quantity: Quantity, tools_price: UnitPrice }), {
      error: 'Send the lines as a list.',
    })
    .min(1, { error: 'A price promise has one line at least.' })
    .max(MAX_PURCHASE_LINES, { error: 'A price promise has 200 lines at most.' }),
  amount: AmountShown.meta({
    description: 'The total price that was shown, in dollars; nothing is promised where it is another',
  }),
});
export type MakePromise = z.infer<typeof MakePromise>;

const way = {
  way: z.enum(PROMISE_WAYS, { error: 'Send all, wait or leave.' }),
  amount: z.number({ error: 'Send the amount that was shown, in dollars.' }),
  waitUntil: Day.optional().meta({ description: 'With `wait`: refused where a delivery comes later than this day' }),
};

export const OrderPromise = z.strictObject(way);
export type OrderPromise = z.infer<typeof OrderPromise>;

/** For so long somebody who has pressed Pay is left alone. */
export const PAYING_MINUTES = 10;

/** Made by the browser and kept until the page is left: tells who pays from others who have the link. */
const PayerKey = z
  .string({ error: 'Send the key of whoever pays.' })
  .regex(/^[\w-]{16,64}$/, { error: 'The key of whoever pays is 16 to 64 letters, digits, - or _.' });

export const WatchLink = z.object({ token: LinkToken, payer: PayerKey.optional() });

export const OpenLink = WatchLink.extend({
  again: z
    .boolean()
    .optional()
    .meta({ description: 'Read once more by the page that it opened: counts as no opening' }),
});

export const PayByLink = z.object({ token: LinkToken, payer: PayerKey, name: PersonName, email: Email, ...way });
export type PayByLink = z.infer<typeof PayByLink>;

export const ConfirmByLink = z.object({ token: LinkToken, transactionId: z.string().min(1).max(255) });
