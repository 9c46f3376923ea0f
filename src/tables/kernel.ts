import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Below 2^53: identities and cents. */
export const count = (name: string) => bigint(name, { mode: 'number' });

/** Written in the transaction of its cause. `dedupe` names the effect: it happens once. */
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

/** Written in the transaction of the action. The database refuses to change or remove a row. */
export const audit = pgTable('audit', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  actor: uuid('actor'),
  action: text('action').notNull(),
  target: text('target').notNull(),
  meta: jsonb('meta').notNull().default({}),
  /** The order in which rows are sealed; the database sets it. */
  tx: count('tx').notNull().default(sql`audit_place(pg_current_xact_id())`),
});

/** The rows with `since` <= `tx` < `until`. The hash includes the previous one. */
export const auditSeal = pgTable('audit_seal', {
  no: count('no').primaryKey(),
  since: count('since').notNull(),
  until: count('until').notNull(),
  entries: count('entries').notNull(),
  sealedAt: moment('sealed_at').notNull().defaultNow(),
  hash: bytes('hash').notNull(),
});

export const auditCheck = pgTable('audit_check', {
  single: boolean('single').primaryKey().default(true),
  nextNo: count('next_no').notNull().default(1),
  entries: count('entries').notNull().default(0),
  brokenNo: count('broken_no'),
  doneAt: moment('done_at'),
  doneEntries: count('done_entries'),
  doneBrokenNo: count('done_broken_no'),
});

export const configuration = pgTable('configuration', {
  single: boolean('single').primaryKey().default(true),
  fingerprint: text('fingerprint').notNull(),
});

export const bookmark = pgTable('bookmark', {
  name: text('name').primaryKey(),
  at: moment('at').notNull(),
});
