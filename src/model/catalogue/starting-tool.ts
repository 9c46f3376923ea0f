import { z } from 'zod';
import { ladderProblems, MAX_STEPS } from './ladder.ts';
import { PriceStep } from './tool.ts';

/** A tool of the starting catalogue, as `content/catalogue/tools.json` writes it. `price` is whole dollars. */
export const StartingTool = z
  .strictObject({
    name: z.string().min(1).max(200),
    description: z.string().min(1).max(5000),
    category: z.string().min(1),
    sku: z.string().min(1),
    price: z.int().min(1).max(1_000_000),
    minQuantity: z.int().min(1),
    available: z.int().min(0),
    pack: z.int().min(1).default(1),
    steps: z.array(PriceStep).max(MAX_STEPS).default([]),
    picture: z
      .string()
      .regex(/^[a-z0-9-]+\.(webp|png|jpg)$/, 'must be the name of a file in content/catalogue/pictures'),
  })
  .superRefine(({ minQuantity, ...tool }, context) => {
    for (const { field, code } of ladderProblems({ ...tool, min_quantity: minQuantity }))
      context.addIssue({ code: 'custom', path: field.split('.'), message: code });
  });
export type StartingTool = z.infer<typeof StartingTool>;
