import type { Order } from '#model/orders/order.ts';
import { transactionOf } from '#model/purchases/paid-with.ts';
import { formatCount } from '#texts/format.ts';
import { type OrderRow, orderView } from './order-view.ts';

/** What a mail tells of a purchase: its only order, or the sums of its orders with them beside. */
export type MailedOrder = Order & { readonly lines?: readonly Order[] };

/** Undefined for no rows. Lines that were taken out before the payment are left out. */
export function mailedOrder(rows: readonly OrderRow[]): MailedOrder | undefined {
  const kept = rows.filter(({ line }) => line.state !== 'cancelled' || line.givenUp < line.quantity);
  const lines = (kept.length > 0 ? kept : rows).map((row) => orderView(row));
  const [first] = lines;
  if (!first || lines.length === 1) return first;
  const sum = (of: (line: Order) => number) => Math.round(lines.reduce((all, line) => all + of(line) * 100, 0)) / 100;
  return {
    ...first,
    tools_name: `${formatCount(lines.length)} tools`,
    quantity: sum((line) => line.quantity),
    total: sum((line) => line.total),
    guard: sum((line) => line.guard ?? 0),
    discount: sum((line) => line.discount),
    amount: sum((line) => line.amount),
    transactionId: transactionOf(lines) ?? null,
    shippedAt: hasLeft(lines) ? lastOf(lines) : null,
    lines,
  };
}

/** A line whose pieces went back keeps nothing waiting. */
export const hasLeft = (lines: readonly Order[]): boolean =>
  lines.every(({ state }) => state === 'shipped' || state === 'refunded');

const lastOf = (lines: readonly Order[]): string | null =>
  lines.reduce<string | null>((last, { shippedAt: at }) => (at && (!last || at > last) ? at : last), null);
