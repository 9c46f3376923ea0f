import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createGoogleSandbox } from '#sandbox/google/google-sandbox.ts';
import { keepKey } from '#sandbox/kernel/keep-key.ts';
import type { Config } from '../config.ts';
import { hostToReach } from '../http/app.ts';
import { byAddress, type Mount, mountsAt } from '../http/mounts.ts';
import { GOOGLE } from '../model/identity/google.ts';
import { failure, type Outcome, success } from '../model/kernel/outcome.ts';
import { STRIPE_EVENTS } from '../model/payments/provider.ts';
import { createGoogle, GOOGLE_ISSUER, type Google } from '../outside/identity/google.ts';
import type { PayPalConfig } from '../outside/payments/paypal.ts';
import { standInDamage, storeOfMails, storeOfPayments, storeOfPayPal } from './stand-in-damage.ts';

/** For test mode. They hold state, so one process keeps them for all. */
export interface StandIns {
  readonly known: KnownStandIns;
  readonly mounts: readonly Mount[];
}

/** What another process needs to use them; a field is absent when there is no such stand-in. */
export interface KnownStandIns {
  readonly payments?: { readonly address: string; readonly webhookSecret: string; readonly secretKey: string };
  readonly paypal?: { readonly address: string; readonly webhookId: string; readonly clientSecret: string };
  readonly smtpUrl?: string;
  readonly googleSecret?: string;
}

const SANDBOX_PATH = '/sandbox/stripe';
const PAYPAL_PATH = '/sandbox/paypal';
const GOOGLE_PATH = '/sandbox/google';
const MAILBOX_PATH = '/sandbox/mailbox';
const PUBLISHABLE_KEY = 'pk_test_sandbox';
const PAYPAL_CLIENT = 'sandbox';
const GOOGLE_CLIENT = 'shop';

export async function startStandIns(
  config: Config,
  resources: AsyncDisposableStack,
  log: Logger,
): Promise<Outcome<StandIns, string>> {
  const damage = standInDamage(config);
  if (damage.length > 0) return failure(damage.join('\n'));
  const payments = config.stripe ? undefined : await startPayments(config, resources, log);
  const paypal = config.paypal || !config.testMode ? undefined : await startPayPal(config, resources, log);
  const mailbox = config.testMailbox ? await startMailbox(config, resources, log) : undefined;
  const google = config.testGoogle ? startGoogle(config, resources) : undefined;
  return success({
    known: { ...payments?.known, ...paypal?.known, ...mailbox?.known, ...google?.known },
    mounts: [payments, paypal, mailbox, google].flatMap((it) => it?.mount ?? []),
  });
}

export function standInsAt(address: string, known: KnownStandIns): StandIns {
  const paths = [
    ...(known.payments ? [SANDBOX_PATH] : []),
    ...(known.paypal ? [PAYPAL_PATH] : []),
    ...(known.smtpUrl ? [MAILBOX_PATH] : []),
    ...(known.googleSecret ? [GOOGLE_PATH] : []),
  ];
  return { known, mounts: mountsAt(address, paths) };
}

const ownAddress = ({ host, port }: Config): string => `http://${hostToReach(host)}:${port}`;

async function startPayments(config: Config, resources: AsyncDisposableStack, log: Logger) {
  const { createStripeSandbox } = await import('#sandbox/stripe/stripe-sandbox.ts');
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const secretKey = keepKey(join(config.dataFolder, 'sandbox-stripe.key'));
  const server = createStripeSandbox({
    ...{ secretKey, publishableKey: PUBLISHABLE_KEY },
    store: storeOfPayments(config),
    ...(config.paymentMishaps && { mishaps: config.paymentMishaps }),
    webhook: {
      url: `${ownAddress(config)}/stripe/webhook`,
      ...{ secret: webhookSecret, types: STRIPE_EVENTS },
    },
    log,
  });
  resources.defer(() => server.close());
  const { host, port } = await server.listen(0);
  if (config.paymentMishaps)
    log.warn({ mishaps: Object.fromEntries(config.paymentMishaps) }, 'the payment stand-in fails on purpose');
  return {
    known: { payments: { address: `http://${host}:${port}`, webhookSecret, secretKey } },
    mount: { path: SANDBOX_PATH, fetch: server.fetch },
  };
}

