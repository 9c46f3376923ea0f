import { and, eq, gt } from 'drizzle-orm';
import { NAME_MAX, PersonName } from '#model/identity/credentials.ts';
import type { GoogleTrouble } from '#model/identity/google.ts';
import { Email } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { wholeCharacters } from '#model/kernel/whole-characters.ts';
import type { Google, GoogleAccount, GoogleRefusal } from '#outside/identity/google.ts';
import { googleAttempt, googleIdentity, password, person, session } from '#tables/identity.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { takeOne, takeSignUp } from './allowance.ts';
import { forgetDevices } from './known-device.ts';
import { closeSessionByHash, openSession } from './sessions.ts';
import { hashToken } from './token-hash.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'google' | 'wake' | 'signUpsPerHour'>;
type Entered = Outcome<{ token: string }, GoogleRefusal & { readonly personId?: string }>;
type Attempt = typeof googleAttempt.$inferSelect & { readonly state: string };

export const GOOGLE_REFUSALS_AN_HOUR = 100;

/** Returns the token of a new session. An answer to another browser's sign-in is refused. */
export async function finishGoogle(
  context: Worker,
  answer: URL,
  browser: string | undefined,
  client: string,
): Promise<Entered> {
  const { db, clock, google } = context;
  if (!google) return failure({ code: 'off' });
  const attempt = await takeAttempt(context, answer, browser);
  // Not recorded: anyone can send a callback without an attempt, and would fill the audit.
  if (!attempt) return failure({ code: 'expired' });
  const entered = await finish(context, google, answer, attempt, client);
  if (entered.ok) return entered;
  const { code: why, reason = null, personId = 'unknown' } = entered.failure;
  if ((await takeOne(db, `refused Google sign-in from ${client}`, GOOGLE_REFUSALS_AN_HOUR, clock())) === 0)
    await record(db, { action: 'session.refused', target: personId, meta: { by: 'google', why, reason } });
  return entered;
}

async function takeAttempt(
  { db, clock }: Worker,
  answer: URL,
  browser: string | undefined,
): Promise<Attempt | undefined> {
  const [state, ...others] = answer.searchParams.getAll('state');
  if (!browser || !state || others.length > 0) return undefined;
  const [attempt] = await db
    .delete(googleAttempt)
    .where(
      and(
        eq(googleAttempt.stateHash, hashToken(state)),
        eq(googleAttempt.browserHash, hashToken(browser)),
        gt(googleAttempt.expiresAt, clock()),
      ),
    )
    .returning();
  return attempt && { ...attempt, state };
}

async function finish(
  context: Worker,
  google: Google,
  answer: URL,
  attempt: Attempt,
  client: string,
): Promise<Entered> {
  const { state, nonce, verifier, earlierHash } = attempt;
  const account = await google.finish(answer, { state, nonce, verifier });
  if (!account.ok) return account;
  const entered = await enterWithGoogle(context, account.value, google.standIn, client);
  // By its hash: the session's cookie is not sent with a redirect from another site.
  if (entered.ok && earlierHash) await context.db.transaction((tx) => closeSessionByHash(tx, earlierHash));
  return entered;
}

type Owner = typeof person.$inferSelect;
type Refusal = { readonly code: GoogleTrouble; readonly personId?: string };
type Found = Outcome<Owner, Refusal>;

/**
 * The first sign-in links an account that has the address, if Google runs the mailbox, and its owner is mailed. One whose
 * address was never proved may be a trap: it loses password and sessions.
 */
async function enterWithGoogle(
  { db, clock, wake, signUpsPerHour }: Pick<Context, 'db' | 'clock' | 'wake' | 'signUpsPerHour'>,
  account: GoogleAccount,
  standIn: boolean,
  client: string,
): Promise<Outcome<{ token: string }, Refusal>> {
  if (!account.emailVerified) return failure({ code: 'unverified' });
  const now = clock();
  const entered = await transact(db, async (tx) => {
    const linked = await linkedOwner(tx, account);
    const mayOpen = async () => (await takeSignUp(tx, client, signUpsPerHour, now)) === 0;
    const found = linked ? mayEnter(linked, standIn) : await linkByAddress(tx, account, standIn, now, mayOpen);
    return found.ok ? success({ token: await openSession(tx, found.value.id, now) }) : found;
  });
  wake();
  return entered;
}

