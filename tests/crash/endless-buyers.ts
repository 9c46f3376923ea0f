import { setTimeout as pause } from 'node:timers/promises';
import { amountToPay } from '#model/orders/order.ts';
import { newCustomer, type Somebody, send } from '../harness/people.ts';
import { beginToPay, confirmCard } from '../harness/shopping.ts';

const AGAIN_MS = 20;

/** What the shop has acknowledged: orders, or purchases. It must be there whatever happened to the shop since. */
export interface Books {
  readonly placed: Set<string>;
  readonly paid: Set<string>;
  /** When each order was acknowledged and the submit that led to it begun, in milliseconds of this process. */
  readonly moments: { begun: number; heard: number }[];
}

/**
 * Buyers who order, and pay every fourth order, without pause, whatever becomes of the shop: what fails is sent again
 * with its key until it is acknowledged, as a browser does. Of several tools they place purchases, a piece of each.
 */
export async function endlessBuyers(origin: string, tools: readonly string[], count = 4) {
  const books: Books = { placed: new Set(), paid: new Set(), moments: [] };
  let stopped = false;
  let abandoned = false;
  const people = await Promise.all(Array.from({ length: count }, () => newCustomer(origin)));
  const working = people.map(async (first, n) => {
    let buyer: Somebody = first;
    for (let order = 1; !stopped; order += 1) {
      const key = `buyer-${n}-order-${order}`;
      while (!abandoned) {
        const done = await buy(buyer, key, order % 4 === 0, books).catch(() => false);
        if (done) break;
        // Also when it is to stop: what was sent must come to an end, or nobody knows how many orders there are.
        await pause(AGAIN_MS);
        buyer = await renewed(origin, buyer);
      }
    }
  });

  const lines = tools.map((id) => ({ quantity: 1, tools_price: 1, tools_id: id }));

  async function buy(buyer: Somebody, key: string, pays: boolean, its: Books): Promise<boolean> {
    const begun = performance.now();
    const contact = { phone: '5550142200', address: '1 Main Street' };
    const [path, body] =
      lines.length > 1 ? ['/purchases', { ...contact, lines }] : ['/orders', { ...contact, ...lines[0] }];
    const placed = await buyer.call('POST', path, body, { 'idempotency-key': key });
    if (placed.status !== 200) return false;
    const id = placed.body.insertedId as string;
    if (!its.placed.has(id)) its.moments.push({ begun, heard: performance.now() });
    its.placed.add(id);
    if (!pays) return true;
    const order = await buyer.call('GET', `/orders/${id}`);
    if (order.status !== 200) return false;
    if (order.body.paid) return true;
    const transactionId = await confirmCard(
      origin,
      await beginToPay(buyer, { _id: id, amount: amountToPay(order.body) }),
    );
    const paid = await buyer.call('PATCH', `/paymentOrders/${id}`, { order_id: id, transactionId });
    if (paid.body?.paid === true) its.paid.add(id);
    return paid.status === 200;
  }

  return {
    books,
    /** Resolves once an order was acknowledged that was begun after `since`; answers when, in milliseconds after it. */
    async servedSince(since: number): Promise<number> {
      for (;;) {
        const served = books.moments.find((it) => it.begun > since);
        if (served) return served.heard - since;
        await pause(AGAIN_MS);
      }
    },
    /** Leaves everything as it is. */
    abandon(): void {
      stopped = true;
      abandoned = true;
    },
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
    people,
  };
}

/** The same person with a bearer token of this moment; as they are while the shop does not answer. */
async function renewed(origin: string, who: Somebody): Promise<Somebody> {
  try {
    const cookie = `${who.cookie.name}=${who.cookie.value}`;
    const issued = await send(origin, 'PUT', `/user/${who.email}`, { email: who.email }, { cookie });
    if (issued.status !== 200) return who;
    const authorization = `Bearer ${issued.body.token}`;
    return {
      ...who,
      call: (method, path, what, headers) => send(origin, method, path, what, { authorization, ...headers }),
    };
  } catch {
    return who;
  }
}
