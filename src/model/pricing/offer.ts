import { z } from 'zod';

/** What the shop takes off a customer's first order, and for whom. */
export interface OfferRules {
  /** Percent of the total; 0 when there is no offer. */
  readonly percent: number;
  /** Only customers whose e-mail is confirmed have it: opening accounts by the dozen gains nothing. */
  readonly confirmedOnly: boolean;
}

/** Half of the smallest order, a dollar, is the least that the payment provider takes. */
export const MAX_OFFER_PERCENT = 50;

/** The offer as one customer has it: `unconfirmed` is open as soon as the e-mail is confirmed. */
export const Offer = z.object({
  state: z.enum(['open', 'unconfirmed', 'used', 'off']),
  percent: z.int().meta({ description: 'Percent off the first order; 0 when there is no offer' }),
});
export type Offer = z.infer<typeof Offer>;
