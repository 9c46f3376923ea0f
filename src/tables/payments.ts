import { foreignKey, integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_STATES } from '#model/payments/payment-life.ts';
import { PROVIDERS } from '#model/payments/provider.ts';
import { REFUND_STATES } from '#model/purchases/purchase-life.ts';
import { person } from './identity.ts';
import { bytes, count, moment, rowOf } from './kernel.ts';
import { orders, payLink, purchase } from './orders.ts';

export const paymentState = pgEnum('payment_state', PAYMENT_STATES);
export const paymentProvider = pgEnum('payment_provider', PROVIDERS);

/** Written before the provider is called: no payment there is unknown here. */
export const payment = pgTable(
  'payment',
  {
    id: uuid('id').notNull().defaultRandom().unique(),
    orderId: rowOf('order_id', () => orders.id),
    attempt: integer('attempt').notNull(),
    provider: paymentProvider('provider').notNull().default('stripe'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    intentId: text('intent_id').unique(),
    /** PayPal's name of the money that was taken, which its refunds and disputes go by. */
    captureId: text('capture_id').unique(),
    amountCents: count('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    state: paymentState('state').notNull().default('creating'),
    /** Decided, whether it has left or not. */
    refundedCents: count('refunded_cents').notNull().default(0),
    lookedAt: moment('looked_at'),
    /** Since when it is `capturing`. */
    claimedAt: moment('claimed_at'),
    /** Then the shop itself leaves the payment alone. */
    decidedAt: moment('decided_at'),
    /** Who pays by a link; null where the customer pays. */
    payLinkId: uuid('pay_link_id').references(() => payLink.id),
    payerName: text('payer_name'),
    payerEmail: text('payer_email'),
    payerKey: bytes('payer_key'),
    /** When Pay was last pressed; null after a customer's first press. */
    pressedAt: moment('pressed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.orderId, row.attempt] })],
);

export const refundState = pgEnum('refund_state', REFUND_STATES);

/** Money that goes back, under a key of its own at the provider. Without lines: all that was left of the payment. */
export const refund = pgTable(
  'refund',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purchaseId: rowOf('purchase_id', () => purchase.id),
    attempt: integer('attempt').notNull(),
    no: integer('no').notNull(),
    amountCents: count('amount_cents').notNull(),
    state: refundState('state').notNull().default('due'),
    /** What the admin said who decided it. */
    reason: text('reason'),
    personId: uuid('person_id').references(() => person.id),
    /** Of an admin's request, or of the lost dispute that took it. */
    requestKey: text('request_key'),
    providerRefundId: text('provider_refund_id').unique(),
    /** The refused one that it is tried for again, and how often that was done. */
    replaces: uuid('replaces').unique(),
    tries: integer('tries').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    endedAt: moment('ended_at'),
  },
  (row) => [
    foreignKey({ columns: [row.replaces], foreignColumns: [row.id] }),
    foreignKey({ columns: [row.purchaseId, row.attempt], foreignColumns: [payment.orderId, payment.attempt] }),
  ],
);

export const refundLine = pgTable(
  'refund_line',
  {
    refundId: rowOf('refund_id', () => refund.id),
    orderId: rowOf('order_id', () => orders.id),
    quantity: integer('quantity').notNull(),
    ofShipped: integer('of_shipped').notNull().default(0),
    ofWaiting: integer('of_waiting').notNull().default(0),
    backInStock: integer('back_in_stock').notNull(),
    goodsCents: count('goods_cents').notNull(),
    guardCents: count('guard_cents').notNull(),
    discountCents: count('discount_cents').notNull(),
  },
  (row) => [primaryKey({ columns: [row.refundId, row.orderId] })],
);
