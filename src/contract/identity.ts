import { z } from 'zod';
import { Email, SignIn, SignUp } from '#model/identity/credentials.ts';
import { SignedIn } from '#model/identity/person.ts';
import { ChangePassword, RequestReset, ResetPassword } from '#model/identity/reset.ts';
import { Acknowledged, defineCall } from './kernel/call.ts';

const byEmail = z.object({ email: Email });

export const signUp = defineCall('signUp', {
  summary: 'Open an account and a session',
  feature: 'identity',
  actor: 'anyone',
  ownership: 'none',
  rate: 'hash',
  body: SignUp,
  response: SignedIn,
});

export const signIn = defineCall('signIn', {
  summary: 'Open a session by e-mail and password',
  feature: 'identity',
  actor: 'anyone',
  ownership: 'none',
  rate: 'hash',
  body: SignIn,
  response: SignedIn,
});

export const signOut = defineCall('signOut', {
  summary: 'End the session; its tokens die with it',
  feature: 'identity',
  actor: 'anyone',
  ownership: 'none',
  rate: 'write',
  response: Acknowledged,
});

export const requestReset = defineCall('requestReset', {
  summary: 'Send a link for a new password to this address, if it has an account; the answer never says whether',
  feature: 'identity',
  actor: 'anyone',
  ownership: 'none',
  rate: 'write',
  body: RequestReset,
  response: Acknowledged,
});

export const resetPassword = defineCall('resetPassword', {
  summary: 'Set a new password by the token of a reset mail; ends every session of the account and opens none',
  feature: 'identity',
  actor: 'anyone',
  ownership: 'none',
  rate: 'hash',
  body: ResetPassword,
  response: Acknowledged,
});

export const changePassword = defineCall('changePassword', {
  summary: 'Set a new password by the one before; ends every session of the account and opens a new one',
  feature: 'identity',
  actor: 'session',
  ownership: 'none',
  rate: 'hash',
  body: ChangePassword,
  response: SignedIn,
});

export const getSession = defineCall('getSession', {
  summary: 'Who is signed in by the session cookie; null for nobody',
  feature: 'identity',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  response: z.object({ user: SignedIn.nullable() }),
});

export const issueToken = defineCall('issueToken', {
  summary: 'Proves the session and answers the short-lived bearer token; also refreshes it',
  feature: 'identity',
  actor: 'session',
  ownership: 'path-email',
  rate: 'write',
  params: byEmail,
  body: z.strictObject({ email: Email }),
  response: z.object({ acknowledged: z.boolean(), token: z.string() }),
});

export const isAdmin = defineCall('isAdmin', {
  summary: 'Whether a person is an admin now; customers may ask only about themselves',
  feature: 'identity',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'read',
  params: byEmail,
  response: z.object({ admin: z.boolean() }),
});
