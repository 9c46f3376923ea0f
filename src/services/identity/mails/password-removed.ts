import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Tells that the password is gone since Google confirmed an address which nobody had confirmed before. */
export const passwordRemoved = ({ name, origin, contactEmail }: Letterhead): Letter => ({
  subject: `Your ${name} account now opens with Google`,
  preview: 'Its earlier password was removed, and its earlier sessions have ended.',
  title: 'Your account now opens with Google',
  paragraphs: [
    'Somebody signed in with the Google account of this address. Nobody had confirmed the address before, so the password that was set for the account was removed, and its earlier sessions have ended.',
    'To have a password as well, use Forgot password on the login page.',
  ],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: [`If it was not you, somebody else uses your Google account. Secure it, and write to ${contactEmail}.`],
});
