import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { ORDER_STATES, REVIEW_REASONS } from '#model/orders/order.ts';
import { PROMISE_STATES } from '#model/orders/promise.ts';
import type { InvoiceBody } from '#model/purchases/papers.ts';
import { PURCHASE_STATES } from '#model/purchases/purchase-life.ts';
import { CARRIER_NAMES } from '#model/purchases/shipment.ts';
import { tool } from './catalogue.ts';
import { person } from './identity.ts';
import { bytes, count, moment, rowOf } from './kernel.ts';

export const orderState = pgEnum('order_state', ORDER_STATES);

export const purchaseState = pgEnum('purchase_state', PURCHASE_STATES);

/** Prices held until a day. Nothing of it changes but `state` and what is counted. */
export const pricePromise = pgTable('price_promise', {
  id: uuid('id').primaryKey().defaultRandom(),
  seq: count('seq').notNull().unique().generatedAlwaysAsIdentity(),
  personId: rowOf('person_id', () => person.id),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  poNumber: text('po_number'),
  job: text('job'),
  note: text('note'),
  state: text('state', { enum: PROMISE_STATES }).notNull().default('sent'),
  lines: integer('lines').notNull(),
  goodsCents: count('goods_cents').notNull(),
  guardCents: count('guard_cents').notNull(),
  validUntil: moment('valid_until').notNull(),
  /** By others than its customer. */
  openings: integer('openings').notNull().default(0),
  lastOpenedAt: moment('last_opened_at'),
  requestKey: text('request_key'),
  bodyHash: bytes('body_hash'),
  createdAt: moment('created_at').notNull(),
});

