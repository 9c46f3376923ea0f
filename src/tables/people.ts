import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { person } from './identity.ts';
import { moment } from './kernel.ts';

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

export const adminMail = pgTable('admin_mail', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id),
  paidOrder: boolean('paid_order').notNull(),
  dispute: boolean('dispute').notNull(),
  refundRefused: boolean('refund_refused').notNull(),
  lowStock: boolean('low_stock').notNull(),
});
