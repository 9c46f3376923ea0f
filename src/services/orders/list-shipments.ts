import { asc, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { type Shipment, trackingLink } from '#model/purchases/shipment.ts';
import { orders, shipment, shipmentLine } from '#tables/orders.ts';
import type { Db } from '../kernel/context.ts';

export async function listShipments(db: Db, purchaseId: string): Promise<Shipment[]> {
  const rows = await db
    .select({ its: shipment, line: shipmentLine })
    .from(shipment)
    .innerJoin(shipmentLine, eq(shipmentLine.shipmentId, shipment.id))
    .innerJoin(orders, eq(orders.id, shipmentLine.orderId))
    .where(eq(shipment.purchaseId, purchaseId))
    .orderBy(asc(shipment.no), asc(orders.lineNo));
  return [...new Set(rows.map(({ its }) => its.id))].flatMap((id) => {
    const of = rows.filter(({ its }) => its.id === id);
    const [first] = of;
    if (!first) return [];
    const { no, at, carrier, tracking } = first.its;
    return {
      ...{ id, no, at: at.toISOString(), carrier, tracking, link: trackingLink(carrier, tracking) ?? null },
      lines: of.map(({ line }) => ({ order: line.orderId as OrderId, pieces: line.quantity })),
    };
  });
}
