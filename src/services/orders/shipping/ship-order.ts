import { eq, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { orders } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Meanwhile } from '#texts/meanwhile.ts';
import type { Context } from '../../kernel/context.ts';
import { transact } from '../../kernel/transact.ts';
import { doneMeanwhile, noLongerPaid } from '../done-meanwhile.ts';
import { lockPurchase } from '../purchase-of.ts';
import { writeShipment } from './ship-purchase.ts';

interface Shipped {
  readonly changed: boolean;
  /** Who had shipped it before, where nothing was left to ship. */
  readonly already?: Meanwhile | undefined;
  /** The shipment that it made. */
  readonly shipment?: string;
  /** Pieces that left and that wait, where not all have left. */
  readonly part?: { readonly shipped: number; readonly waiting: number };
}

/** Ships all pieces of an order that are here, as a shipment of its own. Idempotent. */
export function shipOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
): Promise<Outcome<Shipped, Failure<'order_not_found' | 'order_not_paid' | 'pieces_awaited'>>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    const [line] = await tx
      .select({
        state: orders.state,
        here: sql<number>`${orders.holdQuantity} - ${orders.shippedQuantity}`,
        waiting: orders.waiting,
      })
      .from(orders)
      .where(eq(orders.id, id))
      .for('no key update')
      .prepare('lock-order-to-ship')
      .execute();
    if (!its || !line) return failure({ code: 'order_not_found' });
    if (line.state === 'shipped')
      return success({ changed: false, already: await doneMeanwhile(tx, [id], ['shipped']) });
    if (line.state === 'paid' && line.here === 0 && line.waiting > 0)
      return failure({ code: 'pieces_awaited', figures: { waiting: line.waiting } });
    if (line.state !== 'paid' || line.here === 0) {
      const ended =
        its.state === 'paid' ? await doneMeanwhile(tx, [its.id], ['refunded']) : await noLongerPaid(tx, its);
      return failure({ code: 'order_not_paid', figures: ended });
    }
    const { id: shipment } = await writeShipment(tx, its.id, adminId, [{ orderId: id, pieces: line.here }], clock());
    const part = line.waiting > 0 && { part: { shipped: line.here, waiting: line.waiting } };
    return success({ changed: true, shipment, ...part });
  });
}
