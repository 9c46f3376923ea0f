import { integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATES, REVIEW_REASONS } from '#model/orders/order.ts';
import { tool } from './catalogue.ts';
import { person } from './identity.ts';
import { bytes, count, moment } from './kernel.ts';

export const orderState = pgEnum('order_state', ORDER_STATES);

/** Keeps its own copy of name, picture and price. `holdQuantity` 0: no stock is held. */
export const orders = pgTable('orders', {
  id: uuid('id').primaryKey().defaultRandom(),
  seq: count('seq').notNull().unique().generatedAlwaysAsIdentity(),
  personId: uuid('person_id')
    .notNull()
    .references(() => person.id),
  toolId: uuid('tool_id')
    .notNull()
    .references(() => tool.id),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  toolName: text('tool_name').notNull(),
  toolImage: text('tool_image').notNull(),
  unitPrice: integer('unit_price').notNull(),
  quantity: integer('quantity').notNull(),
  totalCents: count('total_cents').notNull(),
  /** Taken off the total, because a larger order would cost less as a whole. */
  guardCents: count('guard_cents').notNull().default(0),
  discountCents: count('discount_cents').notNull().default(0),
  state: orderState('state').notNull().default('unpaid'),
  holdQuantity: integer('hold_quantity').notNull(),
  holdNo: integer('hold_no').notNull().default(1),
  holdUntil: moment('hold_until'),
  holdRenewals: integer('hold_renewals').notNull().default(0),
  paidIntent: text('paid_intent').unique(),
  paidAt: moment('paid_at'),
  shippedAt: moment('shipped_at'),
  unpaidPlace: integer('unpaid_place'),
  /** A hash, of unpaid orders of unconfirmed accounts only. */
  network: bytes('network'),
  networkPlace: integer('network_place'),
  reviewReason: text('review_reason', { enum: REVIEW_REASONS }),
  /** The number of reviews; a decision names the one that it is about. */
  reviewNo: integer('review_no').notNull().default(0),
  reviewIntent: text('review_intent'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const orderReview = pgTable(
  'order_review',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    no: integer('no').notNull(),
    intentId: text('intent_id').notNull(),
    reason: text('reason', { enum: REVIEW_REASONS }).notNull(),
    decidedBy: uuid('decided_by').references(() => person.id),
    decision: text('decision'),
    decisionReason: text('decision_reason'),
  },
  (row) => [primaryKey({ columns: [row.orderId, row.no] })],
);

export const idempotency = pgTable(
  'idempotency',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    key: text('key').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    at: moment('at').notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.personId, row.key] })],
);
