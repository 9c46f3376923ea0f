import { z } from 'zod';
import { Role } from './role.ts';

/** Somebody with an account, as admins see them. */
export const User = z.object({
  name: z.string(),
  email: z.string(),
  role: Role,
  photo: z.string().nullable().meta({ description: 'Address of a picture of this shop' }),
});
export type User = z.infer<typeof User>;

/** New admins that one admin may make within an hour: enough for people, too few for a stolen session. */
export const NEW_ADMINS_PER_HOUR = 10;
