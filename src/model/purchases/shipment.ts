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

type Parcel = { readonly carrier: Carrier | null; readonly tracking: string | null };

/** Whether who was told of the one cannot follow the other with that. */
export const isFollowedElsewhere = (one: Parcel, other: Parcel): boolean =>
  one.tracking !== other.tracking ||
  trackingLink(one.carrier, one.tracking) !== trackingLink(other.carrier, other.tracking);

/** How their numbers look, without spaces. Source: the carriers' own help pages; USPS with S10 of the postal union. */
const FORMATS: Partial<Record<Carrier, RegExp>> = {
  UPS: /^1Z[0-9A-Z]{16}$/,
  FedEx: /^(\d{12}|\d{15}|\d{20}|\d{22})$/,
  USPS: /^(\d{20,22}|[A-Z]{2}\d{9}[A-Z]{2})$/,
  DHL: /^(\d{10,11}|JD[0-9A-Z]{8,})$/,
};

/** Undefined where the shop does not know the numbers of the carrier. A number that looks wrong may still be right. */
export const looksLike = (carrier: Carrier, tracking: string): boolean | undefined =>
  FORMATS[carrier]?.test(tracking.replace(/\s/g, '').toUpperCase());

export const Pieces = z
  .int({ error: 'Pieces must be a whole number.' })
  .min(1, { error: 'Pieces must be 1 at least.' })
  .max(1_000_000, { error: 'Pieces must be 1,000,000 at most.' });

const CarrierName = z.enum(CARRIER_NAMES, { error: 'Choose one of the carriers.' });
const TrackingNumber = z
  .string({ error: 'Tracking number must be a text.' })
  .trim()
  .max(60, { error: 'Tracking number may have 60 characters at most.' })
  .refine(isLine, { error: 'Tracking number must be plain text.' });

export const ShipPurchase = z.strictObject({
  lines: z
    .array(z.strictObject({ order: OrderId, pieces: Pieces }))
    .min(1, { error: 'Say which pieces leave.' })
    .max(200)
    .optional()
    .meta({ description: 'What leaves; without it all that is here' }),
  sent: z
    .int({ error: 'Send how many pieces had left.' })
    .min(0)
    .optional()
    .meta({ description: 'How many pieces had left, as was shown before; refused when it is another number by now' }),
  carrier: CarrierName.optional(),
  tracking: TrackingNumber.optional(),
  tell: z
    .boolean({ error: 'Send true or false.' })
    .optional()
    .meta({ description: 'Whether its customer is told by mail, as they are without it' }),
});
export type ShipPurchase = z.infer<typeof ShipPurchase>;

/** What is absent stays as it is. */
export const CorrectShipment = z.strictObject({
  carrier: CarrierName.nullable().optional(),
  tracking: TrackingNumber.optional().meta({ description: 'Empty for none' }),
  was: z
    .strictObject({ carrier: CarrierName.nullable(), tracking: z.string().nullable() })
    .partial()
    .optional()
    .meta({ description: 'What was shown; refused where somebody else has corrected that meanwhile' }),
});
export type CorrectShipment = z.infer<typeof CorrectShipment>;

export const Shipment = z.object({
  id: z.uuid(),
  no: z.int().meta({ description: 'Counts the shipments of its purchase' }),
  at: z.iso.datetime(),
  carrier: z.enum(CARRIER_NAMES).nullable(),
  tracking: z.string().nullable(),
  link: z.string().nullable().meta({ description: 'Where the carrier tells where it is' }),
  lines: z.array(z.object({ order: OrderId, pieces: z.int() })),
  by: z.string().optional().meta({ description: 'The name of who marked it shipped, for admins' }),
  told: z.boolean().optional().meta({ description: 'Whether its customer is told of it by mail, for admins' }),
  stays: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it cannot be taken back, because pieces of it were refunded as sent; for admins' }),
});
export type Shipment = z.infer<typeof Shipment>;

interface LinePieces {
  readonly order: string;
  readonly pieces: number;
}

/** Whether a repeated request asks for the pieces that were sent or refunded; one that names none asks for all. */
export const areSamePieces = (done: readonly LinePieces[], wanted: readonly LinePieces[] | undefined): boolean =>
  !wanted ||
  (wanted.every(({ order }) => done.some((line) => line.order === order)) &&
    done.every(
      (line) =>
        line.pieces === wanted.reduce((sum, { order, pieces }) => (order === line.order ? sum + pieces : sum), 0),
    ));
