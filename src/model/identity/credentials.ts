import { z } from 'zod';
import { Email } from '#model/kernel/email.ts';
import { isLine, isVisible, turnsDirection } from '#model/kernel/plain-text.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

export const Password = z
  .string({ error: 'Password must be Required' })
  .min(1, { error: 'Password must be Required', abort: true })
  .min(PASSWORD_MIN, { error: `Password must be ${PASSWORD_MIN} Character or longer` })
  .max(PASSWORD_MAX, { error: `Password must be ${PASSWORD_MAX} Character or shorter` });

/** In code points, as the database counts them. */
export const NAME_MAX = 60;
const EARLIER_NAME_MAX = 80;

export const NAME_TOO_LONG = `Name must be ${NAME_MAX} Character or shorter`;

const NOT_PLAIN = 'Name must be plain text';

const nameOf = (length: number) =>
  z
    .string({ error: 'Name must be Required' })
    .trim()
    .refine(isVisible, { error: 'Name must be Required', abort: true })
    .refine((name) => [...name].length <= length, { error: NAME_TOO_LONG })
    .refine(isLine, { error: NOT_PLAIN });

export const PersonName = nameOf(NAME_MAX).refine((name) => !turnsDirection(name), { error: NOT_PLAIN });
/** A name of an existing account may be sent again unchanged. */
export const KnownName = nameOf(EARLIER_NAME_MAX);

export const SignIn = z.strictObject({ email: Email, password: Password });
export const SignUp = z.strictObject({ name: PersonName, email: Email, password: Password });
