/** Of PayPal's orders; the ids of Stripe's payments begin with `pi_`. */
export const PAYPAL_ID = /^[A-Z0-9]{8,36}$/;

export const isPayPal = (transactionId: string | null | undefined): boolean => PAYPAL_ID.test(transactionId ?? '');

/** Where the money of a payment came from and goes back to. */
export const paidFrom = (transactionId: string | null | undefined): 'card' | 'PayPal account' =>
  isPayPal(transactionId) ? 'PayPal account' : 'card';

/** Of a purchase: lines that were taken out before it was paid name none. */
export const transactionOf = (lines: readonly { readonly transactionId: string | null }[]): string | undefined =>
  lines.find(({ transactionId }) => transactionId)?.transactionId ?? undefined;
