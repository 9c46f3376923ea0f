import { z } from 'zod';
import { Email } from '#model/kernel/email.ts';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { isLine } from '#model/kernel/plain-text.ts';
import { MAX_REFERENCE, TypedPurchaseNumber } from './order.ts';

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

/** What the shop itself calls an order, its purchase, its papers, its money or its customer. */
export const OrderName = z.union([OrderId, ShortOrderId, TypedPurchaseNumber, Email, InvoiceNumber, TransactionId]);
export type OrderName = z.infer<typeof OrderName>;

/** By what admins look for orders among all. What is none of the shop's names is a PO number or a job, whole. */
export const OrderSearch = z
  .string()
  .trim()
  .refine(
    (typed) =>
      OrderName.safeParse(typed).success || (typed.length >= 3 && typed.length <= MAX_REFERENCE && isLine(typed)),
    `Send the id of an order, the number of a purchase or an invoice, the id of a transaction, the email of a customer, or a PO number or job of 3 to ${MAX_REFERENCE} characters.`,
  );
export type OrderSearch = z.infer<typeof OrderSearch>;
