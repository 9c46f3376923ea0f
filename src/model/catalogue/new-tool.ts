import { z } from 'zod';
import { isPlainText } from '#model/kernel/plain-text.ts';
import { MAX_CATEGORY } from './category.ts';
import { readWholeNumber } from './whole-number.ts';

/** The most pieces of a tool that the shop counts. */
export const MAX_STOCK = 10_000_000;

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .union([z.number(), z.string()], { error: message })
    .transform((typed) => (typeof typed === 'string' ? (readWholeNumber(typed) ?? Number.NaN) : typed))
    .refine((number) => Number.isSafeInteger(number) && number >= min && number <= max, { error: message });

const line = (text: string) => isPlainText(text) && !/[\n\r\t]/.test(text);
const plain = (what: string) => ({ error: `${what} must be plain text.` });

const NAME_MISSING = 'Name is missing. Type what the tool is called.';
const PICTURE_MISSING = 'Image is missing. Choose a picture of the tool.';

/** POST /addTool, its fields in the order of the form. `price` is whole dollars for one piece. */
export const NewTool = z.object({
  name: z
    .string({ error: NAME_MISSING })
    .trim()
    .min(1, { error: NAME_MISSING })
    .max(200, { error: 'Name may have 200 characters at most.' })
    .refine(line, plain('Name')),
  description: z
    .string({ error: 'Description must be text.' })
    .trim()
    .max(5_000, { error: 'Description may have 5,000 characters at most.' })
    .refine(isPlainText, plain('Description'))
    .default(''),
  category: z
    .string()
    .trim()
    .min(1, { error: 'Category must not be empty.' })
    .max(MAX_CATEGORY, { error: `Category may have ${MAX_CATEGORY} characters at most.` })
    .refine(line, plain('Category'))
    .nullish(),
  sku: z
    .string()
    .trim()
    .regex(/^[\w./-]{1,40}$/, { error: 'Item number may have 40 letters, digits, dots, slashes and hyphens.' })
    .nullish(),
  min_quantity: wholeNumber(1, 1_000_000, 'Minimum quantity must be a whole number from 1 to 1,000,000.'),
  available_quantity: wholeNumber(0, MAX_STOCK, 'Available quantity must be a whole number from 0 to 10,000,000.'),
  price: wholeNumber(1, 1_000_000, 'Price must be whole dollars, from $1 to $1,000,000.'),
  image: z
    .string({ error: PICTURE_MISSING })
    .min(1, { error: PICTURE_MISSING })
    .max(200, { error: 'This is not the address of a picture of this shop.' })
    .meta({ description: 'The url that POST /images answered' }),
});
export type NewTool = z.infer<typeof NewTool>;
