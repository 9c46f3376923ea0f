import { type AnyPgColumn, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FieldChanges, ToolEvent } from '#model/catalogue/tool-field.ts';
import { person } from './identity.ts';
import { count, moment, rowOf } from './kernel.ts';

/** The categories of tools, also of those that are gone; how many that are sold have it. The database keeps it. */
export const toolCategory = pgTable('tool_category', {
  category: text('category').primaryKey(),
  tools: count('tools').notNull().default(0),
});

/** The prices that tools have, each once; `ceiling` is the least that a step or one above it costs. The database keeps it. */
export const priceLadder = pgTable('price_ladder', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  price: integer('price').notNull(),
  minQuantity: integer('min_quantity').notNull(),
  pack: integer('pack').notNull(),
  stepFrom: integer('step_from').array().notNull(),
  stepPrice: integer('step_price').array().notNull(),
  ceiling: count('ceiling').array().notNull(),
});

/** What lists and searches are filtered and sorted by, of each tool that is sold; `name` in lower case. The database keeps it. */
export const toolSearch = pgTable('tool_search', {
  seq: count('seq').primaryKey(),
  price: integer('price').notNull(),
  minQuantity: integer('min_quantity').notNull(),
  available: integer('available').notNull(),
  name: text('name').notNull(),
  category: text('category'),
  search: text('search').notNull(),
  pack: integer('pack').notNull().default(1),
  ladder: integer('ladder')
    .notNull()
    .references(() => priceLadder.id),
});

/** The order by stock, beside the rest: it alone has an index that changes with each order. The database keeps it. */
export const toolStock = pgTable('tool_stock', {
  seq: count('seq').primaryKey(),
  available: integer('available').notNull(),
});

/** No two tools share a `sku`, also when they are deleted. `price` is whole dollars for one piece; `available` is the sum of the tool's stock moves. */
export const tool = pgTable('tool', {
  id: uuid('id').primaryKey().defaultRandom(),
  seq: count('seq').notNull().unique().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  image: text('image').notNull(),
  sku: text('sku'),
  category: text('category'),
  price: integer('price').notNull(),
  minQuantity: integer('min_quantity').notNull(),
  pack: integer('pack').notNull().default(1),
  /** From so many pieces on, each costs the `stepPrice` at the same place. */
  stepFrom: integer('step_from').array().notNull().default([]),
  stepPrice: integer('step_price').array().notNull().default([]),
  available: integer('available').notNull(),
  /** Pieces of orders that wait for the next delivery: at most `backorderLimit` may, and only while `restockAt` is known. */
  waiting: integer('waiting').notNull().default(0),
  restockAt: date('restock_at'),
  backorderLimit: integer('backorder_limit').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
  deletedBy: uuid('deleted_by').references(() => person.id),
  /** Counts the edits, the first included. */
  version: integer('version').notNull().default(1),
});

/** Every edit of a tool: `version` is the tool's after it. */
export const toolChange = pgTable('tool_change', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  toolId: rowOf('tool_id', () => tool.id),
  version: integer('version').notNull(),
  personId: rowOf('person_id', () => person.id),
  at: moment('at').notNull(),
  undoes: count('undoes').references((): AnyPgColumn => toolChange.id),
  fields: jsonb('fields').$type<FieldChanges>().notNull(),
  requestKey: text('request_key'),
  event: text('event').$type<ToolEvent>(),
});

/** Who has a tool's edit pages open: since their first heartbeat, until some time after the last. */
export const toolEditing = pgTable(
  'tool_editing',
  {
    toolId: rowOf('tool_id', () => tool.id, { onDelete: 'cascade' }),
    personId: rowOf('person_id', () => person.id, { onDelete: 'cascade' }),
    since: moment('since').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.toolId, table.personId] })],
);
