import { z } from 'zod';

const REQUIRED = 'Phone is required. Type the number under which we can reach you.';

/** A telephone number as its owner writes it: kept as text, because leading zeros and a plus belong to it. */
export const Phone = z
  .string({ error: REQUIRED })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(/^\+?[0-9 ()./-]{3,32}$/, { error: 'Type a phone number of digits, such as 5550142200.' });

/** "555 014 2200" for ten bare digits; a number that its owner has grouped stays as it is. */
export const readablePhone = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3');
