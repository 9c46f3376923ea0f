import { boolean, integer, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment, rowOf } from './kernel.ts';

export const personRole = pgEnum('person_role', ['customer', 'admin']);

export const person = pgTable('person', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  role: personRole('role').notNull().default('customer'),
  photo: text('photo'),
  demo: boolean('demo').notNull().default(false),
  disabledAt: moment('disabled_at'),
  emailProof: text('email_proof', { enum: ['mail', 'google', 'stand-in'] }),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const password = pgTable('password', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id),
  hash: text('hash').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

export const session = pgTable('session', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: bytes('token_hash').notNull().unique(),
  personId: rowOf('person_id', () => person.id),
  createdAt: moment('created_at').notNull().defaultNow(),
  seenAt: moment('seen_at').notNull().defaultNow(),
});

export const signingKey = pgTable('signing_key', {
  id: text('id').primaryKey(),
  privateJwk: jsonb('private_jwk').$type<JsonWebKey>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const signInFailure = pgTable('sign_in_failure', {
  subject: text('subject').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: moment('last_at').notNull().defaultNow(),
});

export const knownDevice = pgTable(
  'known_device',
  {
    tokenHash: bytes('token_hash').notNull(),
    personId: rowOf('person_id', () => person.id),
    seenAt: moment('seen_at').notNull(),
    failures: integer('failures').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tokenHash, table.personId] })],
);

export const passwordReset = pgTable('password_reset', {
  tokenHash: bytes('token_hash').primaryKey(),
  personId: rowOf('person_id', () => person.id),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const pendingSignUp = pgTable('pending_sign_up', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const emailConfirmation = pgTable('email_confirmation', {
  tokenHash: bytes('token_hash').primaryKey(),
  personId: uuid('person_id').references(() => person.id),
  signUpId: uuid('sign_up_id').references(() => pendingSignUp.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

/** Within the hour that began with the first use. */
export const allowance = pgTable('allowance', {
  subject: text('subject').primaryKey(),
  began: moment('began').notNull(),
  used: integer('used').notNull(),
});

export const googleIdentity = pgTable(
  'google_identity',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    personId: rowOf('person_id', () => person.id),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const googleAttempt = pgTable('google_attempt', {
  stateHash: bytes('state_hash').primaryKey(),
  browserHash: bytes('browser_hash').notNull(),
  nonce: text('nonce').notNull(),
  verifier: text('verifier').notNull(),
  earlierHash: bytes('earlier_hash'),
  expiresAt: moment('expires_at').notNull(),
});
