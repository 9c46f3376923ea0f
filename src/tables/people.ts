import { boolean, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './kernel.ts';

export const personRole = pgEnum('person_role', ['customer', 'admin']);

export const person = pgTable('person', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  role: personRole('role').notNull().default('customer'),
  photo: text('photo'),
  demo: boolean('demo').notNull().default(false),
  disabledAt: moment('disabled_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});
