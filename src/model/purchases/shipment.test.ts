import { expect, test } from 'vitest';
import { CARRIER_NAMES, ShipPurchase, trackingLink } from './shipment.ts';

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
