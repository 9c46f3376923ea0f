import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const count = (name: string) => bigint(name, { mode: 'number' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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
