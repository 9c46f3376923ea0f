import { z } from 'zod';

/** A tool of the starting catalogue, as `content/catalogue/tools.json` writes it. `price` is whole dollars. */
export const StartingTool = z.strictObject({
  name: z.string().min(1).max(200),
  description: z.string().min(1).max(5000),
  category: z.string().min(1),
  sku: z.string().min(1),
  price: z.int().min(1).max(1_000_000),
  minQuantity: z.int().min(1),
  available: z.int().min(0),
  picture: z.string().regex(/^[a-z0-9-]+\.(webp|png|jpg)$/, 'must be the name of a file in content/catalogue/pictures'),
});
export type StartingTool = z.infer<typeof StartingTool>;
