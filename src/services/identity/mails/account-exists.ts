import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Tells the owner of an account that somebody signed up with its address; the page tells nobody. */
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
