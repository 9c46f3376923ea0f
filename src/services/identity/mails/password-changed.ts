import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Tells that the password was changed by a reset link. */
export const passwordChanged = ({ name, origin, contactEmail }: Letterhead): Letter => ({
  subject: `Your ${name} password was changed`,
  preview: 'Every session of your account has ended.',
  title: 'Your password was changed',
  paragraphs: ['The password of your account was changed by a link from a reset mail. Every session has ended.'],
  action: { label: 'Log in', url: `${origin}/login` },
  notes: [
    `If it was not you, somebody can read your mail. Secure your mailbox, reset the password, and write to ${contactEmail}.`,
  ],
});
