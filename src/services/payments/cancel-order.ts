import type { OrderId } from '#model/kernel/ids.ts';
import type { Canceller } from './begin-cancel.ts';
import { cancelLines } from './cancel-lines.ts';

/** Paid with others, it is taken out of their purchase. */
export const cancelOrder = (context: Parameters<typeof cancelLines>[0], by: Canceller, id: OrderId) =>
  cancelLines(context, by, { purchase: id, orders: [id] });
