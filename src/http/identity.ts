import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SignedIn } from '#model/identity/person.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { noteNewSession } from '#services/identity/begin-google.ts';
import { changePassword } from '#services/identity/change-password.ts';
import { isAdmin } from '#services/identity/is-admin.ts';
import { issueToken } from '#services/identity/issue-token.ts';
import { requestReset } from '#services/identity/request-reset.ts';
import { resetPassword } from '#services/identity/reset-password.ts';
import { type Caller, closeSession, findSessionByToken, SESSION_LIFE } from '#services/identity/sessions.ts';
import { signIn } from '#services/identity/sign-in.ts';
import { signUp } from '#services/identity/sign-up.ts';
import type { Context } from '#services/kernel/context.ts';
import { BROWSER_COOKIE, SESSION_COOKIE } from './authenticate.ts';
import type { FailureCode } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

export const identityHandlers: Pick<
  Handlers,
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'requestReset'
  | 'resetPassword'
  | 'changePassword'
  | 'getSession'
  | 'issueToken'
  | 'isAdmin'
> = {
  async signUp({ context, body, http }) {
    const entered = await signUp(context, body);
    return entered.ok ? enter(context, http, entered.value.token) : besidePassword(entered.failure);
  },

  async signIn({ context, body, http }) {
    const entered = await signIn(context, { ...body, client: http.get('client') });
    if (entered.ok) return enter(context, http, entered.value.token);
    return entered.failure.code === 'too_many_attempts' ? mustWait(entered.failure) : entered;
  },

  async signOut({ context, http }) {
    const token = getCookie(http, SESSION_COOKIE);
    if (token) await closeSession(context, token);
    deleteCookie(http, SESSION_COOKIE, COOKIE);
    return success({ acknowledged: true });
  },

  async requestReset({ context, body, http }) {
    const asked = await requestReset(context, { email: body.email, client: http.get('client') });
    if (asked.ok) return success({ acknowledged: true });
    if (asked.failure.code !== 'too_many_attempts') return asked;
    const minutes = Math.ceil(asked.failure.retryAfter / 60);
    const detail = `Too many reset mails were asked for from your network. Try again in ${minutes} minutes.`;
    return { ok: false, failure: { ...asked.failure, detail } };
  },

  async resetPassword({ context, body }) {
    const reset = await resetPassword(context, body);
    return reset.ok ? success({ acknowledged: true }) : besidePassword(reset.failure);
  },

  async changePassword({ context, caller, body, http }) {
    const changed = await changePassword(context, caller, body);
    if (changed.ok) return enter(context, http, changed.value.token);
    if (changed.failure.code === 'too_many_attempts') return mustWait(changed.failure);
    if (changed.failure.code !== 'wrong_password') return besidePassword(changed.failure);
    return { ok: false, failure: { ...changed.failure, errors: [{ field: 'current', message: NOT_THIS }] } };
  },

  async getSession({ context, http }) {
    const token = getCookie(http, SESSION_COOKIE);
    const caller = token ? await findSessionByToken(context, token) : undefined;
    return success({ user: caller ? signedIn(caller) : null });
  },

  async issueToken({ context, caller, params, body }) {
    const issued = await issueToken(context, caller, { path: params.email, body: body.email });
    return issued.ok ? success({ acknowledged: true, token: issued.value.token }) : issued;
  },

  isAdmin: ({ context, caller, params }) => isAdmin(context, caller, params.email),
};

/** Hands the new session to the browser. A session that the browser had before ends. */
export async function enter(context: Context, http: HonoContext, token: string) {
  const earlier = getCookie(http, SESSION_COOKIE);
  if (earlier) await closeSession(context, earlier);
  const caller = await findSessionByToken(context, token);
  if (!caller) throw new Error('A session that was just opened is not there');
  const browser = getCookie(http, BROWSER_COOKIE);
  if (browser) await noteNewSession(context, browser, token);
  setCookie(http, SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_LIFE[caller.role].absolute / 1000 });
  return success(signedIn(caller));
}

const NOT_THIS = 'This is not your password.';

function mustWait<F extends { retryAfter: number }>(refused: F) {
  return failure({ ...refused, detail: `Too many failed tries. Wait ${refused.retryAfter} seconds and try again.` });
}

/** A password that the shop does not take is said beside its field. */
function besidePassword<F extends { code: FailureCode; detail?: string }>(refused: F) {
  const { code, detail } = refused;
  return failure({
    ...refused,
    ...(code === 'weak_password' && detail ? { errors: [{ field: 'password', message: detail }] } : {}),
  });
}

const signedIn = (caller: Caller): SignedIn => ({
  uid: caller.id,
  displayName: caller.name,
  email: caller.email,
  photoURL: caller.photo,
});
