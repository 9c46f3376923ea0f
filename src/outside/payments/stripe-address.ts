import type { PaymentMode } from './provider.ts';

export type StripeAddress = {
  secretKey: string;
  /** Origin of the local stand-in; absent for Stripe itself. */
  apiBase?: string;
};

/** With `apiBase` the mode is 'sandbox' whatever the key, and a live key is refused. @throws TypeError */
export function connectionOf({ secretKey, apiBase }: StripeAddress): {
  mode: PaymentMode;
  host: { host?: string; port?: string; protocol?: 'http' | 'https' };
} {
  const live = /^(sk|rk)_live_/.test(secretKey);
  const test = /^(sk|rk)_test_/.test(secretKey);
  if (!live && !test)
    throw new TypeError('The Stripe secret key must begin with sk_test_, rk_test_, sk_live_ or rk_live_.');
  if (apiBase === undefined) return { mode: live ? 'live' : 'test', host: {} };
  if (live)
    throw new TypeError('A live Stripe key must not be used with a sandbox address: remove one of the two settings.');
  return { mode: 'sandbox', host: hostOf(apiBase) };
}

function hostOf(apiBase: string) {
  const url = URL.parse(apiBase);
  const protocol = url?.protocol === 'http:' ? 'http' : url?.protocol === 'https:' ? 'https' : undefined;
  // The library takes a host and a port and silently ignores the rest.
  if (!url || !protocol || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new TypeError(`The Stripe sandbox address must be an origin such as http://127.0.0.1:4010, not ${apiBase}`);
  const port = url.port || (protocol === 'http' ? '80' : '443');
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, protocol } as const;
}
