import { z } from 'zod';
import { Quantity } from './order.ts';

/** Tools that one person may wait to hear of. */
export const MAX_WATCHES = 100;

export const StockWatch = z.object({
  pieces: z.int().nullable().meta({ description: 'Asked for; null when nothing was, or the mail has left' }),
  state: z.enum(['open', 'unconfirmed', 'off']).meta({
    description:
      "Whether the shop may write: 'unconfirmed' before the email is confirmed or an order is paid, 'off' where it sends no mail",
  }),
});
export type StockWatch = z.infer<typeof StockWatch>;

export const WatchStock = z.object({ pieces: Quantity });
