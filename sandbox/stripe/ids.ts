import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const newId = (prefix: 'pi' | 'pm' | 'ch' | 're' | 'dp' | 'evt' | 'req') => `${prefix}_${randomText(24)}`;
