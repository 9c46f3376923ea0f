import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPayPalSandbox, type PayPalSandboxOptions } from '#sandbox/paypal/paypal-sandbox.ts';
import { onOwnPort } from './own-port.ts';

export const PAYPAL = { clientId: 'sandbox', clientSecret: 'secret-of-a-test', webhookId: 'WH-TEST' };
const PAYPAL_URL = 'http://shop.test/sandbox/paypal';

/** A PayPal stand-in on a port of its own, closed and without a logged error when the test ends. */
export async function startPayPalSandbox(options: Partial<PayPalSandboxOptions> = {}) {
  const { sandbox, close, origin } = await onOwnPort((log) =>
    createPayPalSandbox({ ...PAYPAL, ...{ store: ':memory:', publicUrl: PAYPAL_URL }, log, ...options }),
  );
  return { sandbox, close, origin, approve: payer(sandbox) };
}

export interface Heard {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** A shop's end of the webhook, which only listens. */
export async function hearEvents() {
  const heard: Heard[] = [];
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      heard.push({ body, headers: request.headers as Record<string, string> });
      answer.end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { heard, url, close: () => void server.close() };
}

/** Presses a button of the approval page; the answer leads back to the shop. */
export const payer =
  (sandbox: ReturnType<typeof createPayPalSandbox>) =>
  async (token: string, kind = 'pays'): Promise<Response> =>
    sandbox.fetch(
      new Request(`${PAYPAL_URL}/checkoutnow?token=${token}`, {
        method: 'POST',
        body: new URLSearchParams({ payer: kind }),
      }),
      '/sandbox/paypal',
    );

export async function payPalToken({ origin }: { readonly origin: string }, secret = PAYPAL.clientSecret) {
  const basic = Buffer.from(`${PAYPAL.clientId}:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  return fetch(`${origin}/v1/oauth2/token`, { method: 'POST', headers, body: 'grant_type=client_credentials' });
}

/** Plain calls, as somebody makes them who reads PayPal's documents. */
export async function payPalCaller(started: { readonly origin: string }) {
  const { access_token: token } = (await (await payPalToken(started)).json()) as { access_token: string };
  return async (path: string, body?: object, key?: string, prefer = 'return=representation') => {
    const response = await fetch(`${started.origin}${path}`, {
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer },
        ...(key !== undefined && { 'paypal-request-id': key }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
}

export const payPalWish = (value = '120.50', its: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value }, custom_id: 'o-1:1', invoice_id: 'o-1', ...its }],
  payment_source: {
    paypal: { experience_context: { return_url: 'http://shop.test/back?a=1', cancel_url: 'http://shop.test/cancel' } },
  },
});

export async function startPayPalCalls(options: Partial<PayPalSandboxOptions> = {}) {
  const started = await startPayPalSandbox(options);
  return { ...started, call: await payPalCaller(started) };
}
