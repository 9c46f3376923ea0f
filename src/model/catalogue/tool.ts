import { z } from 'zod';
import { ToolId } from '#model/kernel/ids.ts';
import type { PriceStep as Step } from './ladder.ts';

export const PriceStep = z.object({
  from: z.int(),
  price: z.int().meta({ description: 'Whole US dollars for one piece' }),
}) satisfies z.ZodType<Step>;

/** The next delivery of a tool, and how many pieces of it may still be sold ahead. */
const Restock = z.object({ date: z.iso.date(), left: z.int() });

/** A tool of the catalogue as everybody sees it. Prices are whole dollars. */
export const Tool = z.object({
  _id: ToolId,
  name: z.string(),
  image: z.string().meta({ description: 'URL of the picture in its largest size' }),
  description: z.string(),
  min_quantity: z.int(),
  available_quantity: z.int().meta({ description: 'Pieces that may be ordered now: nobody holds or waits for them' }),
  restock: Restock.optional().meta({ description: 'The next delivery, only where its day is known' }),
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

/** As its admins see and change it. */
export const EditableTool = Tool.extend({
  restock_at: z.iso.date().nullable().meta({ description: 'The day of the next delivery' }),
  backorder_limit: z.int().meta({ description: 'Pieces that may be sold ahead of the next delivery' }),
});
export type EditableTool = z.infer<typeof EditableTool>;
