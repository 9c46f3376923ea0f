import type { Context as HonoContext } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Actor } from '#contract/kernel/call.ts';
import type { FailureCode } from '#contract/kernel/failure-code.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type Caller, findSessionById, findSessionByToken } from '#services/identity/sessions.ts';
import type { Context } from '#services/kernel/context.ts';

export const SESSION_COOKIE = '__Host-sid';
export const DEVICE_COOKIE = '__Host-device';
/** Binds a Google sign-in to the browser. Not `Strict`: the redirect from Google must carry it. */
export const BROWSER_COOKIE = '__Host-google';

/** The caller, if `actor` allows. The token only names a session: validity and rights are read at each request. */
export async function authenticate(
  context: Context,
  c: HonoContext,
  actor: Actor,
  publicOrigin: string,
): Promise<Outcome<Caller | undefined, { code: FailureCode; caller?: Caller }>> {
  if (actor === 'anyone' || actor === 'provider' || actor === 'link') return success(undefined);
  if (actor === 'session') {
    if (!isOwnOrigin(c.req.raw, publicOrigin)) return failure({ code: 'foreign_origin' });
    const token = getCookie(c, SESSION_COOKIE);
    const caller = token ? await findSessionByToken(context, token) : undefined;
    return caller ? success(caller) : failure({ code: 'session_missing' });
  }
  const caller = await callerOfBearer(context, c.req.header('authorization'));
  if (!caller) return failure({ code: 'signed_out' });
  if (actor === 'admin' && caller.role !== 'admin') return failure({ code: 'admin_only', caller });
  if (actor === 'customer' && caller.role === 'admin') return failure({ code: 'customer_only', caller });
  return success(caller);
}

async function callerOfBearer(context: Context, header: string | undefined): Promise<Caller | undefined> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
  const claims = token ? await context.tokens.verify(token, context.clock()) : undefined;
  if (!claims) return undefined;
  const caller = await findSessionById(context, claims.sessionId);
  return caller?.id === claims.personId ? caller : undefined;
}

/** CSRF check for calls that use the cookie: only the shop's own pages may send them. */
export function isOwnOrigin(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin === publicOrigin || site === 'same-origin') return true;
  return origin === null && site === null && request.headers.get('cookie') === null;
}
