import { expect } from 'vitest';
import type { OrderState } from '#model/orders/order.ts';
import type { TestShop } from './own-shop.ts';
import { type MoneyColumns, setState } from './purchase-rows.ts';

/**
 * Has `start` wait for an order's row that somebody else has locked, who puts it into `state` first: what `start` saw of
 * the order before it had the row to itself is no longer true.
 */
export async function overtaken<T>(
  shop: Pick<TestShop, 'sql'>,
  orderId: string,
  start: () => Promise<T>,
  state: OrderState,
  its: Partial<MoneyColumns> = {},
): Promise<T> {
  const { started } = await shop.sql.begin(async (faster) => {
    await faster`select from purchase where id = (select purchase_id from orders where id = ${orderId}) for update`;
    await faster`select from orders where id = ${orderId} for update`;
    const slower = start();
    slower.catch(() => {});
    await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
    await setState(faster, orderId, state, its);
    return { started: slower };
  });
  return started;
}

/** How many statements wait for a lock that another one has. */
export const lockWaits = async ({ sql }: Pick<TestShop, 'sql'>): Promise<number> =>
  (
    await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  ).length;
