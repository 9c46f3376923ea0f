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
  /** Pieces that left and that wait, where not all have left: others may be here. */
  readonly part?: { readonly shipped: number; readonly waiting: number };
}

type ShipOrderFailure = Failure<
  'order_not_found' | 'order_not_paid' | 'pieces_awaited' | 'pieces_not_here' | 'shipped_meanwhile'
>;

interface Shown {
  /** How many leave; without it all that are here. */
  readonly pieces?: number | undefined;
  /** How many had left, as was shown. */
  readonly sent?: number | undefined;
}

/** Ships pieces of an order that are here, as a shipment of its own. Repeated with what was shown before it ships once. */
export function shipOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: OrderId,
  shown: Shown = {},
): Promise<Outcome<Shipped, ShipOrderFailure>> {
  return transact(db, async (tx) => {
    const its = await lockPurchase(tx, id);
    const [line] = await tx
      .select({
        state: orders.state,
        here: sql<number>`${orders.holdQuantity} - ${orders.shippedQuantity}`,
        waiting: orders.waiting,
        sent: orders.shippedQuantity,
        tool: orders.toolName,
      })
      .from(orders)
      .where(eq(orders.id, id))
      .for('no key update')
      .prepare('lock-order-to-ship')
      .execute();
    if (!its || !line) return failure({ code: 'order_not_found' });
    if (line.state === 'shipped')
      return success({ changed: false, already: await doneMeanwhile(tx, [id], ['shipped']) });
    if (line.state === 'paid' && shown.sent !== undefined && shown.sent !== line.sent) {
      const theirs = await doneMeanwhile(tx, [id], ['shipped', 'taken_back']);
      return failure({ code: 'shipped_meanwhile', figures: { sent: line.sent, ...theirs } });
    }
    if (line.state === 'paid' && line.here === 0 && line.waiting > 0)
      return failure({ code: 'pieces_awaited', figures: { waiting: line.waiting } });
    if (line.state !== 'paid' || line.here === 0) {
      const ended =
        its.state === 'paid' ? await doneMeanwhile(tx, [its.id], ['refunded']) : await noLongerPaid(tx, its);
      return failure({ code: 'order_not_paid', figures: ended });
    }
    const { pieces = line.here } = shown;
    if (pieces > line.here || pieces === 0) {
      const theirs = await doneMeanwhile(tx, [its.id], ['refunded']);
      return failure({ code: 'pieces_not_here', figures: { line: 1, left: line.here, tool: line.tool, ...theirs } });
    }
    const { id: shipment } = await writeShipment(tx, its.id, adminId, [{ orderId: id, pieces }], clock());
    const part = line.here + line.waiting > pieces && { part: { shipped: pieces, waiting: line.waiting } };
    return success({ changed: true, shipment, ...part });
  });
}
