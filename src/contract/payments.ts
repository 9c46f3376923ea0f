import { z } from 'zod';
import { Day } from '#model/kernel/day.ts';
import { OrderId } from '#model/kernel/ids.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { DecideOrder, OrderCase } from '#model/orders/decision.ts';
import { CancelWaiting, RefundPurchase } from '#model/purchases/refund.ts';
import { Acknowledged, defineCall, Inserted, OnceByKey, Updated } from './kernel/call.ts';

const ofOwnOrders = { feature: 'payments', actor: 'customer', ownership: 'own-order' } as const;
const ofAdmins = { feature: 'payments', actor: 'admin', ownership: 'none' } as const;

const byId = z.object({ id: OrderId });

const BEGIN_PROBLEMS = [
  'price_changed',
  'delivery_moved',
  'out_of_stock',
  'already_paid',
  'in_progress',
  'paying_elsewhere',
  'hold_ending',
  'hold_over',
  'not_payable',
  'provider_unavailable',
] as const;

const wait = {
  mayWait: z.boolean({ error: 'Send true or false.' }).optional().meta({
    description: 'Whether pieces that are gone since they were held may wait for the next delivery; else out_of_stock',
  }),
  waitUntil: Day.optional().meta({
    description: 'With `mayWait`: out_of_stock where a delivery comes later than this day',
  }),
  deliveryBy: Day.optional().meta({
    description: 'The last day that was shown of pieces that wait already; delivery_moved where it is later by now',
  }),
};

export const createPaymentIntent = defineCall('createPaymentIntent', {
  summary: "Begin to pay an order: answers the secret with which the card form confirms the provider's payment",
  ...ofOwnOrders,
  rate: 'payment',
  changes: 'stock',
  problems: [...BEGIN_PROBLEMS],
  body: z.strictObject({
    price: z.number({ error: 'Price must be a number of dollars.' }),
    order_id: OrderId.optional().meta({ description: 'Which order; without it the newest unpaid one of this price' }),
    ...wait,
  }),
  response: z.object({ clientSecret: z.string() }),
});

const Confirmed = Acknowledged.extend({
  paid: z.boolean(),
  payable: z
    .boolean()
    .meta({ description: 'The provider waits for the buyer: nothing is charged, Pay may be pressed' }),
  why: z.enum(['refused', 'changed', 'hold_over']).optional().meta({
    description:
      'Why nothing is charged: the provider or the bank refused it, the purchase was changed, or its stock is held no longer',
  }),
});

export const confirmPayment = defineCall('confirmPayment', {
  summary: 'Tell the shop that a payment was confirmed; the shop asks the provider and believes only it',
  ...ofOwnOrders,
  rate: 'payment',
  changes: 'stock',
  problems: ['not_this_payment', 'not_payable'],
  params: byId,
  body: z.object({ order_id: OrderId, transactionId: z.string().min(1).max(255) }),
  response: Confirmed,
  otherResponses: { 202: Confirmed },
});

export const refundPurchase = defineCall('refundPurchase', {
  summary:
    'Give back the money of pieces of a paid purchase; all pieces before any has left cancel it. The amount is the one that was shown',
  ...ofAdmins,
  rate: 'payment',
  changes: 'stock',
  problems: [
    'order_not_found',
    'not_refundable',
    'nothing_to_refund',
    'refunded_meanwhile',
    'amount_changed',
    'idempotency_key_reused',
  ],
  params: byId,
  headers: OnceByKey,
  body: RefundPurchase,
  response: Inserted.extend({ no: z.int() }),
});

export const cancelWaiting = defineCall('cancelWaiting', {
  summary:
    'Cancel pieces of an own paid purchase that wait for a delivery; their money goes back. The amount is the one that was shown',
  ...ofOwnOrders,
  rate: 'payment',
  changes: 'stock',
  problems: ['not_refundable', 'nothing_to_refund', 'fewer_wait', 'amount_changed', 'idempotency_key_reused'],
  params: byId,
  headers: OnceByKey,
  body: CancelWaiting,
  response: Inserted.extend({ no: z.int() }),
});

export const getOrderCase = defineCall('getOrderCase', {
  summary: 'One order with its payments, its pieces and what happened to it, and what may be decided about it',
  ...ofAdmins,
  rate: 'read',
  problems: ['order_not_found'],
  params: byId,
  response: OrderCase,
});

export const decideOrder = defineCall('decideOrder', {
  summary: 'Decide what becomes of an order in review, with a reason; sent again it is the same decision',
  ...ofAdmins,
  rate: 'write',
  changes: 'stock',
  problems: ['order_not_found', 'review_over', 'decision_not_open'],
  params: byId,
  body: DecideOrder,
  response: Updated,
});

export const beginPayPal = defineCall('beginPayPal', {
  summary: `Begin to pay an order of $${SHOP_FACTS.payPalMinimum} or more with PayPal: answers where the buyer approves it, and what it is called`,
  ...ofOwnOrders,
  rate: 'payment',
  changes: 'stock',
  problems: [...BEGIN_PROBLEMS, 'below_minimum', 'provider_not_offered'],
  body: z.strictObject({
    price: z.number({ error: 'Price must be a number of dollars.' }),
    order_id: OrderId,
    ...wait,
  }),
  response: z.object({ approveUrl: z.url(), transactionId: z.string() }),
});

const ofProviders = {
  feature: 'payments',
  actor: 'provider',
  ownership: 'none',
  response: z.object({ received: z.boolean() }),
} as const;

export const payPalWebhook = defineCall('payPalWebhook', {
  summary: "PayPal's signed events; 200 means stored",
  ...ofProviders,
  rate: 'paypalWebhook',
  raw: {
    // PayPal is asked about each, with all of it.
    maxBytes: 64 * 1024,
    signature: [
      'paypal-auth-algo',
      'paypal-cert-url',
      'paypal-transmission-id',
      'paypal-transmission-sig',
      'paypal-transmission-time',
    ],
  },
  problems: ['bad_signature', 'provider_unavailable'],
});

export const stripeWebhook = defineCall('stripeWebhook', {
  summary: "The payment provider's signed events; 200 means stored",
  ...ofProviders,
  rate: 'webhook',
  // Stripe's largest event, a dispute with all evidence, has less than half.
  raw: { maxBytes: 512 * 1024, signature: ['stripe-signature'] },
  problems: ['bad_signature'],
});
