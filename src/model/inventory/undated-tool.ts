import { z } from 'zod';
import { ToolId } from '#model/kernel/ids.ts';

/** A tool with sold pieces that wait while no delivery is expected, or none can be booked. */
export const UndatedTool = z.object({
  _id: ToolId,
  name: z.string(),
  pieces: z.int().meta({ description: 'How many of them wait' }),
  restock_at: z.iso
    .date()
    .nullable()
    .meta({ description: 'The day of the delivery, which is over unless the tool is archived; null for none' }),
  archived: z.boolean().meta({ description: 'Nothing is booked of it until it is restored' }),
});
export type UndatedTool = z.infer<typeof UndatedTool>;
