import { z } from 'zod';
import { REASON_MAX, reasonOr } from '#model/kernel/reason.ts';
import { wholeCharacters } from '#model/kernel/whole-characters.ts';
import { MAX_STOCK } from '../catalogue/new-tool.ts';
import { readWholeNumber } from '../catalogue/whole-number.ts';

const RETURNED = 'Returned by a buyer';
const OTHER = 'Other';

/** Whether a restock is the delivery that was expected. What left once or was found is not: that is still to come. */
export const isDelivery = (reason: string): boolean =>
  ![RETURNED, OTHER].some((other) => reason === other || reason.startsWith(`${other}: `));

/** Of what takes back a change with that reason. */
export const undoReason = (reason: string | null): string =>
  wholeCharacters(`Undo: ${reason ?? ''}`, REASON_MAX).trim();

export const STOCK_REASONS = {
  restock: ['Delivery', RETURNED, OTHER],
  correction: ['Counted', 'Damaged', RETURNED, 'Used in the shop', OTHER],
} as const;

const PIECES = 'Pieces must be a whole number other than 0, up to 10,000,000.';

/** "3,600", "+12" or "-3", also with U+2212 as minus; otherwise NaN. */
export function readSigned(text: string): number {
  const signed = text.trim();
  const number = readWholeNumber(signed.replace(/^[+\-−]/, '')) ?? Number.NaN;
  return /^[-−]/.test(signed) ? -number : number;
}

const COUNTED = 'Counted must be a whole number from 0 to 10,000,000.';

const typedNumber = (error: string, isRight: (number: number) => boolean) =>
  z
    .union([z.number(), z.string()], { error })
    .transform((typed) => (typeof typed === 'string' ? readSigned(typed) : typed))
    .refine((number) => Number.isSafeInteger(number) && Math.abs(number) <= MAX_STOCK && isRight(number), { error });

export const StockChange = z
  .object({
    kind: z.enum(['restock', 'correction'], { error: 'Choose restock or correction.' }),
    pieces: typedNumber(PIECES, (pieces) => pieces !== 0)
      .optional()
      .meta({ description: 'What comes to the stock; below zero only for a correction' }),
    counted: typedNumber(COUNTED, (counted) => counted >= 0)
      .optional()
      .meta({ description: 'Instead of pieces: how many lie on the shelf; the difference is booked as a correction' }),
    reason: reasonOr('Reason is missing. Say where the pieces came from or went.'),
    undoes: z.int().positive().optional().meta({ description: 'The move of the stock that this one takes back' }),
    shown: z
      .object({
        shelf: z.int().nonnegative().meta({ description: 'The pieces on the shelf; asked of a count only' }),
        move: z.int().nonnegative().meta({ description: 'The newest move of the stock; 0 for none' }),
      })
      .optional()
      .meta({ description: 'What was on the screen; where that is no longer so, nothing is booked' }),
  })
  .refine(({ pieces, counted }) => (pieces === undefined) !== (counted === undefined), {
    error: PIECES,
    path: ['pieces'],
  })
  .refine(({ kind, counted }) => kind === 'correction' || counted === undefined, {
    error: 'A count is a correction. Choose Correction.',
    path: ['counted'],
  })
  .refine(({ kind, pieces }) => kind === 'correction' || !((pieces ?? 0) < 0), {
    error: 'A restock adds pieces. Choose Correction to take some out.',
    path: ['pieces'],
  });
export type StockChange = z.infer<typeof StockChange>;

export const StockMove = z.object({
  id: z.int(),
  kind: z.enum(['initial', 'restock', 'correction', 'hold', 'release']),
  pieces: z.int().meta({ description: 'What came to the stock; below zero what left it' }),
  after: z.int().meta({ description: 'The stock after it' }),
  at: z.iso.datetime(),
  reason: z.string().nullable(),
  by: z.string().nullable().meta({ description: 'The name of the admin who did it by hand' }),
  order: z.string().nullable().meta({ description: 'The order that took or gave back the pieces' }),
  undo: z.enum(['open', 'done']).nullable().meta({
    description: 'Whether a change by hand may be undone or was; null for what orders did and for an undo itself',
  }),
});
export type StockMove = z.infer<typeof StockMove>;
