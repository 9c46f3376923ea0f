import { bigint, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Written in the transaction of its cause. `key` names the effect: it happens once. Lower priorities come first. */
export const job = pgTable('job', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  queue: text('queue').notNull(),
  kind: text('kind').notNull(),
  key: text('key').notNull().unique(),
  payload: jsonb('payload').notNull(),
  priority: smallint('priority').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  runAt: moment('run_at').notNull().defaultNow(),
  lockedUntil: moment('locked_until'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  doneAt: moment('done_at'),
  deadAt: moment('dead_at'),
});
