import { z } from 'zod';
import { PurchaseNumber } from '#model/orders/order.ts';
import {
  ConfirmByLink,
  InvoiceNumber,
  LinkedPromise,
  LinkToken,
  OpenLink,
  PayByLink,
  PromiseStanding,
  WatchLink,
} from '#model/orders/promise.ts';
import { Acknowledged, defineCall, Pdf } from '../kernel/call.ts';

const ofLinks = { feature: 'payments', actor: 'link', ownership: 'none' } as const;

export const findPromiseLink = defineCall('findPromiseLink', {
  summary: 'Whether there is such a link, whatever has become of its price promise; counts as no opening',
  ...ofLinks,
  rate: 'read',
  params: z.object({ token: z.string().max(200) }),
  response: z.object({ found: z.literal(true) }),
});

/** Opened by the browser itself, so the token stands in the address. */
const pdfByLink = {
  ...ofLinks,
  rate: 'paper',
  params: z.object({ token: LinkToken }),
  pdf: true,
  response: Pdf,
} as const;

export const getLinkedPromisePdf = defineCall('getLinkedPromisePdf', {
  summary: 'A price promise as it was made, to be printed, by its link; counts as no opening',
  ...pdfByLink,
  problems: ['too_many_attempts'],
});

export const getLinkedInvoicePdf = defineCall('getLinkedInvoicePdf', {
  summary: 'The invoice of what was paid of a price promise, to be printed, by its link',
  ...pdfByLink,
  problems: ['too_many_attempts', 'invoice_unpaid', 'invoice_coming'],
});

export const openPromiseLink = defineCall('openPromiseLink', {
  summary: 'Read a price promise by its link; openings by others than its customer are counted',
  ...ofLinks,
  rate: 'read',
  problems: ['too_many_attempts'],
  body: OpenLink,
  response: LinkedPromise,
});

export const watchPromiseLink = defineCall('watchPromiseLink', {
  summary:
    'Whether a price promise can still be paid, whether somebody else is paying it, and whether its invoice is written',
  ...ofLinks,
  rate: 'read',
  problems: ['too_many_attempts'],
  body: WatchLink,
  response: z.object({ state: PromiseStanding, paying: z.boolean(), invoice: InvoiceNumber }),
});

export const payPromiseLink = defineCall('payPromiseLink', {
  summary:
    "Begin to pay a price promise by its link: makes the purchase, once, and answers the secret with which the card form confirms the provider's payment",
  ...ofLinks,
  rate: 'payment',
  changes: 'stock',
  problems: [
    'too_many_attempts',
    'paying_elsewhere',
    'promise_over',
    'promise_unpayable',
    'price_changed',
    'delivery_moved',
    'lines_refused',
    'amount_too_large',
    'out_of_stock',
    'already_paid',
    'in_progress',
    'hold_ending',
    'not_payable',
    'provider_unavailable',
  ],
  body: PayByLink,
  response: z.object({ clientSecret: z.string(), number: PurchaseNumber, amount: z.number() }),
});

const Confirmed = Acknowledged.extend({
  paid: z.boolean(),
  payable: z.boolean().meta({ description: 'The provider waits for the card: nothing is charged, Pay may be pressed' }),
});

export const confirmPromisePayment = defineCall('confirmPromisePayment', {
  summary: 'Tell the shop that a payment by a link was confirmed; the shop asks the provider and believes only it',
  ...ofLinks,
  rate: 'payment',
  changes: 'stock',
  problems: ['too_many_attempts', 'not_this_payment', 'not_payable'],
  body: ConfirmByLink,
  response: Confirmed,
  otherResponses: { 202: Confirmed },
});
