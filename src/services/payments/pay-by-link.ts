import { eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PurchaseNumber } from '#model/orders/order.ts';
import type { PayByLink } from '#model/orders/promise.ts';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Failure } from '#texts/failures.ts';
import { hashToken } from '../identity/token-hash.ts';
import type { Context } from '../kernel/context.ts';
import { type PlacePromiseFailure, placePromise } from '../orders/promises/place-promise.ts';
import { type BeginPaymentFailure, beginPayment, type PaymentContext } from './begin-payment.ts';
import { paidElsewhere } from './being-paid.ts';
import { type Confirmed, confirmPayment } from './confirm-payment.ts';
import { type LinkRefusal, takeLink } from './find-link.ts';

type PayContext = PaymentContext & Pick<Context, 'offer'>;

export type PayByLinkFailure =
  | LinkRefusal
  | Exclude<PlacePromiseFailure, { readonly code: 'too_many_unpaid' | 'unconfirmed_unpaid' | 'unconfirmed_network' }>
  | Exclude<BeginPaymentFailure, { readonly code: 'order_not_found' | 'hold_over' }>
  | Failure<'promise_unpayable'>;

export interface LinkPayment {
  readonly clientSecret: string;
  readonly number: PurchaseNumber;
  readonly amount: number;
}

/** Before all others: the page said that nothing waits. */
const NO_DAY = '-infinity';

/** Makes the purchase of a promise, once, and begins its payment. The purchase is its customer's. */
export async function payByLink(
  context: PayContext,
  { token, payer, name, email, ...wanted }: PayByLink,
  client: string,
): Promise<Outcome<LinkPayment, PayByLinkFailure>> {
  const used = await takeLink(context, token, 'pay', client);
  if (!used.ok) return used;
  const { linkId, promise, good } = used.value;
  if (context.clock() > promise.validUntil) return failure({ code: 'promise_over', figures: { why: 'expired' } });
  if (!good) {
    const why = promise.state === 'withdrawn' ? 'withdrawn' : 'closed';
    return failure({ code: 'promise_over', figures: { why } });
  }
  const key = hashToken(payer);
  if (await paidElsewhere(context, promise.id, key)) return failure({ code: 'paying_elsewhere' });
  const placed = await placePromise(context, promise.id, { actor: null, network: client }, wanted);
  if (!placed.ok) return failure(forPayer(placed.failure));
  const { id, number } = placed.value;
  const begun = await beginPayment(context, promise.personId, {
    ...{ price: wanted.amount, orderId: id, mayWait: wanted.way === 'wait', waitUntil: wanted.waitUntil },
    deliveryBy: wanted.way === 'wait' ? wanted.waitUntil : NO_DAY,
    payer: { linkId, name, email, key },
  });
  if (!begun.ok) return failure(ofBegun(begun.failure));
  return success({ clientSecret: begun.value.clientSecret, number, amount: wanted.amount });
}

/** What stands in the customer's way is not the payer's to mend. */
function forPayer(why: PlacePromiseFailure): PayByLinkFailure {
  switch (why.code) {
    case 'too_many_unpaid':
    case 'unconfirmed_unpaid':
    case 'unconfirmed_network':
      return { code: 'promise_unpayable' };
    default:
      return why;
  }
}

function ofBegun(why: BeginPaymentFailure): PayByLinkFailure {
  switch (why.code) {
    case 'order_not_found':
      return { code: 'not_payable', figures: { charged: 0 } };
    case 'hold_over':
      return { code: 'promise_unpayable' };
    default:
      return why;
  }
}

/** Asks the provider about a payment that was begun by a link of this promise, be the link good or not any more. */
export async function confirmByLink(
  context: Parameters<typeof confirmPayment>[0],
  { token, transactionId }: { readonly token: string; readonly transactionId: string },
  client: string,
): Promise<Outcome<Confirmed, LinkRefusal | Failure<'not_this_payment' | 'not_payable'>>> {
  const used = await takeLink(context, token, 'state', client);
  if (!used.ok) return used;
  const { promise } = used.value;
  const attempts = await context.db
    .select({ purchaseId: purchase.id, intentId: payment.intentId, by: payment.payLinkId })
    .from(purchase)
    .innerJoin(payment, eq(payment.orderId, purchase.id))
    .where(eq(purchase.promiseId, promise.id));
  const its = attempts.find(({ intentId, by }) => intentId === transactionId && by !== null);
  if (!its) return failure({ code: 'not_this_payment' });
  const confirmed = await confirmPayment(context, promise.personId, its.purchaseId as OrderId, transactionId);
  if (confirmed.ok) return confirmed;
  return failure({ code: confirmed.failure.code === 'not_payable' ? 'not_payable' : 'not_this_payment' });
}
