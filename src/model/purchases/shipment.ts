import { z } from 'zod';
import { OrderId } from '#model/kernel/ids.ts';
import { isLine } from '#model/kernel/plain-text.ts';

/** Where a parcel can be followed. Source: the tracking pages of the carriers. */
const TRACKING = {
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  DHL: 'https://www.dhl.com/en/express/tracking.html?AWB=',
  Other: undefined,
} as const;

export const CARRIER_NAMES = [
  'UPS',
  'FedEx',
  'USPS',
  'DHL',
  'Other',
] as const satisfies readonly (keyof typeof TRACKING)[];
export type Carrier = (typeof CARRIER_NAMES)[number];

/** Undefined where the carrier has no page that the shop knows. */
export function trackingLink(carrier: Carrier | null, tracking: string | null): string | undefined {
  const page = carrier && TRACKING[carrier];
  return page && tracking ? `${page}${encodeURIComponent(tracking)}` : undefined;
}

export const Pieces = z
  .int({ error: 'Pieces must be a whole number.' })
  .min(1, { error: 'Pieces must be 1 at least.' })
  .max(1_000_000, { error: 'Pieces must be 1,000,000 at most.' });

/** POST /purchases/{id}/shipments. */
export const ShipPurchase = z.object({
  lines: z
    .array(z.object({ order: OrderId, pieces: Pieces }))
    .min(1, { error: 'Say which pieces leave.' })
    .max(200)
    .optional()
    .meta({ description: 'What leaves; without it all that is here' }),
  carrier: z.enum(CARRIER_NAMES, { error: 'Choose one of the carriers.' }).optional(),
  tracking: z
    .string()
    .trim()
    .max(60, { error: 'Tracking number may have 60 characters at most.' })
    .refine(isLine, { error: 'Tracking number must be plain text.' })
    .optional(),
});
export type ShipPurchase = z.infer<typeof ShipPurchase>;

export const Shipment = z.object({
  id: z.uuid(),
  no: z.int().meta({ description: 'Counts the shipments of its purchase' }),
  at: z.iso.datetime(),
  carrier: z.enum(CARRIER_NAMES).nullable(),
  tracking: z.string().nullable(),
  link: z.string().nullable().meta({ description: 'Where the carrier tells where it is' }),
  lines: z.array(z.object({ order: OrderId, pieces: z.int() })),
});
export type Shipment = z.infer<typeof Shipment>;
