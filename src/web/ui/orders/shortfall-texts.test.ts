import { expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import { orderPrice } from '#model/pricing/price.ts';
import {
  eachText,
  mailToShop,
  missingQuestion,
  splitButton,
  splitText,
  tellMe,
  weWillWrite,
} from './shortfall-texts.ts';

const PLANE = {
  ...{
    _id: '00000000-0000-4000-8000-000000000001',
    name: 'Smoothing Bench Plane No. 4, 245 x 50 mm',
    sku: 'HT-PLB-004',
  },
  ...{ image: '', description: '', category: 'Woodworking', min_quantity: 6, available_quantity: 180, pack: 1 },
  price: 34,
  steps: [
    { from: 50, price: 32 },
    { from: 250, price: 29 },
  ],
} as unknown as Tool;
const split = { now: 180, later: 70, date: '2026-12-03' };

test('the plan says what is missing, what all cost, and what a customer who cancels gets', () => {
  expect(missingQuestion(70)).toBe('70 are missing. How shall we do it?');
  expect(missingQuestion(1)).toBe('1 is missing. How shall we do it?');
  expect(splitText(PLANE, 250, split, 0)).toBe(
    'All 250 at $29 each, $7,250. The 70 ship when they are here; cancel them until then and you get $2,030 back.',
  );
  expect(splitText(PLANE, 250, split, 30)).toContain('you get $1,421 back.');
  expect(splitText(PLANE, 181, { ...split, later: 1 }, 0)).toContain(
    'The 1 ships when it is here; cancel it until then and you get $32 back.',
  );
  expect(splitText(PLANE, 250, { ...split, now: 0, later: 250 }, 0)).toContain('They ship when they are here;');
  expect(splitText(PLANE, 1, { ...split, now: 0, later: 1 }, 0)).toContain('. It ships when it is here; cancel it');
  expect(splitButton(250, split)).toBe('Purchase 250, 70 later');
  expect(splitButton(250, { ...split, now: 0, later: 250 })).toBe('Purchase 250, all later');
  expect(eachText(orderPrice(PLANE, 180, 0))).toBe('At $32 each.');
  expect(eachText(orderPrice(PLANE, 240, 0))).toBe('At $32 each, no more than for 250.');
});

test('the mail to the shop says what is needed and where, the address only where there is one', () => {
  const [to, subject, body] = partsOf(mailToShop('sales@example.com', PLANE, 250, ' 48 Foundry Lane\nLeeds & York '));
  expect(to).toBe('mailto:sales@example.com');
  expect(subject).toBe('250 x HT-PLB-004');
  expect(body).toBe(
    'We need 250 x HT-PLB-004 (Smoothing Bench Plane No. 4). 180 are available. Deliver to 48 Foundry Lane\nLeeds & York.',
  );
  expect(partsOf(mailToShop('sales@example.com', PLANE, 250, ' '))[2]).toBe(
    'We need 250 x HT-PLB-004 (Smoothing Bench Plane No. 4). 180 are available.',
  );
});

function partsOf(address: string): (string | null)[] {
  const url = new URL(address);
  return [`${url.protocol}${url.pathname}`, url.searchParams.get('subject'), url.searchParams.get('body')];
}

test('who is told of what', () => {
  expect(tellMe(250)).toBe('Tell me when 250 are here');
  expect(tellMe(1)).toBe('Tell me when 1 is here');
  expect(weWillWrite('dana.ortiz@example.com', 1250)).toBe(
    'We will write to dana.ortiz@example.com when 1,250 are here.',
  );
});
