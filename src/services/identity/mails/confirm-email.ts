import { CONFIRMATION_HOURS } from '#model/identity/confirmation.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** The mail with the link that confirms an address. It does not greet by name: a stranger may have chosen it. */
export const confirmYourEmail = (link: string, shop: Letterhead, opens: boolean): Letter => ({
  subject: `Confirm your email for ${shop.name}`,
  preview: `The link is good for ${CONFIRMATION_HOURS} hours and works once.`,
  title: 'Confirm your email',
  paragraphs: [
    opens
      ? `Somebody signed up to ${shop.name} with this address. If it was you, confirm it, and your account is open.`
      : `Somebody has an account at ${shop.name} with this address. If it is you, confirm that the address is yours.`,
  ],
  action: { label: 'Confirm email', url: link },
  notes: [
    `The link is good for ${CONFIRMATION_HOURS} hours and works once.`,
    opens
      ? 'If it was not you, leave this mail alone: no account is opened.'
      : 'If it is not you, leave this mail alone, or use Forgot password on the login page to take the account over.',
  ],
});
