import { expect } from 'vitest';
import type { OrderState } from '#model/orders/order.ts';
import type { TestShop } from './own-shop.ts';
import { type MoneyColumns, setState } from './purchase-rows.ts';

/**
 * Locks the purchase and its order, waits until `start` waits for them, and puts the purchase into `state`: what `start`
 * read before is out of date.
 */
export async function overtaken<T>(
  shop: Pick<TestShop, 'sql'>,
  orderId: string,
  start: () => Promise<T>,
  state: OrderState,
  columns: Partial<MoneyColumns> = {},
): Promise<T> {
  const { started } = await shop.sql.begin(async (faster) => {
    await faster`select from purchase where id = (select purchase_id from orders where id = ${orderId}) for update`;
    await faster`select from orders where id = ${orderId} for update`;
    const slower = start();
    slower.catch(() => {});
    await expect.poll(() => lockWaits(shop)).toBe(1);
    await setState(faster, orderId, state, columns);
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
