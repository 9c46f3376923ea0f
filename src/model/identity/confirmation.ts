import { z } from 'zod';

/**
 * What the shop does with addresses that nobody has confirmed: `off` asks for nothing, `asked` sends a mail with every
 * sign-up, `required` opens the account by the link of that mail and by nothing else.
 */
export type Confirmation = 'off' | 'asked' | 'required';

/** How long a link that confirms an address is good for. */
export const CONFIRMATION_HOURS = 24;

/** Mails with such a link that one address gets within an hour. */
export const CONFIRMATIONS_PER_HOUR = 3;

/** Whatever is no token that the shop has made is answered like one that was used. */
export const ConfirmEmail = z.strictObject({ token: z.string().max(200) });
