import { z } from 'zod';
import { CARRIER_NAMES } from './shipment.ts';

const Issuer = z.object({
  name: z.string(),
  address: z.array(z.string()).optional().meta({ description: 'In lines, also a tax number' }),
  email: z.string(),
});
export type Issuer = z.infer<typeof Issuer>;
const Purchased = z.object({
  purchase: z.string().meta({ description: 'The number of the purchase' }),
  name: z.string(),
  address: z.string(),
  po_number: z.string().optional(),
  job: z.string().optional(),
});

/** What is kept of an invoice. Money is in dollars. */
export const InvoiceBody = Purchased.extend({
  shop: Issuer,
  date: z.iso.datetime({ offset: true }).meta({ description: 'When the purchase was paid' }),
  paid_with: z.enum(['card', 'PayPal']),
  transactionId: z.string(),
  lines: z.array(
    z.object({
      tools_name: z.string(),
      sku: z.string().nullable(),
      quantity: z.int(),
      tools_price: z.int(),
      total: z.number().meta({ description: 'quantity x price' }),
      guard: z.number(),
      from: z.int().nullable().meta({ description: 'The larger quantity that costs as little, where it is known' }),
    }),
  ),
  total: z.number(),
  guard: z.number(),
  discount: z.number(),
  amount: z.number(),
});
export type InvoiceBody = z.infer<typeof InvoiceBody>;

export const Invoice = InvoiceBody.extend({
  number: z.string().meta({ description: 'Year and number, such as 2026-0431: without gaps within a year' }),
});
export type Invoice = z.infer<typeof Invoice>;

export const PackingSlip = Purchased.extend({
  shop: Issuer,
  phone: z.string(),
  part: z.int(),
  parts: z.int().nullable().meta({
    description:
      'How many there are; null while pieces are yet to be shipped, and where one was taken back before the last',
  }),
  at: z.iso.datetime().nullable().meta({ description: 'When it was shipped; null of what is to go, which admins see' }),
  carrier: z.enum(CARRIER_NAMES).nullable(),
  tracking: z.string().nullable(),
  lines: z.array(
    z.object({
      tools_name: z.string(),
      sku: z.string().nullable(),
      ordered: z.int(),
      pieces: z.int().meta({ description: 'In this part' }),
      pack: z.int().meta({ description: 'Pieces in a box, 1 where they are sold singly' }),
    }),
  ),
  to_follow: z.array(z.object({ tools_name: z.string(), pieces: z.int() })),
});
export type PackingSlip = z.infer<typeof PackingSlip>;