async function startPayPal(config: Config, resources: AsyncDisposableStack, log: Logger) {
  const { createPayPalSandbox } = await import('#sandbox/paypal/paypal-sandbox.ts');
  const webhookId = `WH-${randomBytes(12).toString('hex')}`;
  const clientSecret = keepKey(join(config.dataFolder, 'sandbox-paypal.key'), 'paypal_');
  const server = createPayPalSandbox({
    ...{ clientId: PAYPAL_CLIENT, clientSecret },
    ...{ store: storeOfPayPal(config), publicUrl: `${config.publicOrigin}${PAYPAL_PATH}` },
    ...(config.paymentMishaps && { mishaps: config.paymentMishaps }),
    webhook: { url: `${ownAddress(config)}/paypal/webhook`, secret: webhookId },
    log,
  });
  resources.defer(() => server.close());
  const { host, port } = await server.listen(0);
  return {
    known: { paypal: { address: `http://${host}:${port}`, webhookId, clientSecret } },
    mount: { path: PAYPAL_PATH, fetch: server.fetch },
  };
}

async function startMailbox(config: Config, resources: AsyncDisposableStack, log: Logger) {
  const { createMailbox } = await import('#sandbox/mailbox/mailbox.ts');
  const mailbox = createMailbox({ store: storeOfMails(config), path: MAILBOX_PATH, log });
  resources.defer(() => mailbox.close());
  const { host, port } = await mailbox.listen(0);
  return {
    known: { smtpUrl: `smtp://${host}:${port}` },
    mount: { path: MAILBOX_PATH, fetch: byAddress(mailbox.fetch) },
  };
}

function startGoogle({ publicOrigin, shopName }: Config, resources: AsyncDisposableStack) {
  const googleSecret = randomBytes(24).toString('hex');
  const sandbox = createGoogleSandbox({
    ...{ clientId: GOOGLE_CLIENT, clientSecret: googleSecret, redirectUri: `${publicOrigin}${GOOGLE.callback}` },
    issuer: `${publicOrigin}${GOOGLE_PATH}`,
    shopName,
  });
  resources.defer(() => sandbox.close());
  return { known: { googleSecret }, mount: { path: GOOGLE_PATH, fetch: byAddress(sandbox.fetch) } };
}

export function paymentsBehind({ stripe }: Config, { known }: StandIns) {
  const webhookSecret = stripe?.webhookSecret ?? known.payments?.webhookSecret;
  return {
    secretKey: stripe?.secretKey ?? known.payments?.secretKey ?? '',
    ...(webhookSecret ? { webhookSecret } : {}),
    ...(known.payments ? { apiBase: known.payments.address } : {}),
  };
}

/** PayPal if it is configured, else the stand-in in test mode, else undefined. */
export function payPalBehind({ paypal }: Config, { known }: StandIns): PayPalConfig | undefined {
  if (paypal) {
    const { webhookId, ...account } = paypal;
    return { ...account, ...(webhookId && { webhookId }) };
  }
  if (!known.paypal) return undefined;
  const { address: apiBase, webhookId, clientSecret } = known.paypal;
  return { clientId: PAYPAL_CLIENT, clientSecret, webhookId, live: false, apiBase };
}

/** Google if it is configured, else the stand-in if there is one, else undefined. */
export function googleBehind({ google, publicOrigin }: Config, { known, mounts }: StandIns): Google | undefined {
  const redirectUri = `${publicOrigin}${GOOGLE.callback}`;
  if (google) return createGoogle({ ...google, issuer: GOOGLE_ISSUER, redirectUri, standIn: false });
  const mount = mounts.find(({ path }) => path === GOOGLE_PATH);
  if (!known.googleSecret || !mount) return undefined;
  const issuer = `${publicOrigin}${GOOGLE_PATH}`;
  // Directly: the public address may not lead to this process.
  const fetch = async (url: string, init: RequestInit) => mount.fetch(new Request(url, init), GOOGLE_PATH);
  const client = { clientId: GOOGLE_CLIENT, clientSecret: known.googleSecret };
  return createGoogle({ ...client, issuer, redirectUri, standIn: true, fetch });
}

export const shownStandIns = (config: Config) => ({
  mailbox: config.testMailbox ? MAILBOX_PATH : null,
  payments: {
    publishableKey: config.stripe?.publishableKey ?? PUBLISHABLE_KEY,
    apiBase: config.stripe ? null : SANDBOX_PATH,
    paypal: config.paypal !== undefined || config.testMode,
  },
});
