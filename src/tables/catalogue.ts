import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { count, moment } from './kernel.ts';

/** Every word of letters in the names and item numbers of tools. */
export const searchWord = pgTable('search_word', { word: text('word').primaryKey() });

/** No two tools of the catalogue share a `sku`. `price` is whole dollars for one piece; `available` is the sum of the tool's stock moves. */
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
  available: integer('available').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
  search: text('search').notNull().generatedAlwaysAs(sql`tool_search_text(name, sku, id)`),
});
