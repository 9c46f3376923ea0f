import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { person, session } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import { record } from '../kernel/record.ts';
import { hashToken } from './token-hash.ts';

export interface Caller {
  readonly sessionId: string;
  readonly id: string;
  readonly name: string;
  readonly email: Email;
  readonly photo: string | null;
  readonly role: 'customer' | 'admin';
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Without and with use. Shorter for admins, who can do more harm. */
export const SESSION_LIFE = {
  customer: { idle: 7 * DAY, absolute: 30 * DAY },
  admin: { idle: 8 * HOUR, absolute: 24 * HOUR },
} as const;
// In milliseconds: limits the writes that reads cause.
const SEEN_EVERY = 60_000;

export async function openSession(tx: Transaction | Db, personId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const values = { tokenHash: hashToken(token), personId, createdAt: now, seenAt: now };
  const [opened] = await tx
    .insert(session)
    .values(values)
    .returning({ id: session.id })
    .prepare('open-session')
    .execute();
  await record(tx, { action: 'session.opened', actor: personId, target: opened?.id ?? '' });
  return token;
}

export const findSessionByToken = (context: Pick<Context, 'db' | 'clock'>, token: string) =>
  findSession(context, 'byToken', hashToken(token));

export const findSessionById = (context: Pick<Context, 'db' | 'clock'>, id: string) => findSession(context, 'byId', id);

export const closeSession = ({ db }: Pick<Context, 'db'>, token: string): Promise<void> =>
  db.transaction((tx) => closeSessionByHash(tx, hashToken(token)));

export async function closeSessionByHash(tx: Transaction | Db, hash: Buffer): Promise<void> {
  const [closed] = await tx.delete(session).where(eq(session.tokenHash, hash)).returning();
  if (closed) await record(tx, { action: 'session.closed', actor: closed.personId, target: closed.id });
}

async function findSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  which: keyof Looks,
  key: string | Buffer,
): Promise<Caller | undefined> {
  const now = clock();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const [found] = await looksOf(db)[which].execute({
    key,
    ...{ customerSeen: before(SESSION_LIFE.customer.idle), customerOpened: before(SESSION_LIFE.customer.absolute) },
    ...{ adminSeen: before(SESSION_LIFE.admin.idle), adminOpened: before(SESSION_LIFE.admin.absolute) },
  });
  if (!found) return undefined;
  const { seenAt, ...caller } = found;
  if (now.getTime() - seenAt.getTime() > SEEN_EVERY)
    await ask(
      db,
      named(
        'session-seen',
        sql`update session set seen_at = ${now.toISOString()}::timestamptz where id = ${found.sessionId}`,
      ),
    );
  return { ...caller, email: caller.email as Email };
}

type Looks = ReturnType<typeof prepareLooks>;
const kept = new WeakMap<Db, Looks>();

/** Prepared once: building the query takes longer than running it. */
function looksOf(db: Db): Looks {
  const looks = kept.get(db) ?? prepareLooks(db);
  kept.set(db, looks);
  return looks;
}

function prepareLooks(db: Db) {
  const alive = (role: 'customer' | 'admin') =>
    and(
      eq(person.role, role),
      gt(session.seenAt, sql.placeholder(`${role}Seen`)),
      gt(session.createdAt, sql.placeholder(`${role}Opened`)),
    );
  const lookBy = (column: typeof session.id | typeof session.tokenHash, name: string) =>
    db
      .select({
        sessionId: session.id,
        seenAt: session.seenAt,
        id: person.id,
        name: person.name,
        email: person.email,
        photo: person.photo,
        role: person.role,
      })
      .from(session)
      .innerJoin(person, eq(person.id, session.personId))
      .where(and(eq(column, sql.placeholder('key')), isNull(person.disabledAt), or(alive('customer'), alive('admin'))))
      .prepare(name);
  return { byId: lookBy(session.id, 'session_by_id'), byToken: lookBy(session.tokenHash, 'session_by_token') };
}
