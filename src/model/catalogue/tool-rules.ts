import { z } from 'zod';
import { isLine, isPlainText } from '#model/kernel/plain-text.ts';
import { titled } from '#model/kernel/titled.ts';
import { MAX_STEPS, type PriceStep } from './ladder.ts';
import { type FieldRow, type FieldValue, fits, ITEM_NUMBER, isDay } from './tool-field.ts';
import { readWholeNumber } from './whole-number.ts';

export const wholeNumber = (min: number, max: number, message?: string) =>
  z
    .union([z.number(), z.string()], { error: message })
    .transform((typed) => (typeof typed === 'string' ? (readWholeNumber(typed) ?? Number.NaN) : typed))
    .refine((number) => Number.isSafeInteger(number) && number >= min && number <= max, { error: message });

export const numberRule = ({ least = 1, max, refusal }: FieldRow) => wholeNumber(least, max, refusal);

/** Each for itself; `ladderProblems` says whether they fit each other, the minimum and the pack. */
export const Steps = z
  .array(
    z.strictObject({
      from: wholeNumber(1, 1_000_000, 'Quantity must be a whole number from 1 to 1,000,000.'),
      price: wholeNumber(1, 1_000_000, 'Price must be whole dollars, from $1 to $1,000,000.'),
    }) satisfies z.ZodType<PriceStep>,
    { error: 'Steps must be a list.' },
  )
  .max(MAX_STEPS, { error: `A tool may have ${MAX_STEPS} steps at most.` });

/** A line or a longer text; a line must not be empty. */
export function textRule(row: FieldRow) {
  const { kind, max, limit = max, refusal } = row;
  const title = titled(row.words);
  const text = z.string({ error: refusal }).normalize('NFC').trim();
  return (kind === 'line' ? text.min(1, { error: refusal ?? `${title} must not be empty.` }) : text)
    .max(max, { error: `${title} may have ${limit} characters at most.` })
    .refine(kind === 'line' ? isLine : isPlainText, { error: `${title} must be plain text.` });
}

export const pictureRule = ({ max, refusal }: FieldRow) =>
  z
    .string({ error: refusal })
    .min(1, { error: refusal })
    .max(max, { error: 'This is not the address of a picture of this shop.' })
    .meta({ description: 'The url that POST /images answered' });

const WRONG_NUMBER = 'An item number has 3 to 32 of A to Z, 0 to 9 and hyphens.';

/** The mark under which buyers know a tool. Small letters become capitals. */
export const ItemNumber = z
  .string({ error: WRONG_NUMBER })
  .trim()
  .toUpperCase()
  .regex(ITEM_NUMBER, { error: WRONG_NUMBER });

/** An empty text says that a tool has none. */
const TextOrNone = z
  .string()
  .nullable()
  .transform((text) => text?.normalize('NFC').trim() || null);

export const dayRule = ({ refusal }: FieldRow) =>
  TextOrNone.refine((text) => text === null || isDay(text), { error: refusal });

/** The rule of a field of the form, for what is typed there. */
export function editRule(row: FieldRow): z.ZodType<FieldValue> {
  if (row.kind === 'number') return numberRule(row);
  if (row.kind === 'steps') return Steps;
  if (row.kind === 'picture') return pictureRule(row);
  if (row.kind === 'item-number') return TextOrNone.pipe(ItemNumber.nullable());
  if (row.kind === 'day') return dayRule(row);
  if (!row.optional) return textRule(row);
  const error = `${titled(row.words)} may have ${row.max} characters of plain text at most.`;
  return TextOrNone.refine((text) => fits(row, text), { error });
}
