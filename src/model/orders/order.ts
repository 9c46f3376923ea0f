import { z } from 'zod';
import { OrderId, ToolId } from '#model/kernel/ids.ts';

/** Where an order is in its life. Kept by `#model/orders/order-life.ts`. */
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

/** An order as its customer and the admins see it. `total`, `discount` and `amount` are dollars. */
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
  paid: z.boolean(),
  shipping: z.boolean().meta({ description: 'True once the order has been shipped' }),
  transactionId: z.string().nullable(),
  state: z.enum(ORDER_STATES),
  total: z.number().meta({ description: 'quantity x price' }),
  discount: z.number().meta({ description: 'The first-order offer, 0 for later orders' }),
  amount: z.number().meta({ description: 'What is charged: total - discount' }),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  shippedAt: z.iso.datetime().nullable(),
  shipBy: z.iso.datetime().nullable().meta({ description: 'The date by which a paid order ships' }),
  holdUntil: z.iso.datetime().nullable().meta({ description: 'Until when stock is held for an unpaid order' }),
});
export type Order = z.infer<typeof Order>;

const plainText = (text: string) => !/[\p{Cc}--[\n\r\t]]/v.test(text);

export const Phone = z
  .string({ error: 'Phone is required. Type the number under which we can reach you.' })
  .trim()
  .min(1, { error: 'Phone is required. Type the number under which we can reach you.', abort: true })
  .regex(/^\+?[0-9 ()./-]{3,32}$/, { error: 'Type a phone number of digits, such as 5550142200.' });

export const Address = z
  .string({ error: 'Shipping address is required.' })
  .trim()
  .min(1, { error: 'Shipping address is required.', abort: true })
  .max(500, { error: 'Shipping address may have 500 characters at most.' })
  .refine(plainText, { error: 'Shipping address must be plain text.' });

/** A quantity as clients send it: a whole number, or the same as a string of digits. */
const Quantity = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,9}$/)
        .transform(Number),
    ],
    {
      error: 'Quantity must be a whole number.',
    },
  )
  .refine((quantity) => quantity >= 1 && quantity <= 1_000_000, { error: 'Quantity must be between 1 and 1,000,000.' });

/** The price of one piece that the customer has seen, in whole dollars. */
const UnitPrice = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,7}$/)
        .transform(Number),
    ],
    { error: 'Price must be in whole dollars.' },
  )
  .refine((price) => price >= 1 && price <= 1_000_000, { error: 'Price must be between $1 and $1,000,000.' });

/** POST /orders. Name, picture and price are shown to the customer, but taken from the catalogue by the server. */
export const PlaceOrder = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  phone: Phone,
  address: Address,
  quantity: Quantity,
  tools_name: z.string().optional(),
  tools_image: z.string().optional(),
  tools_price: UnitPrice,
  tools_id: ToolId,
});
export type PlaceOrder = z.infer<typeof PlaceOrder>;
