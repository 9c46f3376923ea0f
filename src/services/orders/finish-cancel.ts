import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { move } from './move-purchase.ts';
import { releaseHold } from './release-hold.ts';

export async function finishCancel(
  tx: Transaction,
  id: string,
  from: 'unpaid' | 'cancelling',
  actor?: string,
): Promise<void> {
  await releaseHold(tx, id);
  await move(tx, id, from, 'cancelled');
  await record(tx, { action: 'order.cancelled', actor, target: id });
  await post(tx, 'mail.order-cancelled', `mail.order-cancelled:${id}`, { orderId: id });
}
