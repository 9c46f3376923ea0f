import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { person } from './identity.ts';
import { moment } from './kernel.ts';

/** A picture that somebody sent, taken or refused. `key` names its content, `bytes` is the size of the file. */
export const upload = pgTable('upload', {
  id: uuid('id').primaryKey().defaultRandom(),
  personId: uuid('person_id')
    .notNull()
    .references(() => person.id),
  key: text('key').notNull(),
  bytes: integer('bytes').notNull(),
  at: moment('at').notNull().defaultNow(),
});

/** Addresses of pictures that orders may show although their tool has another one by now. The database keeps them. */
export const formerPicture = pgTable('former_picture', { address: text('address').primaryKey() });
