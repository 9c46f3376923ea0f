import type { Client, OAuthToken } from '@paypal/paypal-server-sdk';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import { toEvent } from './paypal-translate.ts';
import type { PaymentEvent, WebhookFailure, WebhookHeaders } from './provider.ts';

interface Verifying {
  readonly client: Client;
  readonly origin: string;
  readonly webhookId: string | undefined;
  readonly live: boolean;
  readonly timeout: number;
  readonly clock: () => Date;
}

const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;
const MAX_HEADER = 1_000;

/** Where the certificates of events are. */
const HOSTS = ['api.paypal.com', 'api-m.paypal.com', 'api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'];

/** PayPal sends an event again for three days. */
const MAX_AGE_MS = 5 * DAY;

/**
 * PayPal itself says whether an event is its own; the library has no call for that. It is not asked about what anybody can
 * see is not.
 */
export function createPayPalVerifier({ client, origin, webhookId, live, timeout, clock }: Verifying) {
  const isItsAddress = (url = '') =>
    [...HOSTS.map((host) => `https://${host}`), origin].some((it) => url.startsWith(`${it}/`));
  const isRecent = (time = '') => Math.abs(clock().getTime() - Date.parse(time)) <= MAX_AGE_MS;
  let token: OAuthToken | undefined;
  return async (rawBody: Uint8Array, headers: WebhookHeaders): Promise<Outcome<PaymentEvent, WebhookFailure>> => {
    if (!webhookId) return no('not-configured', 'No webhook id is set.');
    const signed = Object.entries(HEADERS).map(([name, header]) => [name, headers(header)] as const);
    if (signed.some(([, value]) => !value || value.length > MAX_HEADER))
      return no('bad-signature', 'The body carries no signature.');
    if (!isItsAddress(headers(HEADERS.cert_url)) || !isRecent(headers(HEADERS.transmission_time)))
      return no('bad-signature', 'It is too old, or not of an address of PayPal.');
    const { text, event } = parsed(rawBody, live) ?? {};
    if (!event) return no('malformed', 'The body is not an event.');
    try {
      token = await client.clientCredentialsAuthManager.updateToken(token);
      // The event goes as it came: what is signed are its bytes.
      const asked = JSON.stringify({ ...Object.fromEntries(signed), webhook_id: webhookId });
      const answer = await fetch(`${origin}/v1/notifications/verify-webhook-signature`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.accessToken}` },
        body: `${asked.slice(0, -1)},"webhook_event":${text}}`,
      });
      if (answer.status === 401) token = undefined;
      if (!answer.ok) return no('unreachable', `PayPal answered ${answer.status} when asked for a signature.`);
      const { verification_status: verdict } = (await answer.json()) as { verification_status?: string };
      return verdict === 'SUCCESS' ? success(event) : no('bad-signature', 'PayPal did not sign this.');
    } catch (error) {
      return no('unreachable', String(error));
    }
  };
}

/** Undefined for whatever cannot be read: anybody may send it. */
function parsed(bytes: Uint8Array, live: boolean): { text: string; event: PaymentEvent | undefined } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, event: toEvent(JSON.parse(text), live) };
  } catch {
    return undefined;
  }
}

const no = (code: WebhookFailure['code'], message: string) => failure({ code, message });
