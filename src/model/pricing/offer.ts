import { z } from 'zod';

export interface OfferRules {
  /** Percent of the total; 0 for no offer. */
  readonly percent: number;
  /** Opening many accounts then gains nothing. */
  readonly confirmedOnly: boolean;
}

/** Half of the smallest order, a dollar, is the provider's minimum charge. */
export const MAX_OFFER_PERCENT = 50;

export const Offer = z.object({
  state: z.enum(['open', 'unconfirmed', 'used', 'off']),
  percent: z.int().meta({ description: 'Percent off the first order; 0 when there is no offer' }),
});
export type Offer = z.infer<typeof Offer>;
