import { PASSWORD_MIN } from './credentials.ts';

export interface PasswordRules {
  readonly shortest: number;
  readonly refuseEasy: boolean;
}

/** Words that an attacker of this shop would try first. */
export const TRADE = [
  'toolyard',
  'tools',
  'tool',
  'shop',
  'hammer',
  'wrench',
  'customer',
  'admin',
  'password',
  'welcome',
  'login',
];

/** True if fewer than PASSWORD_MIN characters remain without the known words. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = [...words, ...TRADE].flatMap(parts).sort((one, other) => other.length - one.length);
  let rest = password.toLowerCase();
  for (const word of known) rest = rest.replaceAll(word, '');
  return rest.length < PASSWORD_MIN && rest.length < password.length;
}

const parts = (text: string): string[] =>
  [text.toLowerCase(), ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 3);
