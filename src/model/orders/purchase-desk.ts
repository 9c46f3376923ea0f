import { z } from 'zod';
import { isPlainText } from '#model/kernel/plain-text.ts';

export const AddNote = z.object({
  text: z
    .string({ error: 'Write the note.' })
    .trim()
    .min(1, { error: 'Write the note.' })
    .max(2_000, { error: 'A note may have 2,000 characters at most.' })
    .refine(isPlainText, { error: 'A note must be plain text.' }),
});
export type AddNote = z.infer<typeof AddNote>;

/** What only admins see of a purchase. */
export const PurchaseDesk = z.object({
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), by: z.string(), at: z.iso.datetime() })),
  by: z.record(z.string(), z.string()).meta({
    description: 'Who did it: by the id of a refund, or by `what` and `at` of a change',
  }),
  item_numbers: z.record(z.string(), z.string()).meta({ description: 'As they are today, by the id of the order' }),
  customer: z
    .object({ purchases: z.int(), kept: z.number() })
    .meta({ description: 'All paid purchases of its customer, and the dollars of them that did not go back' }),
});
export type PurchaseDesk = z.infer<typeof PurchaseDesk>;
