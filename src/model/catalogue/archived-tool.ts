import { z } from 'zod';
import { Tool } from './tool.ts';

/** A deleted tool, which can be restored. */
export const ArchivedTool = Tool.extend({
  archived_at: z.iso.datetime(),
  archived_by: z.string().nullable().meta({ description: 'The name of the admin who deleted it, where that is known' }),
});
export type ArchivedTool = z.infer<typeof ArchivedTool>;

/** Where a page of deleted tools begins, as the one before says by its `next`: behind this microsecond and tool. */
export const ArchivedPlace = z
  .string()
  .regex(/^[1-9]\d{0,15}-[1-9]\d{0,14}$/, { error: 'Send the `next` of an earlier answer.' })
  .transform((place) => {
    const [at = '', seq = ''] = place.split('-');
    return { at, seq };
  });
export type ArchivedPlace = z.infer<typeof ArchivedPlace>;
