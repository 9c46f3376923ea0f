import { z } from 'zod';
import { isLine } from './plain-text.ts';

export const reasonOr = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(200, { error: 'Reason may have 200 characters at most.' })
    .refine(isLine, { error: 'Reason must be plain text.' });
