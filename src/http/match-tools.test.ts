import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';

const shop = await ownShop();
await shop.tool({ name: 'Claw Hammer 16 oz', sku: 'HT-HAM-016' });

const match = (body: unknown) => shop.call('matchTools', { body });
const line = { words: 'claw hammer', numbers: [] };

test('anybody learns which tool is meant, as lists show it', async () => {
  const answer = await match({
    lines: [{ words: '', numbers: ['ht-ham-016'] }, line, { words: 'zeppelin', numbers: [] }],
  });
  expect(answer.status).toBe(200);
  expect(calls.matchTools.response.parse(answer.body)).toEqual(answer.body);
  const [listed] = (await shop.call('listTools', {})).body as unknown[];
  const found = { kind: 'found', tool: listed };
  expect(answer.body).toEqual({ lines: [found, found, { kind: 'unknown' }] });
});

test('500 lines are answered', async () => {
  const { body } = await match({ lines: Array.from({ length: 500 }, () => line) });
  expect((body as { lines: unknown[] }).lines).toHaveLength(500);
});

test.each([
  ['no lines', { lines: [] }, 'Send at least one line.'],
  ['501 lines', { lines: Array.from({ length: 501 }, () => line) }, 'Send at most 500 lines at once.'],
  ['no list', { lines: 'hammer' }, 'Send the lines as a list.'],
  ['a line too long', { lines: [{ ...line, words: 'a'.repeat(201) }] }, 'A line may have 200 characters at most.'],
  ['signs that show nothing', { lines: [{ ...line, words: 'claw\u0000' }] }, 'A line must be plain text.'],
  ['half a letter', { lines: [{ ...line, words: 'claw \ud800' }] }, ''],
  ['a number with signs', { lines: [{ ...line, numbers: ["HT'--"] }] }, 'An item number has 3 to 32 of A to Z'],
  ['nine numbers', { lines: [{ ...line, numbers: Array(9).fill('ABC') }] }, 'A line may have 8 item numbers at most.'],
  ['what is no part of a line', { lines: [{ ...line, price: 1 }] }, ''],
])('%s are refused, and it is said why', async (_, body, message) => {
  const answer = await match(body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(message);
});
