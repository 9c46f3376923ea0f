import { PASSWORD_MIN } from './credentials.ts';

/** What a shop asks of new passwords beyond `Password`. */
export interface PasswordRules {
  /** Characters at least. */
  readonly shortest: number;
  /** Whether those are refused that others guess first. */
  readonly refuseEasy: boolean;
}

/** Words of this shop and its trade: a password that is little else is guessed first. */
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

/**
 * Whether a password is little else than words that everybody knows who knows the shop or the person: without them it
 * would be too short to be one.
 */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = [...words, ...TRADE].flatMap(parts).sort((one, other) => other.length - one.length);
  let rest = password.toLowerCase();
  for (const word of known) rest = rest.replaceAll(word, '');
  return rest.length < PASSWORD_MIN && rest.length < password.length;
}

/** A name or address as it is, and each of its parts that is long enough to be a word. */
const parts = (text: string): string[] =>
  [text.toLowerCase(), ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 3);
