import { z } from 'zod';
import { isPlainText } from './plain-text.ts';

export const reasonOr = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(200, { error: 'Reason may have 200 characters at most.' })
    .refine((reason) => isPlainText(reason) && !/[\n\r\t]/.test(reason), { error: 'Reason must be plain text.' });
