import { z } from 'zod';

export const SignedIn = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().nullable(),
});
export type SignedIn = z.infer<typeof SignedIn>;
