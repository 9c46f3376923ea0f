import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, moment } from './kernel.ts';

/** Every word of letters in the names and item numbers of tools, also of those that are gone; how many that are sold have it. */
export const searchWord = pgTable('search_word', {
  word: text('word').primaryKey(),
  tools: count('tools').notNull().default(0),
});

/** The words of each tool that is sold, with all by which lists are sorted; `name` in lower case. The database keeps them. */
export const toolWord = pgTable(
  'tool_word',
  {
    word: text('word').notNull(),
    seq: count('seq').notNull(),
    price: integer('price').notNull(),
    minQuantity: integer('min_quantity').notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.word, table.seq] })],
);

/** What each tool that is sold is narrowed by, and its `available` to be sorted by. The database keeps it. */
export const toolStock = pgTable('tool_stock', {
  seq: count('seq').primaryKey(),
  available: integer('available').notNull(),
  price: integer('price').notNull(),
  minQuantity: integer('min_quantity').notNull(),
});

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
