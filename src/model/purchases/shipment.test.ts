import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARRIER_NAMES, type Carrier, looksLike, ShipPurchase, trackingLink } from './shipment.ts';

test('a parcel of a known carrier can be followed, whatever its number holds', () => {
  for (const carrier of CARRIER_NAMES) {
    const link = trackingLink(carrier, '1Z 99/9&AA');
    if (carrier === 'Other') expect(link).toBeUndefined();
    else expect(link).toMatch(/^https:\/\/[\w.]+\/.*1Z%2099%2F9%26AA$/);
  }
  expect(trackingLink('UPS', null)).toBeUndefined();
  expect(trackingLink(null, '1Z999')).toBeUndefined();
});

test.each([
  [{ lines: [] }, 'Say which pieces leave.'],
  [{ lines: [{ order: '0190a3c4-5b6d-4e7f-8a9b-0c1d2e3f4a5b', pieces: 0 }] }, 'Pieces must be 1 at least.'],
  [{ lines: [{ order: '0190a3c4-5b6d-4e7f-8a9b-0c1d2e3f4a5b', pieces: 1.5 }] }, 'Pieces must be a whole number.'],
  [{ carrier: 'Pigeon' }, 'Choose one of the carriers.'],
  [{ tracking: 'x'.repeat(61) }, 'Tracking number may have 60 characters at most.'],
  [{ tracking: 'a\u0000b' }, 'Tracking number must be plain text.'],
])('%j is refused in words that say what to do', (sent, message) => {
  expect(ShipPurchase.safeParse(sent).error?.issues.map((it) => it.message)).toEqual([message]);
});

test.each<[Carrier, RegExp]>([
  ['UPS', /^1Z[0-9A-Z]{16}$/],
  ['FedEx', /^([0-9]{12}|[0-9]{15}|[0-9]{20}|[0-9]{22})$/],
  ['USPS', /^([0-9]{20,22}|[A-Z]{2}[0-9]{9}[A-Z]{2})$/],
  ['DHL', /^([0-9]{10,11}|JD[0-9]{18})$/],
])('a number of %s is known however it is spaced and written, and one that is cut is not', (carrier, format) => {
  fc.assert(
    fc.property(fc.stringMatching(format), fc.nat(30), (number, at) => {
      const written = `${number.slice(0, at)} ${number.slice(at)}`.toLowerCase();
      expect(looksLike(carrier, written)).toBe(true);
      expect(looksLike(carrier, number.slice(0, 9))).toBe(false);
      expect(looksLike(carrier, `${number}-`)).toBe(false);
    }),
  );
});

test('what the shop does not know of it does not judge', () => {
  expect(looksLike('Other', '1Z999AA10123456784')).toBeUndefined();
  expect(looksLike('DHL', '1Z999AA10123456784')).toBe(false);
});
