import { z } from 'zod';

export const canonicalEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

// ASCII, one @, dotted domain: refuse here what mail servers would refuse.
const ADDRESS =
  /^[a-z0-9](?:[a-z0-9_'+-]|\.(?=[a-z0-9_'+-])){0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

export const Email = z
  .string({ error: 'Email must be Required' })
  .min(1, { error: 'Email must be Required', abort: true })
  .max(254, { error: 'Email is Invaild', abort: true })
  .transform(canonicalEmail)
  .refine((email) => ADDRESS.test(email), { error: 'Email is Invaild' })
  .brand<'Email'>();
export type Email = z.infer<typeof Email>;
