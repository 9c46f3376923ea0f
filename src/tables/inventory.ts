import { type AnyPgColumn, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { tool } from './catalogue.ts';
import { person } from './identity.ts';
import { count, moment, rowOf } from './kernel.ts';

export const stockMove = pgTable('stock_move', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  toolId: rowOf('tool_id', () => tool.id),
  /** The foreign key is only in the database, because orders come after inventory. */
  orderId: uuid('order_id'),
  holdNo: integer('hold_no'),
  kind: text('kind', { enum: ['initial', 'restock', 'correction', 'hold', 'release'] }).notNull(),
  delta: integer('delta').notNull(),
  reason: text('reason'),
  personId: uuid('person_id').references(() => person.id),
  requestKey: text('request_key'),
  undoes: count('undoes').references((): AnyPgColumn => stockMove.id),
  at: moment('at').notNull().defaultNow(),
});
