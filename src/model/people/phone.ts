import { z } from 'zod';

const REQUIRED = 'Phone is required. Type the number under which we can reach you.';

/** A telephone number as its owner writes it: kept as text, because leading zeros and a plus belong to it. */
export const Phone = z
  .string({ error: REQUIRED })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .regex(/^\+?[0-9 ()./-]{3,32}$/, { error: 'Type a phone number of digits, such as 5550142200.' });
