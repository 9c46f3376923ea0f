import type { Call } from '#contract/kernel/call.ts';
import { canonicalEmail } from '#model/kernel/email.ts';
import { failure } from '#model/kernel/outcome.ts';
import type { PromiseNumber } from '#model/orders/promise.ts';
import type { ListId } from '#model/orders/saved-lists.ts';
import type { Caller } from '#services/identity/sessions.ts';
import type { Context } from '#services/kernel/context.ts';
import { ownsList, ownsOrder, ownsPurchase, promiseIdOf } from '#services/orders/owners.ts';
import type { PurchaseKey } from '#services/orders/purchase-of.ts';
import type { ProblemExtra } from './problem.ts';

interface Aim {
  readonly caller: Caller | undefined;
  readonly params?: unknown;
  readonly body?: unknown;
}

type Refusal = {
  readonly ok: false;
  readonly failure: {
    readonly code: 'not_yours' | 'order_not_found' | 'list_not_found' | 'promise_not_found';
  } & ProblemExtra;
};

/** The only place that enforces ownership; undefined allows the call. Other people's orders and lists are not found. */
export async function ownershipFailure(
  context: Pick<Context, 'db'>,
  call: Call,
  { caller, params, body }: Aim,
): Promise<Refusal | undefined> {
  if (call.ownership === 'none') return undefined;
  if (!caller) throw new Error(`The call ${call.name} has an ownership but no caller`);
  const path = (params ?? {}) as { email?: string; id?: string; number?: string };
  const sent = (body ?? {}) as { email?: string; order_id?: string };
  if (call.ownership === 'own-order') {
    // Without an id the service chooses among the caller's own orders.
    const id = path.id ?? sent.order_id;
    return id === undefined || (await ownsOrder(context, caller.id, id)) ? undefined : ORDER_NOT_FOUND;
  }
  if (call.ownership === 'own-list')
    return (await ownsList(context, caller.id, path.id as ListId)) ? undefined : LIST_NOT_FOUND;
  if (call.ownership === 'own-purchase-or-admin') {
    const owns = caller.role === 'admin' || (await ownsPurchase(context, caller.id, path.id as PurchaseKey));
    return owns ? undefined : ORDER_NOT_FOUND;
  }
  if (call.ownership === 'own-promise')
    return (await promiseIdOf(context, caller.id, path.number as PromiseNumber)) ? undefined : PROMISE_NOT_FOUND;
  if (call.ownership === 'own-email-or-admin' && caller.role === 'admin') return undefined;
  const emails = [path.email, sent.email].filter((email) => email !== undefined);
  return emails.every((email) => canonicalEmail(email) === caller.email) ? undefined : NOT_YOURS;
}

const NOT_YOURS: Refusal = failure({ code: 'not_yours' });
const ORDER_NOT_FOUND: Refusal = failure({ code: 'order_not_found' });
const LIST_NOT_FOUND: Refusal = failure({ code: 'list_not_found' });
const PROMISE_NOT_FOUND: Refusal = failure({ code: 'promise_not_found' });
