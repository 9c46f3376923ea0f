import type { Context as HonoContext } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Actor, Call, Ownership } from '#contract/kernel/call.ts';
import type { FailureCode } from '#contract/kernel/failure-code.ts';
import { OWNERSHIP_REFUSAL } from '#contract/kernel/problems.ts';
import { canonicalEmail } from '#model/kernel/email.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PromiseNumber } from '#model/orders/promise.ts';
import type { ListId } from '#model/orders/saved-lists.ts';
import { type Caller, findSessionById, findSessionByToken } from '#services/identity/sessions.ts';
import type { Context } from '#services/kernel/context.ts';
import { ownsList, ownsOrder, ownsPurchase, promiseIdOf } from '#services/orders/owners.ts';
import type { PurchaseKey } from '#services/orders/purchase-of.ts';
import type { ProblemExtra } from './problem.ts';

export const SESSION_COOKIE = '__Host-sid';
export const DEVICE_COOKIE = '__Host-device';
/** Binds a Google sign-in to the browser. Not `Strict`: the redirect from Google must carry it. */
export const BROWSER_COOKIE = '__Host-google';

/** The caller, if `actor` allows. The token only names a session: validity and rights are read at each request. */
export async function authenticate(
  context: Context,
  c: HonoContext,
  actor: Actor,
): Promise<Outcome<Caller | undefined, { code: FailureCode; caller?: Caller }>> {
  if (actor === 'anyone' || actor === 'provider' || actor === 'link') return success(undefined);
  if (actor === 'session') {
    const caller = await callerOfCookie(context, c);
    return caller ? success(caller) : failure({ code: 'session_missing' });
  }
  const caller = await callerOfBearer(context, c.req.header('authorization'));
  if (!caller) return failure({ code: 'signed_out' });
  if (actor === 'admin' && caller.role !== 'admin') return failure({ code: 'admin_only', caller });
  if (actor === 'customer' && caller.role === 'admin') return failure({ code: 'customer_only', caller });
  return success(caller);
}

export async function callerOfCookie(context: Context, c: HonoContext): Promise<Caller | undefined> {
  const token = getCookie(c, SESSION_COOKIE);
  return token ? findSessionByToken(context, token) : undefined;
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

interface Aim {
  readonly caller: Caller | undefined;
  readonly params?: unknown;
  readonly body?: unknown;
}

type Refusal = {
  readonly ok: false;
  readonly failure: { readonly code: NonNullable<(typeof OWNERSHIP_REFUSAL)[Ownership]> } & ProblemExtra;
};

/** The only place that enforces ownership; undefined allows the call. Other people's orders and lists are not found. */
export async function ownershipFailure(
  context: Pick<Context, 'db'>,
  { name, ownership }: Call,
  { caller, params, body }: Aim,
): Promise<Refusal | undefined> {
  if (ownership === 'none') return undefined;
  if (!caller) throw new Error(`The call ${name} has an ownership but no caller`);
  const isOwn = await owns(context, caller, ownership, { params, body });
  return isOwn ? undefined : failure({ code: OWNERSHIP_REFUSAL[ownership] });
}

async function owns(
  context: Pick<Context, 'db'>,
  caller: Caller,
  ownership: Exclude<Ownership, 'none'>,
  { params, body }: Pick<Aim, 'params' | 'body'>,
): Promise<boolean> {
  const path = (params ?? {}) as { email?: string; id?: string; number?: string };
  const sent = (body ?? {}) as { email?: string; order_id?: string };
  switch (ownership) {
    case 'own-order': {
      // Without an id the service chooses among the caller's own orders.
      const id = path.id ?? sent.order_id;
      return id === undefined || ownsOrder(context, caller.id, id);
    }
    case 'own-list':
      return ownsList(context, caller.id, path.id as ListId);
    case 'own-purchase-or-admin':
      return caller.role === 'admin' || ownsPurchase(context, caller.id, path.id as PurchaseKey);
    case 'own-promise':
      return (await promiseIdOf(context, caller.id, path.number as PromiseNumber)) !== undefined;
    case 'own-email':
    case 'own-email-or-admin': {
      if (ownership === 'own-email-or-admin' && caller.role === 'admin') return true;
      const emails = [path.email, sent.email].filter((email) => email !== undefined);
      return emails.every((email) => canonicalEmail(email) === caller.email);
    }
  }
}
