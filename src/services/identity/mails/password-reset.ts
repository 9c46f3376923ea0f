import { RESET_MINUTES } from '#model/identity/reset.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** The mail with the link for a new password. It does not greet by name: a stranger may have chosen it. */
export const passwordReset = (link: string, shop: Letterhead): Letter => ({
  subject: `Reset your ${shop.name} password`,
  preview: `The link is good for ${RESET_MINUTES} minutes and works once.`,
  title: 'Choose a new password',
  paragraphs: [
    `Somebody asked to reset the password of your ${shop.name} account. If it was you, choose a new one here.`,
  ],
  action: { label: 'Reset Password', url: link },
  notes: [
    `The link is good for ${RESET_MINUTES} minutes and works once. A new password ends every session of your account.`,
    'If it was not you, leave this mail alone: your password stays as it is.',
  ],
});
