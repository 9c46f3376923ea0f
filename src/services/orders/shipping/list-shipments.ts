import { asc, eq, gte, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { type Shipment, trackingLink } from '#model/purchases/shipment.ts';
import { person } from '#tables/identity.ts';
import { orders, shipment, shipmentLine } from '#tables/orders.ts';
import type { Db } from '../../kernel/context.ts';

/** Of a line of a shipment: none of its pieces were refunded since as sent. Only a shipment of such lines is taken back. */
export const IS_STILL_OUT = gte(orders.shippedQuantity, shipmentLine.quantity);

/** @param forAdmins with what customers are not shown: who of the shop marked them shipped, and whether that was told */
export async function listShipments(db: Db, purchaseId: string, forAdmins = false): Promise<Shipment[]> {
  const rows = await db
    .select({ its: shipment, line: shipmentLine, by: person.name, out: sql<boolean>`${IS_STILL_OUT}` })
    .from(shipment)
    .innerJoin(shipmentLine, eq(shipmentLine.shipmentId, shipment.id))
    .innerJoin(orders, eq(orders.id, shipmentLine.orderId))
    .leftJoin(person, eq(person.id, shipment.personId))
    .where(eq(shipment.purchaseId, purchaseId))
    .orderBy(asc(shipment.no), asc(orders.lineNo));
  return [...new Set(rows.map(({ its }) => its.id))].flatMap((id) => {
    const of = rows.filter(({ its }) => its.id === id);
    const [first] = of;
    if (!first) return [];
    const { no, at, carrier, tracking, tells } = first.its;
    return {
      ...{ id, no, at: at.toISOString(), carrier, tracking, link: trackingLink(carrier, tracking) ?? null },
      lines: of.map(({ line }) => ({ order: line.orderId as OrderId, pieces: line.quantity })),
      ...(forAdmins && { told: tells, ...(first.by && { by: first.by }) }),
      ...(forAdmins && of.some(({ out }) => !out) && { stays: true }),
    };
  });
}
