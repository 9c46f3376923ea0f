import { many } from './format.ts';

const HOUR = 3_600;

export const minutes = (seconds: number): string => many(Math.ceil(seconds / 60), 'minute');

const TOO_MANY = {
  accounts: 'Too many accounts were opened from your network.',
  resets: 'Too many reset mails were asked for from your network.',
  confirmations: 'Several mails were sent to you already, and their links are still good.',
  links: 'Links were opened too often from your network.',
  payments: 'Paying by this link was tried too often.',
  papers: 'You had very many PDFs made within an hour.',
  renewals: 'New links were made very often within an hour.',
  promises: 'You held prices as often within a day as one account may.',
  profiles: 'Your profile was changed very often within an hour.',
  addresses: 'You changed where orders go very often within an hour.',
};

type TooMany =
  | { of: keyof typeof TOO_MANY | 'passwords'; seconds: number }
  | { of: 'admins'; made: number; seconds: number };

/** Of what was done too often, with the seconds to wait. */
export function tooManyText(tries: TooMany): string {
  const { of, seconds } = tries;
  if (of === 'passwords') {
    const wait = seconds < 120 ? many(seconds, 'second') : minutes(seconds);
    return `Too many failed tries. Wait ${wait} and try again.`;
  }
  if (of === 'admins') return `You made ${tries.made} admins within an hour. Wait ${minutes(seconds)} and try again.`;
  const wait = seconds > 2 * HOUR ? many(Math.ceil(seconds / HOUR), 'hour') : minutes(seconds);
  return `${TOO_MANY[of]} Try again in ${wait}.`;
}
