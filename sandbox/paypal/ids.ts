import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** As PayPal's: of orders, captures and refunds alike. */
export const newId = (): string => Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
