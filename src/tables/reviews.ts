import { integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { person } from './identity.ts';
import { count, moment } from './kernel.ts';

export const review = pgTable('review', {
  id: uuid('id').primaryKey().defaultRandom(),
  seq: count('seq').notNull().unique().generatedAlwaysAsIdentity(),
  personId: uuid('person_id').references(() => person.id),
  name: text('name').notNull(),
  photo: text('photo'),
  review: text('review').notNull(),
  star: numeric('star', { precision: 2, scale: 1, mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  hiddenAt: moment('hidden_at'),
  hiddenBy: uuid('hidden_by').references(() => person.id),
  hiddenReason: text('hidden_reason'),
  sent: integer('sent').notNull().default(1),
});
