import { z } from 'zod';
import { ToolId } from '#model/kernel/ids.ts';
import type { PriceStep as Step } from './ladder.ts';

export const PriceStep = z.object({
  from: z.int(),
  price: z.int().meta({ description: 'Whole US dollars for one piece' }),
}) satisfies z.ZodType<Step>;

/** A tool of the catalogue as everybody sees it. Prices are whole dollars. */
export const Tool = z.object({
  _id: ToolId,
  name: z.string(),
  image: z.string().meta({ description: 'URL of the picture in its largest size' }),
  description: z.string(),
  min_quantity: z.int(),
  available_quantity: z.int(),
  price: z.int().meta({ description: 'Whole US dollars for one piece, from the minimum on' }),
  sku: z.string().nullable(),
  category: z.string().nullable(),
  pack: z.int().meta({ description: 'Pieces in a pack; only whole packs can be ordered. 1 if pieces are sold singly' }),
  steps: z.array(PriceStep).meta({
    description:
      'Lower prices of larger orders: from so many pieces on, each costs `price`. `from` rises, `price` falls',
  }),
});
export type Tool = z.infer<typeof Tool>;
