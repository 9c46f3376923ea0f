import { z } from 'zod';
import { ChangePassword } from './reset.ts';

/** `off` asks for nothing, `asked` mails every sign-up, `required` opens an account only by the mailed link. */
export type Confirmation = 'off' | 'asked' | 'required';

export const CONFIRMATION_HOURS = 24;

export const confirmationEnds = (now: Date): Date => new Date(now.getTime() + CONFIRMATION_HOURS * 3_600_000);

export const CONFIRMATIONS_PER_HOUR = 3;

/** The password of the sign-up. It is only compared. */
export const SignUpPassword = z.strictObject({ password: ChangePassword.shape.current });

/** Any text passes: an unknown token gets the same answer as a used one. `password` is for links that open an account. */
export const ConfirmEmail = SignUpPassword.partial().extend({ token: z.string().max(200) });
