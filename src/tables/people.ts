import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { person } from './identity.ts';
import { moment } from './kernel.ts';

/** What people tell about themselves. Name and photo stand in `person`, because the session shows them. */
export const profile = pgTable('profile', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id),
  education: text('education').notNull(),
  location: text('location').notNull(),
  phone: text('phone').notNull(),
  linkedin: text('linkedin').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