export const pricePromiseLine = pgTable(
  'price_promise_line',
  {
    promiseId: rowOf('promise_id', () => pricePromise.id),
    lineNo: integer('line_no').notNull(),
    toolId: rowOf('tool_id', () => tool.id),
    toolName: text('tool_name').notNull(),
    toolImage: text('tool_image').notNull(),
    sku: text('sku'),
    quantity: integer('quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    guardCents: count('guard_cents').notNull(),
  },
  (row) => [primaryKey({ columns: [row.promiseId, row.lineNo] })],
);

/** A right to look and to pay, until its end. A new link revokes the one before. */
export const payLink = pgTable('pay_link', {
  id: uuid('id').primaryKey().defaultRandom(),
  promiseId: rowOf('promise_id', () => pricePromise.id),
  tokenHash: bytes('token_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
});

/** What is paid as one. Has the id of its first line. `holdUntil` null, before the payment: no stock is held. */
export const purchase = pgTable('purchase', {
  id: uuid('id').primaryKey(),
  seq: count('seq').notNull().unique().default(sql`nextval('purchase_number')`),
  personId: rowOf('person_id', () => person.id),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  poNumber: text('po_number'),
  job: text('job'),
  state: purchaseState('state').notNull().default('unpaid'),
  /** Counts what is to be paid. */
  version: integer('version').notNull().default(1),
  lines: integer('lines').notNull(),
  goodsCents: count('goods_cents').notNull(),
  guardCents: count('guard_cents').notNull().default(0),
  discountCents: count('discount_cents').notNull().default(0),
  amountCents: count('amount_cents').notNull(),
  offer: boolean('offer').notNull().default(false),
  holdUntil: moment('hold_until'),
  holdRenewals: integer('hold_renewals').notNull().default(0),
  unpaidPlace: integer('unpaid_place'),
  /** A hash, of unpaid purchases of unconfirmed accounts only. */
  network: bytes('network'),
  networkPlace: integer('network_place'),
  paidIntent: text('paid_intent').unique(),
  paidAt: moment('paid_at'),
  reviewReason: text('review_reason', { enum: REVIEW_REASONS }),
  /** The number of reviews; a decision names the one that it is about. */
  reviewNo: integer('review_no').notNull().default(0),
  reviewIntent: text('review_intent'),
  /** As people read it; the invoice is in `document`. */
  invoiceNo: text('invoice_no'),
  /** What it was made of. */
  promiseId: uuid('promise_id')
    .unique()
    .references(() => pricePromise.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Written once and never changed: the database refuses it. */
export const documentSeries = pgTable('document_series', {
  series: text('series').primaryKey(),
  next: count('next').notNull().default(1),
});

export const document = pgTable('document', {
  id: uuid('id').primaryKey().defaultRandom(),
  series: text('series')
    .notNull()
    .references(() => documentSeries.series),
  number: count('number').notNull(),
  kind: text('kind', { enum: ['invoice'] }).notNull(),
  purchaseId: rowOf('purchase_id', () => purchase.id),
  body: jsonb('body').$type<InvoiceBody>().notNull(),
  sha256: bytes('sha256').notNull(),
  writtenAt: moment('written_at').notNull().defaultNow(),
});

/**
 * A line of a purchase, with its own copy of name, picture and price. The database derives `state`, which is what people
 * see. `holdQuantity` counts the pieces that are held or have left.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    seq: count('seq').notNull().unique().generatedAlwaysAsIdentity(),
    purchaseId: uuid('purchase_id').notNull(),
    purchaseState: purchaseState('purchase_state').notNull(),
    lineNo: integer('line_no').notNull().default(1),
    personId: rowOf('person_id', () => person.id),
    toolId: rowOf('tool_id', () => tool.id),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    toolName: text('tool_name').notNull(),
    toolImage: text('tool_image').notNull(),
    unitPrice: integer('unit_price').notNull(),
    quantity: integer('quantity').notNull(),
    totalCents: count('total_cents').notNull(),
    guardCents: count('guard_cents').notNull().default(0),
    discountCents: count('discount_cents').notNull().default(0),
    state: orderState('state').notNull().default('unpaid'),
    holdQuantity: integer('hold_quantity').notNull(),
    holdNo: integer('hold_no').notNull().default(1),
    /** Pieces promised from the delivery of `promisedAt`. Who has the lower `queueNo` is served first. */
    waiting: integer('waiting').notNull().default(0),
    queueNo: count('queue_no'),
    promisedAt: date('promised_at'),
    /** Of what waits once its day was moved (`afterMove`); the database forgets it when nothing waits any more. */
    waitsUntil: date('waits_until'),
    delayed: boolean('delayed').notNull().default(false),
    agreeBy: date('agree_by'),
    /** A mail has asked its buyer about the day that they are promised. */
    asked: boolean('asked').notNull().default(false),
    /** How many were promised from it, be they here by now or not. */
    fromDelivery: integer('from_delivery').notNull().default(0),
    shippedQuantity: integer('shipped_quantity').notNull().default(0),
    givenUp: integer('given_up').notNull().default(0),
    shippedAt: moment('shipped_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (row) => [
    foreignKey({ columns: [row.purchaseId, row.purchaseState], foreignColumns: [purchase.id, purchase.state] }),
  ],
);

/** What the buyer wished while a payment was open: done once that is closed, forgotten once it is paid. */
export const purchaseWish = pgTable('purchase_wish', {
  purchaseId: uuid('purchase_id')
    .primaryKey()
    .references(() => purchase.id),
  dropOrders: uuid('drop_orders').array().notNull(),
  personId: uuid('person_id').references(() => person.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Pieces that left together. Of a row only carrier and tracking number change; what had not left after all is deleted. */
export const shipment = pgTable('shipment', {
  id: uuid('id').primaryKey().defaultRandom(),
  purchaseId: rowOf('purchase_id', () => purchase.id),
  no: integer('no').notNull(),
  personId: uuid('person_id').references(() => person.id),
  carrier: text('carrier', { enum: CARRIER_NAMES }),
  tracking: text('tracking'),
  /** Whether its customer is mailed about it. */
  tells: boolean('tells').notNull().default(true),
  /** How often its customer was sent another tracking number. */
  corrections: integer('corrections').notNull().default(0),
  requestKey: text('request_key'),
  at: moment('at').notNull().defaultNow(),
});

export const shipmentLine = pgTable(
  'shipment_line',
  {
    shipmentId: rowOf('shipment_id', () => shipment.id, { onDelete: 'cascade' }),
    orderId: rowOf('order_id', () => orders.id),
    quantity: integer('quantity').notNull(),
  },
  (row) => [primaryKey({ columns: [row.shipmentId, row.orderId] })],
);

export const purchaseNote = pgTable('purchase_note', {
  id: uuid('id').primaryKey().defaultRandom(),
  purchaseId: rowOf('purchase_id', () => purchase.id),
  personId: rowOf('person_id', () => person.id),
  text: text('text').notNull(),
  requestKey: text('request_key'),
  at: moment('at').notNull(),
});

export const orderReview = pgTable(
  'order_review',
  {
    orderId: rowOf('order_id', () => orders.id),
    no: integer('no').notNull(),
    intentId: text('intent_id').notNull(),
    reason: text('reason', { enum: REVIEW_REASONS }).notNull(),
    decidedBy: uuid('decided_by').references(() => person.id),
    decision: text('decision'),
    decisionReason: text('decision_reason'),
  },
  (row) => [primaryKey({ columns: [row.orderId, row.no] })],
);

/** Keys under which a customer placed a purchase, or an admin sent what was taken back since. */
export const idempotency = pgTable(
  'idempotency',
  {
    personId: rowOf('person_id', () => person.id),
    key: text('key').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    orderId: rowOf('order_id', () => orders.id),
    at: moment('at').notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.personId, row.key] })],
);

/** Who is told once so many pieces of a tool are free. A row ends with its mail. */
export const stockWatch = pgTable(
  'stock_watch',
  {
    id: uuid('id').notNull().unique().defaultRandom(),
    personId: rowOf('person_id', () => person.id),
    toolId: rowOf('tool_id', () => tool.id),
    pieces: integer('pieces').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.personId, row.toolId] })],
);

/** Counts its changes. The row of somebody who has never had a list is absent. */
export const orderList = pgTable('order_list', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id),
  version: count('version').notNull(),
});

export const orderListLine = pgTable(
  'order_list_line',
  {
    personId: rowOf('person_id', () => orderList.personId),
    toolId: rowOf('tool_id', () => tool.id),
    quantity: integer('quantity').notNull(),
    seenPrice: integer('seen_price').notNull(),
    /** Milliseconds, by the clock of the browser: the order of the lines. */
    addedAt: count('added_at').notNull(),
    /** The day of the delivery that what is missing may wait for. */
    waitFor: date('wait_for'),
  },
  (row) => [primaryKey({ columns: [row.personId, row.toolId] })],
);

/** What somebody orders again and again, by a name that is theirs once. */
export const savedList = pgTable('saved_list', {
  id: uuid('id').primaryKey().defaultRandom(),
  personId: rowOf('person_id', () => person.id),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const savedListLine = pgTable(
  'saved_list_line',
  {
    listId: rowOf('list_id', () => savedList.id, { onDelete: 'cascade' }),
    toolId: rowOf('tool_id', () => tool.id),
    quantity: integer('quantity').notNull(),
    place: integer('place').notNull(),
  },
  (row) => [primaryKey({ columns: [row.listId, row.toolId] })],
);
