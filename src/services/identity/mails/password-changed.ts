import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Tells that the password was changed: by a reset link, or by somebody who knew the one before. */
export const passwordChanged = ({ name, origin, contactEmail }: Letterhead, by: 'reset' | 'owner'): Letter => ({
  subject: `Your ${name} password was changed`,
  preview: 'Every session of your account from before has ended.',
  title: 'Your password was changed',
  paragraphs: [
    by === 'reset'
      ? 'The password of your account was changed by a link from a reset mail. Every session has ended.'
      : 'The password of your account was changed by somebody who was signed in and knew the one before. Every other session has ended.',
  ],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: [
    by === 'reset'
      ? `If it was not you, somebody can read your mail. Secure your mailbox, reset the password, and write to ${contactEmail}.`
      : `If it was not you, use Forgot password on the login page, and write to ${contactEmail}.`,
  ],
});
