import { z } from 'zod';
import { ConfirmEmail } from '#model/identity/confirmation.ts';
import { SignIn, SignUp } from '#model/identity/credentials.ts';
import { SignedIn } from '#model/identity/person.ts';
import { ChangePassword, RequestReset, ResetPassword } from '#model/identity/reset.ts';
import { Email } from '#model/kernel/email.ts';
import { Acknowledged, byEmail, defineCall } from './kernel/call.ts';

const ofAnyone = { feature: 'identity', actor: 'anyone', ownership: 'none' } as const;
const ofSession = { ...ofAnyone, actor: 'session' } as const;

const Mailed = z.object({ confirmation: z.literal('mailed') });

export const signUp = defineCall('signUp', {
  summary: 'Open an account and a session; where addresses must be confirmed, send a mail whose link opens the account',
  ...ofAnyone,
  rate: 'hash',
  problems: ['email_taken', 'weak_password', 'too_many_attempts', 'mail_unavailable'],
  body: SignUp,
  response: SignedIn,
  otherResponses: { 202: Mailed },
});

export const signIn = defineCall('signIn', {
  summary: 'Open a session by email and password',
  ...ofAnyone,
  rate: 'hash',
  problems: ['wrong_credentials', 'too_many_attempts'],
  body: SignIn,
  response: SignedIn,
});

export const signOut = defineCall('signOut', {
  summary: 'End the session; its tokens die with it',
  ...ofAnyone,
  rate: 'write',
  response: Acknowledged,
});

export const requestReset = defineCall('requestReset', {
  summary: 'Send a link for a new password to this address, if it has an account; the answer never says whether',
  ...ofAnyone,
  rate: 'write',
  problems: ['too_many_attempts', 'mail_unavailable'],
  body: RequestReset,
  response: Acknowledged,
});

export const resetPassword = defineCall('resetPassword', {
  summary: 'Set a new password by the token of a reset mail; ends every session of the account and opens none',
  ...ofAnyone,
  rate: 'hash',
  problems: ['reset_link_ended', 'weak_password'],
  body: ResetPassword,
  response: Acknowledged,
});

export const requestConfirmation = defineCall('requestConfirmation', {
  summary: 'Send a mail with a link that confirms the email of the session; none where it is confirmed',
  ...ofSession,
  rate: 'write',
  problems: ['too_many_attempts', 'mail_unavailable'],
  response: z.object({
    acknowledged: z.boolean(),
    confirmation: z.enum(['mailed', 'confirmed']).meta({ description: 'confirmed: it is already, so no mail is sent' }),
  }),
});

export const confirmEmail = defineCall('confirmEmail', {
  summary:
    'Confirm an email by the token of a mail, and open the account of a sign-up by its password; opens no session',
  ...ofAnyone,
  rate: 'hash',
  problems: ['confirmation_ended', 'sign_up_password', 'wrong_password', 'too_many_attempts'],
  body: ConfirmEmail,
  response: z.object({
    acknowledged: z.boolean(),
    account: z
      .enum(['confirmed', 'opened'])
      .meta({ description: 'opened: the account is new, and can be signed in to' }),
  }),
});

export const changePassword = defineCall('changePassword', {
  summary: 'Set a new password by the one before; ends every session of the account and opens a new one',
  ...ofSession,
  rate: 'hash',
  problems: ['wrong_password', 'no_password', 'demo_account', 'weak_password', 'too_many_attempts'],
  body: ChangePassword,
  response: SignedIn,
});

export const getSession = defineCall('getSession', {
  summary: 'Who is signed in by the session cookie; null for nobody',
  ...ofAnyone,
  rate: 'read',
  response: z.object({ user: SignedIn.nullable() }),
});

export const issueToken = defineCall('issueToken', {
  summary: 'Proves the session and answers the short-lived bearer token; also refreshes it',
  feature: 'identity',
  actor: 'session',
  ownership: 'own-email',
  rate: 'write',
  params: byEmail,
  body: z.strictObject({ email: Email }),
  response: z.object({ acknowledged: z.boolean(), token: z.string() }),
});

export const isAdmin = defineCall('isAdmin', {
  summary: 'Whether a person is an admin now; customers may ask only about themselves',
  feature: 'identity',
  actor: 'signed-in',
  ownership: 'own-email-or-admin',
  rate: 'read',
  params: byEmail,
  response: z.object({ admin: z.boolean() }),
});
