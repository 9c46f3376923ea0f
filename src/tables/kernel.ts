import { type AnyPgColumn, bigint, boolean, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The id of a row of another table, which is there. */
export const rowOf = (name: string, row: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) =>
  uuid(name).notNull().references(row, actions);

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Below 2^53: identities and cents. */
export const count = (name: string) => bigint(name, { mode: 'number' });

export const configuration = pgTable('configuration', {
  single: boolean('single').primaryKey().default(true),
  fingerprint: text('fingerprint').notNull(),
});

export const bookmark = pgTable('bookmark', {
  name: text('name').primaryKey(),
  at: moment('at').notNull(),
});
