import { z } from 'zod';
import { Email } from '#model/kernel/email.ts';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { TypedPurchaseNumber } from './order.ts';

/** As it stands on the invoice: 2026-0431. */
export const InvoiceNumber = z
  .string()
  .trim()
  .regex(/^[1-9][0-9]{3}-[0-9]{4,10}$/);

/** What a provider calls a payment or, of PayPal, the money that was taken. */
const TransactionId = z
  .string()
  .trim()
  .regex(/^(pi_\w{1,100}|[A-Z0-9]{8,36})$/);

/** By what admins look for orders among all. */
export const OrderSearch = z.union([OrderId, ShortOrderId, TypedPurchaseNumber, Email, InvoiceNumber, TransactionId], {
  error:
    'Send the id of an order, the number of a purchase or an invoice, the id of a transaction or the email of a customer.',
});
export type OrderSearch = z.infer<typeof OrderSearch>;
