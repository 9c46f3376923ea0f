import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PromisePaper } from '#model/orders/promise.ts';
import { tooMany } from '#services/identity/allowance.ts';
import type { Context } from '#services/kernel/context.ts';
import { promiseIdOf } from '#services/orders/owners.ts';
import { issuerOf } from '#services/orders/papers/issuer-of.ts';
import { writePaperFor } from '#services/orders/papers/write-paper-for.ts';
import { listPromises } from '#services/orders/promises/list-promises.ts';
import { makePromise } from '#services/orders/promises/make-promise.ts';
import { placePromise } from '#services/orders/promises/place-promise.ts';
import { renewLink } from '#services/orders/promises/renew-link.ts';
import { withdrawPromise } from '#services/orders/promises/withdraw-promise.ts';
import { findLink, type LinkRefusal } from '#services/payments/find-link.ts';
import { getPromise } from '#services/payments/get-promise.ts';
import { openLink, readInvoice, readLink, watchLink } from '#services/payments/open-link.ts';
import { confirmByLink, payByLink } from '#services/payments/pay-by-link.ts';
import { invoicePaper, promiseSheet } from '#texts/papers.ts';
import { callerOfCookie } from '../may-call.ts';
import type { Handlers } from '../serve-calls.ts';

export const promiseHandlers = {
  async makePromise({ context, caller, body, headers }) {
    const made = await makePromise(context, caller, body, headers['idempotency-key']);
    return made.ok ? success({ acknowledged: true, ...made.value }) : made;
  },

  listPromises: async ({ context, caller, query }) => success(await listPromises(context, caller.id, query.after)),

  getPromise: ({ context, caller, params }) => getPromise(context, caller.id, params.number),

  async getPromisePdf({ context, caller, params }) {
    const found = await getPromise(context, caller.id, params.number);
    return found.ok ? writePaperFor(context, caller, sheetOf(context, found.value)) : found;
  },

  async withdrawPromise({ context, caller, params }) {
    const withdrawn = await withdrawPromise(context, caller.id, params.number);
    return withdrawn.ok ? success({ acknowledged: true, modifiedCount: withdrawn.value.changed ? 1 : 0 }) : withdrawn;
  },

  async renewPromiseLink({ context, caller, params: { number } }) {
    const renewed = await renewLink(context, caller.id, number);
    return renewed.ok ? success({ acknowledged: true, number, ...renewed.value }) : renewed;
  },

  async orderPromise({ context, caller, params, body, http }) {
    const id = await promiseIdOf(context, caller.id, params.number);
    if (!id) return failure({ code: 'promise_not_found' });
    const placed = await placePromise(context, id, { actor: caller.id, network: http.get('client') }, body);
    return placed.ok ? success({ acknowledged: true, ...placed.value }) : placed;
  },

  async findPromiseLink({ context, params }) {
    return (await findLink(context, params.token)) ? success({ found: true }) : failure({ code: 'link_not_found' });
  },

  async getLinkedPromisePdf({ context, params, http }) {
    const found = orTooMany('links', await readLink(context, params.token, http.get('client')));
    return found.ok ? success(await context.papers.write(sheetOf(context, found.value))) : found;
  },

  async getLinkedInvoicePdf({ context, params, http }) {
    const found = orTooMany('links', await readInvoice(context, params.token, http.get('client')));
    return found.ok ? success(await context.papers.write(invoicePaper(found.value))) : found;
  },

  async openPromiseLink({ context, body, http }) {
    // A link works without an account.
    const personId = (await callerOfCookie(context, http))?.id;
    return orTooMany('links', await openLink(context, { ...body, client: http.get('client'), personId }));
  },

  watchPromiseLink: async ({ context, body, http }) =>
    orTooMany('links', await watchLink(context, { ...body, client: http.get('client') })),

  payPromiseLink: async ({ context, body, http }) =>
    orTooMany('payments', await payByLink(context, body, http.get('client'))),

  async confirmPromisePayment({ context, body, http }) {
    const confirmed = orTooMany('payments', await confirmByLink(context, body, http.get('client')));
    if (!confirmed.ok) return confirmed;
    const { paid, payable } = confirmed.value;
    return { ok: true, value: { acknowledged: paid, paid, payable }, status: paid ? 200 : 202 };
  },
} satisfies Partial<Handlers>;

const sheetOf = ({ shop }: Context, promise: PromisePaper) => promiseSheet(promise, issuerOf(shop));

function orTooMany<T, F extends { readonly code: string }>(of: 'links' | 'payments', its: Outcome<T, F | LinkRefusal>) {
  if (its.ok) return its;
  if (its.failure.code !== 'too_many_attempts')
    return failure(its.failure as Exclude<F, { code: 'too_many_attempts' }>);
  const { seconds } = its.failure as { readonly seconds: number };
  return tooMany(of, seconds);
}