async function linkedOwner(tx: Transaction, { issuer, subject }: GoogleAccount): Promise<Owner | undefined> {
  const [found] = await tx
    .select({ owner: person })
    .from(googleIdentity)
    .innerJoin(person, eq(person.id, googleIdentity.personId))
    .where(and(eq(googleIdentity.issuer, issuer), eq(googleIdentity.subject, subject)))
    // A reset unlinks first: it waits for this session, and ends it.
    .for('key share', { of: googleIdentity });
  return found?.owner;
}

async function linkByAddress(
  tx: Transaction,
  account: GoogleAccount,
  standIn: boolean,
  now: Date,
  mayOpen: () => Promise<boolean>,
): Promise<Found> {
  const email = Email.safeParse(account.email);
  if (!email.success) return failure({ code: 'unusable' });
  const emailProof = standIn ? ('stand-in' as const) : ('google' as const);
  const [opened] = await tx
    .insert(person)
    .values({ email: email.data, name: nameOf(account, email.data), emailProof })
    .onConflictDoNothing({ target: person.email })
    .returning();
  if (opened && !(await mayOpen())) return failure({ code: 'too_many_sign_ups' });
  if (opened)
    await record(tx, { action: 'person.signed_up', actor: opened.id, target: opened.id, meta: { google: true } });
  const owner = opened ?? (await lockedOwner(tx, email.data));
  const allowed = mayEnter(owner, standIn);
  if (!allowed.ok) return allowed;
  const { issuer, subject, hostsEmail } = account;
  const mayLink = opened !== undefined || hostsEmail;
  const values = { issuer, subject, personId: owner.id, createdAt: now };
  const [linked] = mayLink ? await tx.insert(googleIdentity).values(values).onConflictDoNothing().returning() : [];
  if (!linked) {
    // The same sign-in twice at once; otherwise the address may belong to somebody else by now.
    const same = await linkedOwner(tx, account);
    if (same?.id === owner.id) return success(same);
    return failure({ code: mayLink ? 'other_account' : 'foreign_mailbox', personId: owner.id });
  }
  // What a stand-in confirmed in test mode proves nothing to the real Google.
  const verified = owner.emailProof !== null && (owner.emailProof !== 'stand-in' || standIn);
  if (!verified) await tx.update(person).set({ emailProof }).where(eq(person.id, owner.id));
  const emptied = !verified && (await emptyAccount(tx, owner.id));
  await record(tx, { action: 'google.linked', actor: owner.id, target: owner.id, meta: { verified } });
  const kind = emptied ? 'mail.password-removed' : 'mail.account-google';
  if (!opened) await post(tx, kind, `${kind}:${owner.id}:${now.toISOString()}`, { personId: owner.id });
  return success(owner);
}

function mayEnter(owner: Owner, standIn: boolean): Found {
  const refused = (code: GoogleTrouble) => failure({ code, personId: owner.id });
  if (owner.disabledAt) return refused('closed');
  if (owner.demo) return refused('demonstration');
  if (standIn && owner.role === 'admin') return refused('admin');
  return success(owner);
}

/** False where there was no password. */
async function emptyAccount(tx: Transaction, personId: string): Promise<boolean> {
  const [removed] = await tx.delete(password).where(eq(password.personId, personId)).returning();
  await forgetDevices(tx, personId);
  const ended = await tx.delete(session).where(eq(session.personId, personId)).returning();
  if (!removed && ended.length === 0) return false;
  await record(tx, {
    action: 'password.removed',
    actor: personId,
    target: personId,
    meta: { sessions: ended.length },
  });
  return removed !== undefined;
}

async function lockedOwner(tx: Transaction, email: Email): Promise<Owner> {
  // Not `for update`: a sign-in that holds the password inserts its session meanwhile, which would deadlock.
  const [owner] = await tx.select().from(person).where(eq(person.email, email)).for('no key update');
  if (!owner) throw new Error('An address that is taken has no owner');
  return owner;
}

function nameOf({ name }: GoogleAccount, email: Email): string {
  const plain = PersonName.safeParse(wholeCharacters(name.replace(/\p{Cc}+/gu, ' '), NAME_MAX));
  return plain.success ? plain.data : (email.split('@')[0] ?? email);
}
