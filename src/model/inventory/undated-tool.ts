import { z } from 'zod';
import { ToolId } from '#model/kernel/ids.ts';

/** A tool with sold pieces that wait while no delivery is expected. */
export const UndatedTool = z.object({
  _id: ToolId,
  name: z.string(),
  pieces: z.int().meta({ description: 'How many of them wait' }),
  restock_at: z.iso.date().nullable().meta({ description: 'The day of the delivery, which is over; null for none' }),
});
export type UndatedTool = z.infer<typeof UndatedTool>;
