import { expect, test } from 'vitest';
import { Phone, PhoneInput, readablePhone } from './phone.ts';

test.each([
  '5550142200',
  '+44 113 496 0000',
  '(555) 014-2200',
  '01.23.45.67.89',
  '112',
  '+1 555 010 0199 ext. 12',
  '+1 555 010 0199 ext 12',
  '5550100199x12',
  '555 010 0199 x 12',
  '5550100199#12',
  '555 010 0199 EXT. 123456',
])('%s is a number', (phone) => {
  expect(Phone.parse(` ${phone} `)).toBe(phone);
});

test.each([
  '',
  '  ',
  '12',
  '-12',
  '-5550142200',
  '12 x345',
  '((( )))',
  'call me',
  '555-CALL',
  '٠١٢٣٤',
  '1'.repeat(40),
  '5550142200; drop',
  'x12',
  'ext. 12',
  '5550100199 ext.',
  '5550100199 x1234567',
  '5550100199 x12 x13',
  '5550100199 extra 1',
  `${'1'.repeat(32)} ext. 123456`,
])('%j is none', (phone) => {
  expect(Phone.safeParse(phone).success).toBe(false);
  expect(PhoneInput.safeParse(phone).success).toBe(false);
});

test('a call takes a number as well as text, and keeps it as text', () => {
  for (const phone of [112, 5550142200, 441134960000]) expect(PhoneInput.parse(phone)).toBe(String(phone));
  expect(PhoneInput.parse(' +44 113 496 0000 ')).toBe('+44 113 496 0000');
});

const DIGITS =
  'Type a phone number of digits, such as 5550142200; an extension goes behind it, such as +1 555 010 0199 ext. 12.';
const REQUIRED = 'Phone is required. Type the number under which we can reach you.';

test.each([undefined, null, '', '  '])('%j is no phone yet', (phone) => {
  expect(PhoneInput.safeParse(phone).error?.issues.map((issue) => issue.message)).toEqual([REQUIRED]);
});

test.each([12, 0, -5550142200, 555.5, 1e16, 1e300, Number.NaN, 'call me', true, {}, [5550142200]])(
  '%j is refused in words that say what is wrong',
  (phone) => {
    expect(PhoneInput.safeParse(phone).error?.issues.map((issue) => issue.message)).toEqual([DIGITS]);
  },
);

test('ten bare digits are grouped for reading, everything else is left', () => {
  expect(readablePhone('5550142200')).toBe('555 014 2200');
  expect(readablePhone('+445550142200')).toBe('+445550142200');
  expect(readablePhone('01 23 45 67 89')).toBe('01 23 45 67 89');
  expect(readablePhone('5550142200x12')).toBe('555 014 2200x12');
  expect(readablePhone('5550142200 ext. 12')).toBe('555 014 2200 ext. 12');
});
