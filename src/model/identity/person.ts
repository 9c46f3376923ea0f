import { z } from 'zod';

/** The signed-in person as the browser knows them. Never holds the role: that is asked for, each time. */
export const SignedIn = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().nullable(),
});
export type SignedIn = z.infer<typeof SignedIn>;
