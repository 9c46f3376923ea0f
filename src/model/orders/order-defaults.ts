import { z } from 'zod';

/** What the customer's next purchase may start with. */
export const OrderDefaults = z.object({
  latest: z
    .object({ phone: z.string(), address: z.string(), po_number: z.string().optional(), job: z.string().optional() })
    .nullable()
    .meta({ description: 'Of the purchase placed last' }),
  addresses: z
    .array(z.string())
    .meta({ description: 'Where orders went, the latest first, and the location of the profile; 10 at most' }),
});
export type OrderDefaults = z.infer<typeof OrderDefaults>;

export const NO_DEFAULTS: OrderDefaults = { latest: null, addresses: [] };
