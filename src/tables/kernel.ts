import { bigint, customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A moment in UTC, as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A bigint that stays below 2^53: identities and cents. */
export const count = (name: string) => bigint(name, { mode: 'number' });

/** What leaves the shop later, written in the transaction of its cause. `dedupe` names the effect: it happens once. */
export const outbox = pgTable('outbox', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  dedupe: text('dedupe').notNull().unique(),
  payload: jsonb('payload').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  runAt: moment('run_at').notNull().defaultNow(),
  leaseUntil: moment('lease_until'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  doneAt: moment('done_at'),
  deadAt: moment('dead_at'),
});

/** Who did what to what; written in the transaction of the deed. */
export const audit = pgTable('audit', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  actor: uuid('actor'),
  action: text('action').notNull(),
  target: text('target').notNull(),
  meta: jsonb('meta').notNull().default({}),
});

/** How far something that is read bit by bit has been read. */
export const bookmark = pgTable('bookmark', {
  name: text('name').primaryKey(),
  at: moment('at').notNull(),
});
