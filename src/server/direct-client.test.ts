import { afterEach, expect, test, vi } from 'vitest';
import { handlers } from '#http/app.ts';
import { ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';
import { createClient } from '../web/api/client.ts';
import { createDirectClient } from './direct-client.ts';

const shop = await ownShop();
const tools = await Promise.all(
  ['Claw hammer', 'Mallet', 'Vise'].map((name) => shop.tool({ name, category: 'Bench' })),
);
const direct = createDirectClient(shop.context, handlers);
const overHttp = createClient({ origin: ORIGIN, fetch: async (url, init) => shop.app.request(url, init) });
const [first] = tools;
const id = first?.id ?? '';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['listTools', {}],
  ['listTools', { query: { limit: '2', sort: 'newest', q: undefined } }],
  ['listTools', { query: { limit: '0' } }],
  ['listTools', { query: { after: 'nowhere' } }],
  ['getTool', { params: { id } }],
  ['getTool', { params: { id: '0123456789abcdef01234567' } }],
  ['getTool', { params: { id: 'no id' } }],
  ['getAlternatives', { params: { id } }],
  ['listCategories', {}],
  ['listReviews', { query: { limit: '3' } }],
] as const)('%s with %j answers a page as it answers HTTP', async (name, input) => {
  const [answer, same] = [await direct.call(name, input as never), await overHttp.call(name, input as never)];
  expect(JSON.parse(JSON.stringify(answer))).toEqual(
    answer.ok
      ? JSON.parse(JSON.stringify(same))
      : { ok: false, failure: expect.objectContaining(same.ok ? {} : same.failure) },
  );
});

test('a list goes on where the page before ended', async () => {
  const begin = await direct.call('listTools', { query: { limit: '2' } });
  if (!begin.ok) throw new Error(begin.failure.code);
  expect([begin.value.length, begin.list.total]).toEqual([2, 3]);
  const rest = await direct.call('listTools', { query: { limit: '2', after: begin.list.next } });
  if (!rest.ok) throw new Error(rest.failure.code);
  const found = [...begin.value, ...rest.value].map(({ _id }) => _id);
  expect(found.toSorted()).toEqual(tools.map((it) => it.id).toSorted());
  expect(rest.list).toEqual({ total: 3, next: undefined });
});

/** The shop whose reads of one tool end with these errors, one after the other, before they succeed. */
function failing(errors: object[]) {
  vi.useFakeTimers();
  let asked = 0;
  const getTool: typeof handlers.getTool = (call) => {
    asked += 1;
    const error = errors.shift();
    return error ? Promise.reject(Object.assign(new Error('of a test'), error)) : handlers.getTool(call);
  };
  const client = createDirectClient(shop.context, { ...handlers, getTool });
  return { answer: client.call('getTool', { params: { id } }), asked: () => asked };
}

test('a database that is away for a moment is asked again, as a browser would', async () => {
  const { answer, asked } = failing([{ code: 'DATABASE_AWAY' }, { code: '57P01' }]);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(4_200);
  vi.useRealTimers();
  expect(await answer).toMatchObject({ ok: true, value: { _id: id } });
  expect(asked()).toBe(3);
});

test('what stays away is said to be busy; what was thrown otherwise failed at once, and the log has both', async () => {
  const away = failing(Array.from({ length: 4 }, () => ({ code: 'DATABASE_AWAY' })));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await away.answer).toMatchObject({ ok: false, failure: { status: 503, code: 'busy' } });
  expect(away.asked()).toBe(3);
  const broken = failing([{}]);
  expect(await broken.answer).toMatchObject({ ok: false, failure: { status: 500, code: 'internal' } });
  const lines = shop.troubles.map((line) => JSON.parse(line) as { level: number; call: string });
  expect(lines.map(({ level, call }) => [level, call])).toEqual([
    ...Array.from({ length: 5 }, () => [40, 'getTool']),
    [50, 'getTool'],
  ]);
});
