import type { Call } from './call.ts';
import type { Order, Refund } from './order.ts';
import { ok, type Reply } from './refusal.ts';

/** What a key was first used for. A repeated call is answered with its latest state, as PayPal does. */
export interface Kept {
  readonly order?: string;
  readonly refund?: string;
}

export function keptReply(call: Call, { order: id, refund: refundId }: Kept): Reply | undefined {
  const order = id === undefined ? undefined : call.store.find<Order>('order', id)?.body;
  if (!order) return undefined;
  const refund = order.refunds.find((it) => it.id === refundId);
  return ok(refund ?? call.show(order));
}

export function keptOf(reply: Reply, order: string | undefined): Kept {
  const { id } = reply.body as Partial<Order & Refund>;
  return order === undefined ? { ...(id && { order: id }) } : { order, ...(id && { refund: id }) };
}

/** For how long, in seconds: 6 hours of orders, 45 days of refunds. */
export const keptFor = (path: string): number => (path.endsWith('/refund') ? 45 * 86_400 : 6 * 3_600);
