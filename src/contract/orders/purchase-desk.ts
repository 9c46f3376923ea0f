import { z } from 'zod';
import { OrderId } from '#model/kernel/ids.ts';
import { AddNote } from '#model/orders/purchase-desk.ts';
import { CorrectShipment, ShipPurchase } from '#model/purchases/shipment.ts';
import { defineCall, Inserted, OnceByKey, Updated, UpdatedOnce } from '../kernel/call.ts';

const ofDesk = { feature: 'orders', actor: 'admin', ownership: 'none', rate: 'write' } as const;
const byId = z.object({ id: OrderId });
const Told = { told: z.boolean().optional().meta({ description: 'Whether the customer is told' }) };

export const shipPurchase = defineCall('shipPurchase', {
  summary: 'Ship pieces of a paid purchase, some or all; the customer is told once for the shipment',
  ...ofDesk,
  changes: 'content',
  problems: [
    'order_not_found',
    'order_not_paid',
    'nothing_to_ship',
    'pieces_not_here',
    'shipped_meanwhile',
    'pieces_awaited',
    'idempotency_key_reused',
  ],
  params: byId,
  headers: OnceByKey,
  body: ShipPurchase,
  response: Inserted.extend({ no: z.int(), lines: z.array(z.object({ order: z.uuid(), pieces: z.int() })) }),
});

export const addNote = defineCall('addNote', {
  summary: 'Write a note about a purchase, which admins see and its customer does not',
  ...ofDesk,
  problems: ['order_not_found', 'idempotency_key_reused'],
  params: byId,
  headers: OnceByKey,
  body: AddNote,
  response: Inserted,
});

const byShipment = byId.extend({ shipment: z.uuid({ error: 'Send the id of a shipment.' }) });

export const correctShipment = defineCall('correctShipment', {
  summary:
    'Change carrier and tracking number of a shipment; who was mailed another number or link is mailed the new one',
  ...ofDesk,
  problems: ['order_not_found', 'shipment_not_found', 'shipment_conflict'],
  params: byShipment,
  body: CorrectShipment,
  response: Updated,
});

export const takeBackShipment = defineCall('takeBackShipment', {
  summary:
    'Take a shipment back that has not left after all: its pieces are to go again. Who was told of it is told so',
  ...ofDesk,
  changes: 'content',
  problems: ['order_not_found', 'shipment_stays'],
  params: byShipment,
  response: UpdatedOnce.extend(Told),
});
