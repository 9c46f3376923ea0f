import type { tool } from '#tables/catalogue.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';

/** Milliseconds before buyers are told of another day, which may be a mistake. */
const TOLD_AFTER_MS = 120_000;

/** Call it when the delivery day of a tool was changed. Buyers who were told this day already get no mail. */
export async function tellWaiting(
  tx: Transaction,
  { id, version, waiting }: Pick<typeof tool.$inferSelect, 'id' | 'version' | 'waiting'>,
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() + TOLD_AFTER_MS);
  if (waiting > 0) await post(tx, 'tell-waiting', `tell-waiting:${id}:${version}`, { toolId: id }, at);
}
