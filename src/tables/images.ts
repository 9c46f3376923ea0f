import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { person } from './identity.ts';
import { moment, rowOf } from './kernel.ts';

/** Accepted or refused. `key` names the content, `bytes` is the size of the file. */
export const upload = pgTable('upload', {
  id: uuid('id').primaryKey().defaultRandom(),
  personId: rowOf('person_id', () => person.id),
  key: text('key').notNull(),
  bytes: integer('bytes').notNull(),
  at: moment('at').notNull().defaultNow(),
});

/** Pictures that orders may still show. Written by the database. */
export const formerPicture = pgTable('former_picture', { address: text('address').primaryKey() });
