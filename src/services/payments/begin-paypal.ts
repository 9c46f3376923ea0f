import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type BeginAtFailure, beginAt, type PaymentContext } from './begin-payment.ts';

export interface PayPalBegun {
  /** Where the buyer approves it. */
  readonly approveUrl: string;
  readonly transactionId: string;
}

/** As `beginPayment`; the buyer approves it at PayPal, and then the shop takes it. */
export async function beginPayPal(
  context: PaymentContext,
  customerId: string,
  request: { readonly price: number; readonly orderId: OrderId; readonly mayWait?: boolean | undefined },
): Promise<Outcome<PayPalBegun, BeginAtFailure>> {
  if (!context.payments.offered.includes('paypal')) return failure({ code: 'provider_unavailable' });
  const begun = await beginAt(context, 'paypal', customerId, request);
  if (!begun.ok) return begun;
  const { id: transactionId, approveUrl } = begun.value;
  return approveUrl ? success({ approveUrl, transactionId }) : failure({ code: 'provider_unavailable' });
}
