import type { PaymentMode } from './provider.ts';

export interface PayPalAddress {
  readonly live: boolean;
  /** Origin of the local stand-in; absent for PayPal itself. */
  readonly apiBase?: string;
}

const LIVE = 'https://api-m.paypal.com';
const TEST = 'https://api-m.sandbox.paypal.com';

/** With `apiBase` the mode is 'sandbox', and a live account is refused. @throws TypeError */
export function payPalAt({ live, apiBase }: PayPalAddress): { mode: PaymentMode; origin: string } {
  if (apiBase === undefined) return live ? { mode: 'live', origin: LIVE } : { mode: 'test', origin: TEST };
  if (live)
    throw new TypeError(
      'A live PayPal account must not be used with a sandbox address: remove one of the two settings.',
    );
  const url = URL.parse(apiBase);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new TypeError(`The PayPal sandbox address must be an origin such as http://127.0.0.1:4011, not ${apiBase}`);
  return { mode: 'sandbox', origin: url.origin };
}
