import { z } from 'zod';
import { ToolId } from '#model/kernel/ids.ts';

/** A tool of the catalogue as everybody sees it. Prices are whole dollars. */
export const Tool = z.object({
  _id: ToolId,
  name: z.string(),
  image: z.string().meta({ description: 'URL of the picture in its largest size' }),
  description: z.string(),
  min_quantity: z.int(),
  available_quantity: z.int(),
  price: z.int().meta({ description: 'Whole US dollars for one piece' }),
  sku: z.string().nullable(),
  category: z.string().nullable(),
});
export type Tool = z.infer<typeof Tool>;
