import { expect, test } from 'vitest';
import { watchDatabase, watchEventLoop } from './overload.ts';

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
