import { z } from 'zod';
import { reasonOr } from '#model/kernel/reason.ts';
import { MOST_STOCK } from './new-tool.ts';
import { readWholeNumber } from './whole-number.ts';

const PIECES = 'Pieces must be a whole number other than 0, up to 10,000,000.';

/** "3,600", "+12" or "-3", also with a true minus sign. */
function readSigned(text: string): number {
  const signed = text.trim();
  const number = readWholeNumber(signed.replace(/^[+\-−]/, '')) ?? Number.NaN;
  return /^[-−]/.test(signed) ? -number : number;
}

/** POST /tools/{id}/stock. `pieces` is what comes to the stock; below zero only for a correction. */
export const StockChange = z
  .object({
    kind: z.enum(['restock', 'correction'], { error: 'Choose restock or correction.' }),
    pieces: z
      .union([z.number(), z.string()], { error: PIECES })
      .transform((typed) => (typeof typed === 'string' ? readSigned(typed) : typed))
      .refine((pieces) => Number.isSafeInteger(pieces) && pieces !== 0 && Math.abs(pieces) <= MOST_STOCK, {
        error: PIECES,
      }),
    reason: reasonOr('Reason is missing. Say where the pieces came from or went.'),
  })
  .refine(({ kind, pieces }) => kind === 'correction' || !(pieces < 0), {
    error: 'A restock adds pieces. Choose Correction to take some out.',
    path: ['pieces'],
  });
export type StockChange = z.infer<typeof StockChange>;

/** One step on the way to a tool's stock. */
export const StockMove = z.object({
  kind: z.enum(['initial', 'restock', 'correction', 'hold', 'release']),
  pieces: z.int().meta({ description: 'What came to the stock; below zero what left it' }),
  after: z.int().meta({ description: 'The stock after it' }),
  at: z.iso.datetime(),
  reason: z.string().nullable(),
  by: z.string().nullable().meta({ description: 'The name of the admin who did it by hand' }),
  order: z.string().nullable().meta({ description: 'The order that took or gave back the pieces' }),
});
export type StockMove = z.infer<typeof StockMove>;
