import { afterAll } from 'vitest';
import { DAY } from '#model/kernel/utc-day.ts';
import { ORIGIN, type Person, type TestShop } from './own-shop.ts';
import { type Heard, hearEvents, PAYPAL, payer } from './paypal-sandbox.ts';

/** The payer's and PayPal's part of a payment. */
export async function payPalOf(shop: TestShop) {
  const { heard, url, close } = await hearEvents();
  afterAll(close);
  shop.paypal.sendWebhooksTo({ url, secret: PAYPAL.webhookId });

  const begin = (buyer: Person, { id, amount }: { id: string; amount: number }) =>
    shop.call('beginPayPal', { body: { price: amount, order_id: id } }, buyer);

  async function begun(buyer: Person, order: { id: string; amount: number }): Promise<string> {
    const { status, body } = await begin(buyer, order);
    if (status !== 200) throw new Error(`Not begun: ${JSON.stringify(body)}`);
    return body.transactionId;
  }
  const approve = payer(shop.paypal);
  const back = (buyer: Person, id: string, transactionId: string) =>
    shop.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId } }, buyer);

  return {
    begin,
    /** What PayPal's order is called. */
    begun,
    approve,
    /** As the page does when the buyer is back. */
    back,
    /** Begun, approved, and the buyer is back. Answers what PayPal's order is called. */
    async approved(buyer: Person, order: { id: string; amount: number }): Promise<string> {
      const transactionId = await begun(buyer, order);
      await approve(transactionId);
      await back(buyer, order.id, transactionId);
      return transactionId;
    },
    /** The events of an order, as PayPal sent them. */
    async events(transactionId: string, count: number): Promise<Heard[]> {
      const its = () => heard.filter(({ body }) => body.includes(transactionId));
      while (its().length < count) await new Promise((later) => setTimeout(later, 5));
      return its();
    },
    /** Whether PayPal would still send it. */
    isRecent: ({ headers }: Heard) =>
      shop.context.clock().getTime() - Date.parse(headers['paypal-transmission-time'] ?? '') < DAY,
    deliver: ({ body, headers }: Heard) => {
      const { 'content-length': _, connection: __, host: ___, ...sent } = headers;
      return Promise.resolve(shop.app.request(`${ORIGIN}/paypal/webhook`, { method: 'POST', headers: sent, body }));
    },
    /** PayPal has looked at a payment that was pending. */
    async decide(transactionId: string, outcome: 'pass' | 'fail'): Promise<void> {
      const ask = (path: string, authorization: string, body: string) =>
        shop.paypal.fetch(
          new Request(`http://paypal.test${path}`, { method: 'POST', headers: { authorization }, body }),
        );
      const account = Buffer.from(`${PAYPAL.clientId}:${PAYPAL.clientSecret}`).toString('base64');
      const issued = await ask('/v1/oauth2/token', `Basic ${account}`, 'grant_type=client_credentials');
      const { access_token: token } = (await issued.json()) as { access_token: string };
      await ask(`/v2/checkout/orders/${transactionId}/decide`, `Bearer ${token}`, JSON.stringify({ outcome }));
    },
    look: async (transactionId: string) => {
      const found = await shop.context.payments.look(transactionId);
      if (!found.ok) throw new Error(found.failure.message);
      return found.value;
    },
  };
}
