import { z } from 'zod';

const NO_PHONE =
  'Type a phone number of digits, such as 5550142200; an extension goes behind it, such as +1 555 010 0199 ext. 12.';
const REQUIRED = 'Phone is required. Type the number under which we can reach you.';

/** Three digits at least, and an optional extension: "ext. 12", "x12" or, on a keypad, "#12". */
const PHONE = /^(?=\+?(?:[ ()./-]*[0-9]){3})\+?[0-9(][0-9 ()./-]{2,31}(?: ?(?:ext\.?|x|#) ?[0-9]{1,6})?$/i;

export const Phone = z
  .string({ error: REQUIRED })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(PHONE, { error: NO_PHONE, abort: true })
  .max(40, { error: 'Phone may have 40 characters at most.' });

export const PhoneInput = z.union([Phone, z.int().nonnegative().transform(String).pipe(Phone)], {
  error: ({ input }) => (isEmpty(input) ? REQUIRED : NO_PHONE),
});

const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

export const readablePhone = (phone: string): string =>
  phone.replace(/^(\d{3})(\d{3})(\d{4})(?=$| ?[ex#])/i, '$1 $2 $3');
