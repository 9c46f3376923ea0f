import { z } from 'zod';

export const Role = z.enum(['admin', 'customer']);

export const User = z.object({
  name: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  role: Role,
  photo: z.string().nullable().meta({ description: 'Address of a picture of this shop' }),
});
export type User = z.infer<typeof User>;

/** Per admin: enough for people, too few for a stolen session. */
export const NEW_ADMINS_PER_HOUR = 10;
