import { eq, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { LinkedPromise, PromisePaper, PromiseStanding } from '#model/orders/promise.ts';
import { standingOf } from '#model/orders/promise-standing.ts';
import type { Invoice } from '#model/purchases/papers.ts';
import { pricePromise, purchase } from '#tables/orders.ts';
import { hashToken } from '../identity/token-hash.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { getInvoice } from '../orders/papers/get-invoice.ts';
import { paidElsewhere } from './being-paid.ts';
import { type LinkFound, type LinkRefusal, takeLink } from './find-link.ts';
import { promisePaper } from './promise-paper.ts';

type LinkContext = Pick<Context, 'db' | 'clock' | 'offer'>;

export interface Opened {
  readonly token: string;
  /** Tells a payer from others. */
  readonly payer?: string | undefined;
  /** It is open, and is read once more. */
  readonly again?: boolean | undefined;
  /** The network of whoever opens it, and who that is where they are signed in. */
  readonly client: string;
  readonly personId: string | undefined;
}

/** Reads a promise by its link. Openings by others than its customer are counted, and who they were is not kept. */
export async function openLink(
  context: LinkContext,
  { token, payer, again, client, personId }: Opened,
): Promise<Outcome<LinkedPromise, LinkRefusal>> {
  const used = await takeLink(context, token, again ? 'state' : 'open', client);
  if (!used.ok) return used;
  const { promise } = used.value;
  if (!again && personId !== promise.personId) await countOpening(context, promise.id);
  const { paper } = await promisePaper(context, promise);
  const paying = await isPaying(context, used.value, payer);
  const state = seenByLink(used.value, paper.state, context.clock());
  return success({ ...paper, state, ways: state === 'valid' ? paper.ways : [], paying });
}

/** The document alone, closed where its link was replaced. Counts as no opening. */
export async function readLink(
  context: LinkContext,
  token: string,
  client: string,
): Promise<Outcome<PromisePaper, LinkRefusal>> {
  const used = await takeLink(context, token, 'paper', client);
  if (!used.ok) return used;
  const { paper } = await promisePaper(context, used.value.promise);
  return success({ ...paper, state: seenByLink(used.value, paper.state, context.clock()) });
}

/** What was paid, by the link or by its customer. It has no more of the customer than the document. */
export async function readInvoice(
  context: LinkContext,
  token: string,
  client: string,
): Promise<Outcome<Invoice, LinkRefusal | { code: 'invoice_unpaid' | 'invoice_coming' }>> {
  const used = await takeLink(context, token, 'paper', client);
  if (!used.ok) return used;
  const isIts = eq(purchase.promiseId, used.value.promise.id);
  const [made] = await context.db.select({ id: purchase.id }).from(purchase).where(isIts);
  const found = made && (await getInvoice(context, made.id as OrderId));
  if (found?.ok) return found;
  return failure({ code: found?.failure.code === 'invoice_coming' ? 'invoice_coming' : 'invoice_unpaid' });
}

/** What becomes of it, for whoever waits until somebody else has paid or gives up. */
export async function watchLink(
  context: LinkContext,
  { token, payer, client }: Omit<Opened, 'personId' | 'again'>,
): Promise<Outcome<{ state: PromiseStanding; paying: boolean; invoice: string | null }, LinkRefusal>> {
  const used = await takeLink(context, token, 'state', client);
  if (!used.ok) return used;
  const { promise } = used.value;
  const [made = null] = await context.db.select().from(purchase).where(eq(purchase.promiseId, promise.id));
  const now = context.clock();
  const state = seenByLink(used.value, standingOf(promise, made, now), now);
  const paying = await isPaying(context, used.value, payer);
  return success({ state, paying, invoice: made?.invoiceNo ?? null });
}

const isPaying = (context: LinkContext, { promise }: LinkFound, payer: string | undefined): Promise<boolean> =>
  paidElsewhere(context, promise.id, payer === undefined ? undefined : hashToken(payer));

/** What was ordered and is not paid can still be paid, until the promise ends. A link that was replaced, or is that of an admin, cannot. */
function seenByLink({ promise, good }: LinkFound, standing: PromiseStanding, now: Date): PromiseStanding {
  if (standing === 'paid' || standing === 'withdrawn' || standing === 'cancelled') return standing;
  if (now > promise.validUntil) return 'expired';
  return good ? 'valid' : 'closed';
}

async function countOpening({ db, clock }: Pick<Context, 'db' | 'clock'>, promiseId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(pricePromise)
      .set({ openings: sql`${pricePromise.openings} + 1`, lastOpenedAt: clock() })
      .where(eq(pricePromise.id, promiseId));
    await record(tx, { action: 'promise.opened', target: promiseId });
  });
}
