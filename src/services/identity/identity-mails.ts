import { and, eq, isNull } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import type { Letterhead } from '#model/mail/letter.ts';
import { pendingSignUp, person } from '#tables/identity.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { letterSender } from '../mail/letter-sender.ts';
import { addressOf } from './address-of.ts';
import { mintConfirmation } from './confirm-email.ts';
import {
  accountExists,
  confirmYourEmail,
  demoPassword,
  googleLinked,
  passwordChanged,
  passwordRemoved,
  passwordReset,
} from './identity-letters.ts';
import { mintResetToken } from './reset-password.ts';

export const identityMails = {
  'mail.password-reset': letterSender(async ({ db, clock }, { email }, shop) => {
    const [found] = await db
      .select({ id: person.id, demo: person.demo })
      .from(person)
      .where(and(eq(person.email, email), isNull(person.disabledAt)));
    if (!found) return undefined;
    if (found.demo) return { to: email, letter: demoPassword(shop) };
    // A new token for every try: a mail that seemed to fail may have arrived, and its link stays valid.
    const token = await mintResetToken(db, found.id, clock());
    return { to: email, letter: passwordReset(`${shop.origin}/reset-password#token=${token}`, shop) };
  }),

  'mail.password-changed': letterSender(async ({ db }, { personId, by = 'reset' }, shop) => {
    const to = await addressOf(db, personId);
    return to && { to, letter: passwordChanged(shop, by) };
  }),

  'mail.password-removed': letterSender(async ({ db }, { personId }, shop) => {
    const to = await addressOf(db, personId);
    return to && { to, letter: passwordRemoved(shop) };
  }),

  'mail.account-google': letterSender(async ({ db }, { personId }, shop) => {
    const to = await addressOf(db, personId);
    return to && { to, letter: googleLinked(shop) };
  }),

  'mail.account-confirm': letterSender(async ({ db, clock }, { personId }, shop) => {
    const [found] = await db
      .select({ email: person.email })
      .from(person)
      .where(and(eq(person.id, personId), isNull(person.emailProof), isNull(person.disabledAt)));
    if (!found) return undefined;
    const token = await mintConfirmation(db, { personId }, clock());
    return { to: found.email as Email, letter: confirmYourEmail(confirmationLink(shop, token), shop, false) };
  }),

  // Looked up here, so that the call takes the same time for known and unknown addresses.
  'mail.account-sign-up': letterSender(async ({ db, clock }, { email, signUpId }, shop) => {
    const [known] = await db.select({ disabledAt: person.disabledAt }).from(person).where(eq(person.email, email));
    if (known) return known.disabledAt ? undefined : { to: email, letter: accountExists(shop) };
    const [wanted] = await db
      .select({ id: pendingSignUp.id })
      .from(pendingSignUp)
      .where(eq(pendingSignUp.id, signUpId));
    if (!wanted) return undefined;
    const token = await mintConfirmation(db, { signUpId }, clock());
    return { to: email, letter: confirmYourEmail(confirmationLink(shop, token), shop, true) };
  }),
} satisfies Partial<Senders>;

const confirmationLink = ({ origin }: Letterhead, token: string) => `${origin}/confirm-email#token=${token}`;
