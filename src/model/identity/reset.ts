import { z } from 'zod';
import { Email, Password } from './credentials.ts';

/** How long a reset link is good for. */
export const RESET_MINUTES = 30;

/** Mails with a reset link that one account, and that one network address, may ask for within an hour. */
export const RESETS_AN_HOUR = { account: 3, client: 10 } as const;

export const RequestReset = z.strictObject({ email: Email });

export const NewPassword = z.strictObject({ password: Password });

/** Whatever is no token that the shop has made is answered like one that was used. */
export const ResetPassword = NewPassword.extend({ token: z.string().max(200) });
