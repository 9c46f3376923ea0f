import { z } from 'zod';
import { isPlainText } from './plain-text.ts';

/** Why somebody did something by hand: one line that stays in the audit. @param missing what is said without one */
export const reasonOr = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(200, { error: 'Reason may have 200 characters at most.' })
    .refine((reason) => isPlainText(reason) && !/[\n\r\t]/.test(reason), { error: 'Reason must be plain text.' });
