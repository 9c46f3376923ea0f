import { integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_STATES } from '#model/payments/payment-life.ts';
import { count, moment } from './kernel.ts';
import { orders } from './orders.ts';

export const paymentState = pgEnum('payment_state', PAYMENT_STATES);

/** Written before the provider is called: no payment there is unknown here. */
export const payment = pgTable(
  'payment',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    attempt: integer('attempt').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    intentId: text('intent_id').unique(),
    amountCents: count('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    state: paymentState('state').notNull().default('creating'),
    lookedAt: moment('looked_at'),
    /** Then the shop itself leaves the payment alone. */
    decidedAt: moment('decided_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.orderId, row.attempt] })],
);
