import { asc, eq } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PackingSlip } from '#model/purchases/papers.ts';
import { nextNo, partsOf } from '#model/purchases/shipment-no.ts';
import { tool } from '#tables/catalogue.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';
import { numberOf, referencesOf } from '../order-view.ts';
import { isPurchase, type PurchaseKey } from '../purchase-of.ts';
import { listShipments } from '../shipping/list-shipments.ts';
import { issuerOf } from './issuer-of.ts';

type NoSlip = { code: 'order_not_found' } | { code: 'slip_not_found'; figures: { part: number; parts: number } };

/**
 * What left with a shipment, or for admins what is to go next, made anew each time: what was given back meanwhile does not
 * follow. Whose purchase it is was judged before.
 */
export async function getSlip(
  { db, shop }: Pick<Context, 'db' | 'shop'>,
  key: PurchaseKey,
  part: number,
  forAdmins = false,
): Promise<Outcome<PackingSlip, NoSlip>> {
  const [found] = await db.select().from(purchase).where(isPurchase(db, key));
  if (!found) return failure({ code: 'order_not_found' });
  const shipments = await listShipments(db, found.id);
  const lines = await db
    .select({ line: orders, sku: tool.sku, pack: tool.pack })
    .from(orders)
    .innerJoin(tool, eq(tool.id, orders.toolId))
    .where(eq(orders.purchaseId, found.id))
    .orderBy(asc(orders.lineNo));
  const next = forAdmins && part === nextNo(shipments) ? toGo(lines.map(({ line }) => line)) : undefined;
  const its = shipments.find(({ no }) => no === part) ?? next;
  if (!its) return failure({ code: 'slip_not_found', figures: { part, parts: shipments.length } });
  const later = shipments.flatMap(({ no, lines: sent }) => (no > part ? sent : []));
  const left = lines.map(({ line }) => ({
    tools_name: line.toolName,
    pieces: piecesOf(later, line.id) + (its === next ? line.waiting : toShip(line)),
  }));
  const complete = lines.every(({ line }) => line.state !== 'paid' && line.state !== 'review');
  return success({
    ...{ purchase: numberOf(found), part, parts: complete ? partsOf(shipments) : null },
    shop: issuerOf(shop),
    ...{ name: found.name, address: found.address, phone: found.phone, ...referencesOf(found) },
    ...{ at: its.at, carrier: its.carrier, tracking: its.tracking },
    lines: lines
      .map(({ line, sku, pack }) => ({
        ...{ tools_name: line.toolName, sku, ordered: line.quantity, pack },
        pieces: piecesOf(its.lines, line.id),
      }))
      .filter(({ pieces }) => pieces > 0),
    to_follow: left.filter(({ pieces }) => pieces > 0),
  });
}

/** Of a paid purchase: what is here and has not left. */
function toGo(rows: readonly (typeof orders.$inferSelect)[]) {
  const lines = rows
    .filter(({ state }) => state === 'paid')
    .map(({ id, holdQuantity, shippedQuantity }) => ({ order: id, pieces: holdQuantity - shippedQuantity }))
    .filter(({ pieces }) => pieces > 0);
  return lines.length > 0 ? { at: null, carrier: null, tracking: null, lines } : undefined;
}

/** Here or awaited, of what is paid. */
const toShip = ({ state, holdQuantity, shippedQuantity, waiting }: typeof orders.$inferSelect): number =>
  state === 'paid' || state === 'review' ? holdQuantity - shippedQuantity + waiting : 0;

const piecesOf = (lines: readonly { order: string; pieces: number }[], id: string): number =>
  lines.reduce((sum, { order, pieces }) => (order === id ? sum + pieces : sum), 0);
