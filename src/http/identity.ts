import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { FailureCode } from '#contract/kernel/failure-code.ts';
import { CONFIRMATION_HOURS } from '#model/identity/confirmation.ts';
import type { SignedIn } from '#model/identity/person.ts';
import { RESET_MINUTES } from '#model/identity/reset.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { tooMany } from '#services/identity/allowance.ts';
import { noteNewSession } from '#services/identity/begin-google.ts';
import { changePassword } from '#services/identity/change-password.ts';
import { confirmEmail } from '#services/identity/confirm-email.ts';
import { isAdmin } from '#services/identity/is-admin.ts';
import { DEVICE_DAYS, knowDevice } from '#services/identity/known-device.ts';
import { requestConfirmation } from '#services/identity/request-confirmation.ts';
import { requestReset } from '#services/identity/request-reset.ts';
import { resetPassword } from '#services/identity/reset-password.ts';
import { type Caller, closeSession, findSessionByToken, SESSION_LIFE } from '#services/identity/sessions.ts';
import { signIn } from '#services/identity/sign-in.ts';
import { signUp } from '#services/identity/sign-up.ts';
import type { Context } from '#services/kernel/context.ts';
import { BROWSER_COOKIE, callerOfCookie, DEVICE_COOKIE, SESSION_COOKIE } from './may-call.ts';
import { besideField } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

export const identityHandlers = {
  async signUp({ context, body, http }) {
    const entered = await signUp(context, { ...body, client: http.get('client') });
    if (entered.ok) {
      if ('token' in entered.value) return enter(context, http, entered.value.token);
      return { ok: true, value: { confirmation: 'mailed' }, status: 202 };
    }
    if (entered.failure.code === 'mail_unavailable') return failure({ ...entered.failure, figures: { of: 'account' } });
    if (entered.failure.code !== 'too_many_attempts') return besidePassword(entered.failure);
    return tooMany('accounts', entered.failure.retryAfter);
  },

  async signIn({ context, body, http }) {
    const entered = await signIn(context, {
      ...body,
      client: http.get('client'),
      device: getCookie(http, DEVICE_COOKIE),
    });
    if (entered.ok) return enter(context, http, entered.value.token);
    return entered.failure.code === 'too_many_attempts'
      ? tooMany('passwords', entered.failure.retryAfter)
      : failure(entered.failure);
  },

  async signOut({ context, http }) {
    const token = getCookie(http, SESSION_COOKIE);
    if (token) await closeSession(context, token);
    deleteCookie(http, SESSION_COOKIE, COOKIE);
    return success({ acknowledged: true });
  },

  async requestReset({ context, body, http }) {
    const requested = await requestReset(context, { email: body.email, client: http.get('client') });
    if (requested.ok) return success({ acknowledged: true });
    if (requested.failure.code === 'too_many_attempts') return tooMany('resets', requested.failure.retryAfter);
    return failure({ ...requested.failure, figures: { of: 'reset' } });
  },

  async resetPassword({ context, body, http }) {
    const reset = await resetPassword(context, body);
    if (!reset.ok) {
      if (reset.failure.code !== 'reset_link_ended') return besidePassword(reset.failure);
      return failure({ code: reset.failure.code, figures: { minutes: RESET_MINUTES } });
    }
    // Exempts this browser from the throttle that an attacker's guesses may have caused.
    await keepDevice(context, http, reset.value.personId);
    return success({ acknowledged: true });
  },

  async requestConfirmation({ context, caller }) {
    const requested = await requestConfirmation(context, caller);
    if (requested.ok) return success({ acknowledged: true, ...requested.value });
    if (requested.failure.code === 'mail_unavailable')
      return failure({ ...requested.failure, figures: { of: 'confirmation' } });
    return tooMany('confirmations', requested.failure.retryAfter);
  },

  async confirmEmail({ context, body }) {
    const confirmed = await confirmEmail(context, body);
    if (confirmed.ok) return success({ acknowledged: true, ...confirmed.value });
    if (confirmed.failure.code === 'too_many_attempts') return tooMany('passwords', confirmed.failure.retryAfter);
    const { code } = confirmed.failure;
    if (code === 'confirmation_ended') return failure({ code, figures: { hours: CONFIRMATION_HOURS } });
    return besideField('password', { code });
  },

  async changePassword({ context, caller, body, http }) {
    const changed = await changePassword(context, caller, body);
    if (changed.ok) return enter(context, http, changed.value.token);
    if (changed.failure.code === 'too_many_attempts') return tooMany('passwords', changed.failure.retryAfter);
    if (changed.failure.code === 'wrong_password') return besideField('current', changed.failure);
    return besidePassword(changed.failure);
  },

  async getSession({ context, http }) {
    const caller = await callerOfCookie(context, http);
    return success({ user: caller ? signedIn(caller) : null });
  },

  async issueToken({ context: { tokens, clock }, caller }) {
    const token = await tokens.sign({ personId: caller.id, sessionId: caller.sessionId }, clock());
    return success({ acknowledged: true, token });
  },

  isAdmin: async ({ context, caller, params }) => success({ admin: await isAdmin(context, caller, params.email) }),
} satisfies Partial<Handlers>;

export async function enter(context: Context, http: HonoContext, token: string) {
  const earlier = getCookie(http, SESSION_COOKIE);
  if (earlier) await closeSession(context, earlier);
  const caller = await findSessionByToken(context, token);
  if (!caller) throw new Error('A session that was just opened is not there');
  const browser = getCookie(http, BROWSER_COOKIE);
  if (browser) await noteNewSession(context, browser, token);
  setCookie(http, SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_LIFE[caller.role].absolute / 1000 });
  await keepDevice(context, http, caller.id);
  return success(signedIn(caller));
}

async function keepDevice(context: Context, http: HonoContext, personId: string): Promise<void> {
  const token = await knowDevice(context, personId, getCookie(http, DEVICE_COOKIE));
  // With `Strict` the way back from Google would not carry it, and this browser would be unknown to its other accounts.
  setCookie(http, DEVICE_COOKIE, token, { ...COOKIE, sameSite: 'Lax', maxAge: DEVICE_DAYS * 86_400 });
}

const besidePassword = <F extends { readonly code: FailureCode; readonly figures?: object | undefined }>(refused: F) =>
  refused.code === 'weak_password' ? besideField('password', refused) : failure(refused);

const signedIn = (caller: Caller): SignedIn => ({
  uid: caller.id,
  displayName: caller.name,
  email: caller.email,
  photoURL: caller.photo,
});
