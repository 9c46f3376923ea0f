import { expect, test } from 'vitest';
import { type AnswerCacheOptions, createAnswerCache, type MadeAnswer } from './answer-cache.ts';

const made = (text: string, its: Partial<MadeAnswer> = {}): MadeAnswer => ({
  ...{ status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(text) },
  ...its,
});
const NO_STORE = [['cache-control', 'no-store']] as const;

/** A cache whose answers stay fresh, and what is made next. */
function opened(first: () => Promise<MadeAnswer>, options: Partial<AnswerCacheOptions> = {}) {
  let next = first;
  let makings = 0;
  const make = () => {
    makings += 1;
    return next();
  };
  const cache = createAnswerCache({ make, maxBytes: 1_000_000, freshMs: 600_000, ...options });
  const get = async () => {
    const answer = await cache.find('/a');
    const { body } = 'status' in answer ? answer : await answer.form('identity');
    return body.toString();
  };
  const fromNowOn = (work: () => Promise<MadeAnswer>) => {
    next = work;
  };
  return { cache, get, makings: () => makings, fromNowOn };
}

test.each<[string, () => Promise<MadeAnswer>]>([
  ['fails', () => Promise.reject(new Error('away'))],
  ['is refused', async () => made('busy', { status: 503 })],
  ['is a page that could not load its data', async () => made('did not load', { headers: NO_STORE })],
])('a stale answer is given while the new one %s, and not after clear()', async (_, fails) => {
  const { cache, get, fromNowOn } = opened(async () => made('old'));
  expect(await get()).toBe('old');
  cache.invalidate();
  fromNowOn(fails);
  expect(await get()).toBe('old');
  cache.clear();
  expect(await get().catch((error: Error) => error.message)).toMatch(/away|busy|did not load/);
});

test('what is gone is forgotten', async () => {
  const { cache, get, fromNowOn } = opened(async () => made('a tool'));
  await get();
  cache.invalidate();
  fromNowOn(async () => made('gone', { status: 404 }));
  expect(await get()).toBe('gone');
  fromNowOn(() => Promise.reject(new Error('away')));
  await expect(get()).rejects.toThrow('away');
});

test('an answer that was begun before clear() is not kept for later', async () => {
  const { promise, resolve } = Promise.withResolvers<MadeAnswer>();
  const { cache, get, fromNowOn } = opened(() => promise);
  const early = get();
  cache.clear();
  fromNowOn(() => Promise.reject(new Error('away')));
  resolve(made('old'));
  expect(await early).toBe('old');
  await expect(get()).rejects.toThrow('away');
});

test('a stream of changes makes one answer at a time, and nobody gets one from before their change', async () => {
  let change = 0;
  let running = 0;
  let most = 0;
  const { cache, get, makings } = opened(async () => {
    running += 1;
    most = Math.max(most, running);
    const now = change;
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return made(String(now));
  });
  const asked = Array.from({ length: 50 }, async () => {
    change += 1;
    const mine = change;
    cache.invalidate();
    expect(Number(await get())).toBeGreaterThanOrEqual(mine);
  });
  await Promise.all(asked);
  expect([most, makings()]).toEqual([1, 2]);
});

test('what is packed counts as memory, and is kept when the bytes stay the same', async () => {
  const text = JSON.stringify(Array.from({ length: 400 }, (_, n) => n * 7919));
  const { cache, makings } = opened(async () => made(text));
  const answer = await cache.find('/a');
  if ('status' in answer) throw new Error('not cached');
  const before = cache.bytes();
  const packed = [await answer.form('gzip'), await answer.form('br')];
  expect(cache.bytes()).toBe(before + packed.reduce((sum, { body }) => sum + body.byteLength, 0));
  cache.invalidate();
  expect([await cache.find('/a'), makings()]).toEqual([answer, 2]);
});
