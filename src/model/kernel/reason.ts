import { z } from 'zod';
import { isLine } from './plain-text.ts';

/** In code points. */
export const REASON_MAX = 200;

export const reasonOr = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .refine((reason) => [...reason].length <= REASON_MAX, {
      error: `Reason may have ${REASON_MAX} characters at most.`,
    })
    .refine(isLine, { error: 'Reason must be plain text.' });
