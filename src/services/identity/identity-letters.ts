import { CONFIRMATION_HOURS } from '#model/identity/confirmation.ts';
import { RESET_MINUTES } from '#model/identity/reset.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Does not greet by name: a stranger may have chosen it. */
export const confirmYourEmail = (link: string, shop: Letterhead, opens: boolean): Letter => ({
  subject: `Confirm your email for ${shop.name}`,
  preview: `The link is good for ${CONFIRMATION_HOURS} hours and works once.`,
  title: 'Confirm your email',
  paragraphs: [
    opens
      ? `Somebody signed up to ${shop.name} with this address. If it was you, confirm it with the password that you chose, and your account is open.`
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

/** To the owner of an account whose address was used to sign up again; the page does not say so. */
export const accountExists = ({ name, origin }: Letterhead): Letter => ({
  subject: `You already have an account at ${name}`,
  preview: 'Somebody signed up with your address. Nothing was changed.',
  title: 'You already have an account',
  paragraphs: [
    `Somebody signed up to ${name} with this address, which has an account already. Nothing was changed. If it was you, log in; Forgot password on the login page gives you a new password.`,
  ],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: ['If it was not you, leave this mail alone.'],
});

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

export const demoPassword = ({ name, origin }: Letterhead): Letter => ({
  subject: `A ${name} demo account keeps its password`,
  preview: 'Use its button on the login page, or sign up to try a reset.',
  title: 'This demo account keeps its password',
  paragraphs: [
    'Everybody uses the demonstration accounts, so their passwords stay as they are. The buttons on the login page open them.',
    'To try a reset, sign up with an account of your own.',
  ],
  action: { label: 'Log in', url: `${origin}/login` },
});

export const passwordChanged = ({ name, origin, contactEmail }: Letterhead, by: 'reset' | 'owner'): Letter => ({
  subject: `Your ${name} password was changed`,
  preview: 'Every session of your account from before has ended.',
  title: 'Your password was changed',
  paragraphs: [
    by === 'reset'
      ? 'The password of your account was changed by a link from a reset mail. Every session has ended, and if a Google account opened it, it does so no longer.'
      : 'The password of your account was changed by somebody who was signed in and knew the one before. Every other session has ended.',
  ],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: [
    by === 'reset'
      ? `If it was not you, somebody can read your mail. Secure your mailbox, reset the password, and write to ${contactEmail}.`
      : `If it was not you, use Forgot password on the login page, and write to ${contactEmail}.`,
  ],
});

export const googleLinked = ({ name, origin, contactEmail }: Letterhead): Letter => ({
  subject: `A Google account now opens your ${name} account`,
  preview: 'If you have a password, it stays as it is.',
  title: 'A Google account now opens your account',
  paragraphs: [
    'Somebody signed in with the Google account of this address. From now on it opens your account, beside your password if you have one.',
  ],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: [`If it was not you, somebody else uses your Google account. Secure it, and write to ${contactEmail}.`],
});

export const passwordRemoved = ({ name, origin, contactEmail }: Letterhead): Letter => ({
  subject: `Your ${name} account now opens with Google`,
  preview: 'Its earlier password was removed, and its earlier sessions have ended.',
  title: 'Your account now opens with Google',
  paragraphs: [
    'Somebody signed in with the Google account of this address. Nobody had confirmed the address before, so the password that was set for the account was removed, and its earlier sessions have ended.',
    'To have a password as well, use Forgot password on the login page. That disconnects Google until you log in with it again.',
  ],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: [`If it was not you, somebody else uses your Google account. Secure it, and write to ${contactEmail}.`],
});
