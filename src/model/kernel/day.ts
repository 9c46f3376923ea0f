import { z } from 'zod';

/** A day that is sent, as 2026-12-03. The database knows no year 0. */
export const Day = z.iso
  .date({ error: 'Send a day, as 2026-12-03.' })
  .refine((day) => day >= '0001-01-01', { error: 'Send a day, as 2026-12-03.' });
