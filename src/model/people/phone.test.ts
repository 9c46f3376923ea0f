import { expect, test } from 'vitest';
import { Phone, readablePhone } from './phone.ts';

test.each(['5550142200', '+44 113 496 0000', '(555) 014-2200', '01.23.45.67.89', '112'])('%s is a number', (phone) => {
  expect(Phone.parse(` ${phone} `)).toBe(phone);
});

test.each(['', '  ', '12', 'call me', '555-CALL', '٠١٢٣٤', '1'.repeat(40), '5550142200; drop', 5550142200])(
  '%j is none',
  (phone) => {
    expect(Phone.safeParse(phone).success).toBe(false);
  },
);

test('ten bare digits are grouped for reading, everything else is left', () => {
  expect(readablePhone('5550142200')).toBe('555 014 2200');
  expect(readablePhone('+445550142200')).toBe('+445550142200');
  expect(readablePhone('01 23 45 67 89')).toBe('01 23 45 67 89');
});
