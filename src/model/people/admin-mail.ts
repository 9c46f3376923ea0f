import { z } from 'zod';

const choice = (what: string) => z.boolean({ error: `Say true or false: ${what}.` });

export const AdminMail = z.strictObject({
  paidOrder: choice('whether to be mailed about each order that is paid').meta({ description: 'An order was paid' }),
  dispute: choice('whether to be mailed about payments to check').meta({
    description: 'A customer disputes a payment, or something else is wrong with it, and its order was put aside',
  }),
  refundRefused: choice('whether to be mailed about refused refunds').meta({
    description: 'A refund did not reach its card',
  }),
  lowStock: choice('whether to be mailed about low stock').meta({
    description: 'Fewer pieces of a tool are left than the least that may be ordered',
  }),
});
export type AdminMail = z.infer<typeof AdminMail>;
export type AdminNews = keyof AdminMail;

/** What is not named stays as it is: it may have been chosen in another tab. */
export const AdminMailChange = AdminMail.partial().refine((change) => Object.keys(change).length > 0, {
  error: 'Say what to change.',
});
export type AdminMailChange = z.infer<typeof AdminMailChange>;

export const DEFAULT_ADMIN_MAIL: AdminMail = { paidOrder: false, dispute: true, refundRefused: true, lowStock: false };

/** Demo accounts have no real address: they get only what they choose. */
export const DEMO_ADMIN_MAIL: AdminMail = { paidOrder: false, dispute: false, refundRefused: false, lowStock: false };
