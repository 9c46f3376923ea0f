import { z } from 'zod';
import { Email } from '#model/kernel/email.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

export const Password = z
  .string({ error: 'Password must be Required' })
  .min(1, { error: 'Password must be Required', abort: true })
  .min(PASSWORD_MIN, { error: `Password must be ${PASSWORD_MIN} Character or longer` })
  .max(PASSWORD_MAX, { error: `Password must be ${PASSWORD_MAX} Character or shorter` });

/** In code points, as the database counts: a letter with its marks, or an emoji, may be several. */
export const NAME_MAX = 60;
/** What names were allowed earlier; accounts keep them. */
const EARLIER_NAME_MAX = 80;

export const NAME_TOO_LONG = `Name must be ${NAME_MAX} Character or shorter`;

const nameOf = (length: number) =>
  z
    .string({ error: 'Name must be Required' })
    .trim()
    // Marks, spaces and signs without width alone would be a name that nobody can see.
    .refine((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name), { error: 'Name must be Required', abort: true })
    .refine((name) => [...name].length <= length, { error: NAME_TOO_LONG })
    .refine((name) => !/\p{Cc}/u.test(name), { error: 'Name must be plain text' });

/** A name that is given now. */
export const PersonName = nameOf(NAME_MAX);
/** A name that an account may have from earlier, and may send again unchanged. */
export const KnownName = nameOf(EARLIER_NAME_MAX);

export const SignIn = z.strictObject({ email: Email, password: Password });
export const SignUp = z.strictObject({ name: PersonName, email: Email, password: Password });
