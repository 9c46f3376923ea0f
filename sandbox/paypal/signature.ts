import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** How PayPal signs an event: its transmission's id and time, the id of the webhook, and the sum of the body's bytes. */
export function createSigner(now: () => Date) {
  let pair: ReturnType<typeof newKeys> | undefined;
  // Made when it is needed: that takes a while.
  const keys = () => {
    pair ??= newKeys();
    return pair;
  };
  const signed = (id: string, time: string, webhookId: string, payload: string) =>
    `${id}|${time}|${webhookId}|${crc32(payload)}`;
  return {
    headers(payload: string, webhookId: string): Record<string, string> {
      const id = randomUUID();
      const time = now().toISOString().replace(/\.\d+/, '');
      const signer = createSign('sha256').update(signed(id, time, webhookId, payload));
      return {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-sandbox',
        'paypal-transmission-id': id,
        'paypal-transmission-sig': signer.sign(keys().privateKey, 'base64'),
        'paypal-transmission-time': time,
        'user-agent': 'PayPal/AUHD-214.0 (sandbox)',
      };
    },
    /** What the verification call of PayPal answers. */
    isOurs(its: Readonly<Record<string, unknown>>): boolean {
      const { transmission_id: id, transmission_time: time, webhook_id: webhookId, transmission_sig: sig } = its;
      if (its.auth_algo !== 'SHA256withRSA' || typeof sig !== 'string') return false;
      const text = signed(String(id), String(time), String(webhookId), JSON.stringify(its.webhook_event));
      return createVerify('sha256').update(text).verify(keys().publicKey, sig, 'base64');
    },
  };
}
