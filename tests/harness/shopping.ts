import { randomUUID } from 'node:crypto';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { type Heard, type Somebody, send, theAdmin } from './people.ts';

const CONTACT = { phone: '5550142200', address: '48 Foundry Lane, Dock 3, Leeds LS9 8AG' };

/** A tool of the catalogue whose name begins so. */
export async function toolNamed(origin: string, name: string) {
  const { body } = await send(origin, 'GET', '/tools');
  const found = body.find((tool: { name: string }) => tool.name.startsWith(name));
  if (!found) throw new Error(`The catalogue has no ${name}`);
  return found as {
    _id: string;
    name: string;
    image: string;
    price: number;
    min_quantity: number;
    available_quantity: number;
    pack: number;
    steps: { from: number; price: number }[];
  };
}

/** A tool of the test's own, and the admin who added it. */
export async function newTool(origin: string, name: string, its: object = {}) {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const own = randomUUID().slice(0, 8).toUpperCase();
  const tool = {
    ...{ name: `${name} ${own}`, description: 'Forged.', image, sku: `OWN-${own}` },
    ...{ price: 10, min_quantity: 12, available_quantity: 600, ...its },
  };
  const id = expectOk(await admin.call('POST', '/addTool', tool)).insertedId as string;
  return { id, name: tool.name, sku: tool.sku, admin };
}

/** Orders a tool and answers the order as the shop wrote it. */
export async function orderOf(
  origin: string,
  buyer: Somebody,
  its: { tool: string; quantity?: number; address?: string },
) {
  const tool = await toolNamed(origin, its.tool);
  const quantity = its.quantity ?? tool.min_quantity;
  const placed = await buyer.call('POST', '/orders', {
    ...CONTACT,
    ...(its.address ? { address: its.address } : {}),
    quantity,
    tools_price: eachOf(tool, quantity),
    tools_id: tool._id,
  });
  const id = expectOk(placed).insertedId as string;
  return expectOk(await buyer.call('GET', `/orders/${id}`));
}

/** Pays an order with a card, as the payment page does, and answers the transaction id. */
export async function payFor(origin: string, buyer: Somebody, order: { _id: string; amount: number }): Promise<string> {
  const transactionId = await confirmCard(origin, await beginToPay(buyer, order));
  expectOk(await buyer.call('PATCH', `/paymentOrders/${order._id}`, { order_id: order._id, transactionId }));
  return transactionId;
}

/** Presses Pay: the secret with which a card is confirmed. */
export async function beginToPay(buyer: Somebody, order: { _id: string; amount: number }): Promise<string> {
  const body = { price: order.amount, order_id: order._id };
  return expectOk(await buyer.call('POST', '/create-payment-intent', body)).clientSecret;
}

/** The card payment provider's part: the card is charged. */
export async function confirmCard(origin: string, clientSecret: string, card = 'pm_card_visa'): Promise<string> {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const response = await fetch(`${origin}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card, return_url: origin }),
  });
  if (!response.ok) throw new Error(`The card was not charged: ${await response.text()}`);
  return id;
}

/** The answer of a call that must have worked. */
export function expectOk({ status, body }: Heard): Heard['body'] {
  if (status < 200 || status > 299) throw new Error(`The shop answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
