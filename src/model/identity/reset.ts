import { z } from 'zod';
import { Email } from '../kernel/email.ts';
import { PASSWORD_MAX, Password } from './credentials.ts';

/** The period of RESETS_AN_HOUR: at that limit, an earlier link is still valid. */
export const RESET_MINUTES = 60;

export const RESETS_AN_HOUR = { account: 3, client: 10 } as const;

export const RequestReset = z.strictObject({ email: Email });

export const NewPassword = z.strictObject({ password: Password });

/** `current` is only compared: any text gets the answer of a wrong password. */
export const ChangePassword = NewPassword.extend({
  current: z
    .string({ error: 'Password must be Required' })
    .min(1, { error: 'Password must be Required' })
    .max(PASSWORD_MAX, { error: `Password must be ${PASSWORD_MAX} Character or shorter` }),
});

/** Any text passes: an unknown token gets the same answer as a used one. */
export const ResetPassword = NewPassword.extend({ token: z.string().max(200) });
