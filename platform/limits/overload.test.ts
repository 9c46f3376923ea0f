import { expect, test } from 'vitest';
import { createConcurrencyLimiter, watchDatabase, watchEventLoop } from './overload.ts';

/** Keeps everything in this thread waiting, without using a processor. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

test('an event loop that is late again and again is overloaded, and is not any more once it keeps time', async () => {
  let now = 0;
  const { overloaded, stop } = watchEventLoop(() => now);
  expect(overloaded()).toBe(false);
  for (let n = 0; n < 4; n += 1) {
    block(230);
    await turn();
  }
  now += 1_000;
  expect(overloaded()).toBe(true);
  now += 500;
  expect(overloaded()).toBe(true);
  for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  now += 600;
  expect(overloaded()).toBe(false);
  stop();
});

test('what kept the loop busy while the shop opened is no strain', async () => {
  let now = 0;
  const { overloaded, stop } = watchEventLoop(() => now);
  for (let n = 0; n < 4; n += 1) {
    block(230);
    await turn();
  }
  now += 1_000;
  expect(overloaded()).toBe(false);
  stop();
});

test('one long pause is no strain, nor is what was long ago', async () => {
  let now = 0;
  const { overloaded, stop } = watchEventLoop(() => now);
  expect(overloaded()).toBe(false);
  block(400);
  for (let n = 0; n < 6; n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  now += 1_000;
  expect(overloaded()).toBe(false);
  for (let n = 0; n < 3; n += 1) {
    block(230);
    await turn();
  }
  now += 60_000;
  expect(overloaded()).toBe(false);
  stop();
});

test('the database is a strain while a question to it goes unanswered, and only then', async () => {
  const answers: (() => void)[] = [];
  const { overloaded } = watchDatabase(
    () =>
      new Promise<void>((resolve) => {
        answers.push(resolve);
      }),
    30,
  );
  expect(overloaded()).toBe(false);
  await expect.poll(overloaded).toBe(true);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await expect.poll(overloaded).toBe(false);
});

test('a database that refuses at once is no strain: its refusal says more', async () => {
  const { overloaded } = watchDatabase(() => Promise.reject(new Error('down')), 0);
  expect(overloaded()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(overloaded()).toBe(false);
});

/** Work that goes on until it is told to end. */
function job() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { begun: false };
  const work = () => {
    state.begun = true;
    return promise;
  };
  return { work, state, end: () => resolve('done'), fail: () => reject(new Error('broken')) };
}

const busy = () => 'busy';
const limit = { concurrent: 2, queued: 2, patienceMs: 60_000 };

test('two work, two wait, the fifth is sent away at once, and who waits enters in the order of coming', async () => {
  const limiter = createConcurrencyLimiter(limit);
  const jobs = [job(), job(), job(), job()];
  const outcomes = jobs.map((it) => limiter(it.work, busy));
  expect(await limiter(async () => 'fifth', busy)).toBe('busy');
  expect(jobs.map((it) => it.state.begun)).toEqual([true, true, false, false]);
  jobs[1]?.end();
  await outcomes[1];
  await expect.poll(() => jobs.map((it) => it.state.begun)).toEqual([true, true, true, false]);
  for (const it of jobs) it.end();
  expect(await Promise.all(outcomes)).toEqual(['done', 'done', 'done', 'done']);
});

test('work that throws gives its place back', async () => {
  const limiter = createConcurrencyLimiter({ ...limit, concurrent: 1, queued: 0 });
  const broken = job();
  const thrown = limiter(broken.work, busy);
  broken.fail();
  await expect(thrown).rejects.toThrow('broken');
  await expect(
    limiter(() => {
      throw new Error('before it began');
    }, busy),
  ).rejects.toThrow();
  expect(await limiter(async () => 'next', busy)).toBe('next');
});

test('who leaves the line, or stands in it too long, is never served and takes nothing with them', async () => {
  const limiter = createConcurrencyLimiter({ ...limit, concurrent: 1, patienceMs: 20 });
  const [first, gone, late, next] = [job(), job(), job(), job()];
  const working = limiter(first.work, busy);
  const leaving = new AbortController();
  const left = limiter(gone.work, busy, leaving);
  leaving.abort();
  expect(await left).toBe('busy');
  expect(await limiter(late.work, busy)).toBe('busy');
  expect(await limiter(next.work, busy, { signal: AbortSignal.abort() })).toBe('busy');
  first.end();
  expect(await working).toBe('done');
  next.end();
  expect(await limiter(next.work, busy)).toBe('done');
  expect([gone.state.begun, late.state.begun]).toEqual([false, false]);
});

test('who goes away while their work is done keeps nobody waiting after it', async () => {
  const limiter = createConcurrencyLimiter({ ...limit, concurrent: 1 });
  const first = job();
  const leaving = new AbortController();
  const working = limiter(first.work, busy, leaving);
  const second = limiter(async () => 'second', busy);
  leaving.abort();
  first.end();
  expect([await working, await second]).toEqual(['done', 'second']);
});
