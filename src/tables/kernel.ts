import { bigint, boolean, customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
