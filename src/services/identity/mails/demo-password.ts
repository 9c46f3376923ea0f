import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Answers who asked for a new password of a demonstration account, which everybody uses. */
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
