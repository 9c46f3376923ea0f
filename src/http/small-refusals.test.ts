import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';
import { problem } from './problem.ts';
import { MAX_ERRORS, parseParts } from './serve-calls.ts';

const shop = await ownShop();

const MAX_REFUSAL = 16 * 1024;
const [BODY, QUERY] = [64 * 1024, 16 * 1024];

/** As many parts as there is room for, with some to spare for what is around them. */
function filled(size: number, between: string, part: (n: number) => string): string {
  const parts: string[] = [];
  for (let left = size - 50, n = 0; ; n += 1) {
    const next = part(n);
    left -= Buffer.byteLength(next) + 1;
    if (left < 0) return parts.join(between);
    parts.push(next);
  }
}
const inBody = (part: (n: number) => string) => filled(BODY, ',', part);
const inQuery = (part: (n: number) => string) => filled(QUERY, '&', part);

const OF_LISTS = ['lines', 'steps', 'was'].flatMap((name) => [
  [`numbers as ${name}`, `{"${name}":[${inBody(() => '0')}]}`],
  [`empty ${name}`, `{"${name}":[${inBody(() => '{}')}]}`],
  [`${name} of unknown keys`, `{"${name}":[${inBody((n) => `{"unknown-${n}":0}`)}]}`],
  [`${name} with many keys in one`, `{"${name}":[{${inBody((n) => `"${n}":0`)}}]}`],
  [`keys of ${name}`, `{"${name}":{${inBody((n) => `"${n}":0`)}}}`],
]);

const BODIES: [shape: string, text: string][] = [
  ['many unknown keys', `{${inBody((n) => `"${n.toString(36)}":0`)}}`],
  ['one long key', `{"${'k'.repeat(BODY - 10)}":0}`],
  ['long keys of wide letters', `{${inBody((n) => `"${n}${'锤'.repeat(100)}":0`)}}`],
  ['long keys of astral letters', `{${inBody((n) => `"${n}${'𝔸'.repeat(100)}":0`)}}`],
  ['keys of control characters', `{${inBody((n) => `"${n}${'\\u0001'.repeat(100)}":0`)}}`],
  ['keys of quotation marks', `{${inBody((n) => `"${n}${'\\"'.repeat(100)}":0`)}}`],
  ['a list of numbers', `[${inBody(() => '0')}]`],
  ['a long text', `"${'t'.repeat(BODY - 2)}"`],
  ...(OF_LISTS as [string, string][]),
];

const QUERIES: [shape: string, text: string][] = [
  ['many parameters', inQuery((n) => `a${n.toString(36)}`)],
  ['one long parameter', 'k'.repeat(QUERY)],
  ['long parameters', inQuery((n) => `${n}${'k'.repeat(400)}=1`)],
  ['long parameters of wide letters', inQuery((n) => `${n}${'%E9%94%A4'.repeat(60)}`)],
  ['long parameters of control characters', inQuery((n) => `${n}${'%01'.repeat(60)}`)],
  ['a long value', `sort=${'v'.repeat(QUERY - 5)}`],
];

async function expectFewWords(answer: Response, of: string) {
  const text = await answer.text();
  expect(answer.status, of).toBe(400);
  expect(Buffer.byteLength(text), of).toBeLessThan(MAX_REFUSAL);
  expect(JSON.parse(text).errors?.length ?? 0, of).toBeLessThanOrEqual(MAX_ERRORS);
}

/** Judges this part alone. */
async function refuse(part: 'query' | 'body', given: unknown) {
  for (const call of Object.values(calls) as Call[]) {
    if (!call[part]) continue;
    const alone = { name: call.name, [part]: call[part] } as unknown as Call;
    const parsed = parseParts(alone, { [part]: () => given });
    if (!parsed.ok) await expectFewWords(problem(parsed.failure.code, parsed.failure), call.name);
  }
}

test.each(BODIES)('a body that is %s is refused in few words', async (_, text) => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY);
  await refuse('body', JSON.parse(text));
  for (const path of ['/tools/match', '/auth/sign-in', '/auth/sign-up', '/auth/request-reset']) {
    const headers = { 'content-type': 'application/json', origin: ORIGIN };
    await expectFewWords(await shop.app.request(`${ORIGIN}${path}`, { method: 'POST', body: text, headers }), path);
  }
});

test.each(QUERIES)('a query that is %s is refused in few words', async (_, text) => {
  expect(text.length).toBeLessThanOrEqual(QUERY);
  await refuse('query', Object.fromEntries(new URLSearchParams(text)));
  await expectFewWords(await shop.app.request(`${ORIGIN}/tools?${text}`), '/tools');
});

test('an unknown key is named alone, and cut where it is long', () => {
  const parsed = parseParts(calls.listTools, { query: () => ({ page: '2', ['k'.repeat(5_000)]: '' }) });
  expect(parsed).toMatchObject({
    failure: {
      errors: [
        { field: 'page', message: 'There is no parameter page. The parameters of this call are listed at /docs.' },
        { field: `${'k'.repeat(60)}…`, message: expect.stringMatching(/^There is no parameter k{60}…\. /) },
      ],
    },
  });
});
