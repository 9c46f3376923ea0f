import { integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATES, REVIEW_REASONS } from '#model/orders/order.ts';
import { tool } from './catalogue.ts';
import { person } from './identity.ts';
import { bytes, count, moment } from './kernel.ts';

export const orderState = pgEnum('order_state', ORDER_STATES);

/** An order keeps its own copy of name, picture and price. A hold of 0 means that no stock is kept for it. */
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
  discountCents: count('discount_cents').notNull().default(0),
  state: orderState('state').notNull().default('unpaid'),
  holdQuantity: integer('hold_quantity').notNull(),
  holdNo: integer('hold_no').notNull().default(1),
  holdUntil: moment('hold_until'),
  paidIntent: text('paid_intent').unique(),
  paidAt: moment('paid_at'),
  shippedAt: moment('shipped_at'),
  unpaidPlace: integer('unpaid_place'),
  reviewReason: text('review_reason', { enum: REVIEW_REASONS }),
  /** How often something had to be looked into: a decision names the time that it is about. */
  reviewNo: integer('review_no').notNull().default(0),
  /** The payment that it was about the last time. */
  reviewIntent: text('review_intent'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Every change of a tool's stock, in pieces. */
export const stockMove = pgTable('stock_move', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  toolId: uuid('tool_id')
    .notNull()
    .references(() => tool.id),
  orderId: uuid('order_id').references(() => orders.id),
  holdNo: integer('hold_no'),
  kind: text('kind', { enum: ['initial', 'restock', 'correction', 'hold', 'release'] }).notNull(),
  delta: integer('delta').notNull(),
  reason: text('reason'),
  /** Who did it by hand; the shop itself without. */
  personId: uuid('person_id').references(() => person.id),
  requestKey: text('request_key'),
  at: moment('at').notNull().defaultNow(),
});

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
