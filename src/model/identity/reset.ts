import { z } from 'zod';
import { Email } from '../kernel/email.ts';
import { PASSWORD_MAX, Password } from './credentials.ts';

/** How long a reset link is good for: as long as no new one may be had, so that there is always one. */
export const RESET_MINUTES = 60;

/** Mails with a reset link that one account, and that one network address, may ask for within an hour. */
export const RESETS_AN_HOUR = { account: 3, client: 10 } as const;

export const RequestReset = z.strictObject({ email: Email });

export const NewPassword = z.strictObject({ password: Password });

/** The one before is only compared: whatever it is, it gets the answer of a wrong one. */
export const ChangePassword = NewPassword.extend({
  current: z
    .string({ error: 'Password must be Required' })
    .min(1, { error: 'Password must be Required' })
    .max(PASSWORD_MAX, { error: `Password must be ${PASSWORD_MAX} Character or shorter` }),
});

/** Whatever is no token that the shop has made is answered like one that was used. */
export const ResetPassword = NewPassword.extend({ token: z.string().max(200) });
