import type { Email } from '#model/kernel/email.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';
import { addressOf } from '../identity/address-of.ts';
import type { Senders } from '../kernel/send-messages.ts';
import { letterSender } from '../mail/letter-sender.ts';

export const peopleMails = {
  'mail.new-admin': letterSender(async ({ db }, { personId, to }, shop) => {
    const [recipient, admin] = [await addressOf(db, to, 'admin'), await addressOf(db, personId, 'admin')];
    if (!recipient || !admin) return undefined;
    return { to: recipient, letter: to === personId ? youAreAdmin(shop) : anotherAdmin(admin, shop) };
  }),
} satisfies Partial<Senders>;

const youAreAdmin = ({ name, origin, contactEmail }: Letterhead): Letter => ({
  subject: `You are now an admin of ${name}`,
  preview: 'You can manage orders, tools and other admins.',
  title: 'You are now an admin',
  paragraphs: [
    `Your ${name} account may now manage orders, tools and other admins. Admins cannot place orders themselves.`,
  ],
  action: { label: 'Open the dashboard', url: `${origin}/dashboard` },
  notes: [`If you did not expect this, write to ${contactEmail}.`],
});

const anotherAdmin = (email: Email, { name, origin, contactEmail }: Letterhead): Letter => ({
  subject: `${name} has a new admin`,
  preview: `${email} may now manage orders, tools and other admins.`,
  title: 'There is a new admin',
  paragraphs: ['An account of the shop may now manage orders, tools and other admins.'],
  facts: [{ name: 'Account', value: email }],
  action: { label: 'See all admins', url: `${origin}/dashboard/makeAdmin` },
  notes: [`If this should not be, write to ${contactEmail}: the owner of the shop can take the rights away.`],
});
