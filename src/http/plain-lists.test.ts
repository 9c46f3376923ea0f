import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';
import { madeOf } from './kept-answers.ts';
import { createPlainLists } from './plain-lists.ts';
import { problem } from './problem.ts';
import { openTurnstile } from './turnstile.ts';

const shop = await ownShop();
const said: Record<string, unknown>[] = [];
const log = pino({ level: 'info', base: null }, { write: (line: string) => void said.push(JSON.parse(line)) });
const context = { ...shop.context, log };
const lists = createPlainLists({ context, publicOrigin: ORIGIN, turnstile: openTurnstile });
for (const price of [3, 5, 9]) await shop.tool({ price });

/** What the app answers, but for the name of the one request. */
async function byTheApp(address: string) {
  const { status, headers, body } = await madeOf(await shop.app.request(`${ORIGIN}${address}`));
  return { status, headers: sorted(headers), body: body.toString() };
}
const sorted = (headers: readonly (readonly [string, string])[]) =>
  headers.filter(([name]) => name !== 'x-request-id').toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('a list for nobody in particular', () => {
  test.each([
    '/tools',
    '/tools?limit=2',
    '/tools?price=4-&sort=price-desc&limit=1',
    '/tools?in_stock=true&min_order=3',
  ])('is what the app answers to %s', async (address) => {
    const made = await lists(address);
    expect(made && { ...made, headers: sorted(made.headers), body: made.body.toString() }).toEqual(
      await byTheApp(address),
    );
    const next = made?.headers.find(([name]) => name === 'link')?.[1].match(/<(.*)>/)?.[1];
    expect(next !== undefined).toBe(address.includes('limit'));
    if (next) expect((await lists(next))?.body.toString()).toBe((await byTheApp(next)).body);
  });

  test.each([
    ...['/tools/', '/tools/1', '/toolsx', '/review', '/tools?q=claw%20hammer', '/tools?q=claw+hammer'],
    ...['/tools?limit=1&limit=2', '/tools?limit=0', '/tools?page=2', '/tools?limit', '/tools?=1', '/tools?limit=1=1'],
    ...['/tools?__proto__=1', '/tools#a', '/tools?q=a\n', '//tools'],
  ])('is left to the app at %s', (address) => {
    expect(lists(address)).toBeUndefined();
  });

  test('is refused as the app refuses: for want of a place, and when the database cannot', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const [full, lost] = [async () => problem('busy'), () => Promise.reject(away)].map((answer) =>
      createPlainLists({ context, publicOrigin: ORIGIN, turnstile: Object.assign(answer, { isFull: () => false }) }),
    );
    for (const [refused, level] of [
      [await full?.('/tools'), 'info'],
      [await lost?.('/tools'), 'warn'],
    ] as const) {
      const { status, headers = [], body = '' } = refused ?? {};
      const id = headers.find(([name]) => name === 'x-request-id')?.[1];
      expect([status, JSON.parse(body.toString()).code]).toEqual([503, 'busy']);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...{ 'retry-after': '2', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      });
      expect(said).toContainEqual(expect.objectContaining({ request: id, route: '/tools', status: 503 }));
      expect(said.some((line) => line.request === id && line.level === pino.levels.values[level])).toBe(true);
    }
  });
});
