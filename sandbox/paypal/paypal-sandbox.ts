import { openSandbox, type SandboxOptions } from '../kernel/sandbox.ts';
import { createApp } from './app.ts';
import { createSigner } from './signature.ts';

export interface PayPalSandboxOptions extends SandboxOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the payer's browser finds the approval page. */
  readonly publicUrl: string;
}

/** A local server for the part of PayPal's Orders v2 and Payments v2 that the shop uses. No money moves. */
export function createPayPalSandbox(options: PayPalSandboxOptions) {
  const { clientId, clientSecret, publicUrl, clock = () => new Date() } = options;
  const signer = createSigner(clock);
  return openSandbox(options, { answersFor: KEYS_S, sign: signer.headers }, (workings) =>
    createApp({ ...workings, clientId, clientSecret, publicUrl, signer }),
  );
}

/** As long as the key of a refund is known. */
const KEYS_S = 45 * 86_400;

export type PayPalSandbox = ReturnType<typeof createPayPalSandbox>;
