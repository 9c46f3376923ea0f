import { expect, test } from 'vitest';
import { watchDatabase, watchLoop } from './strain.ts';

/** Keeps everything in this thread waiting, without using a processor. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

test('an event loop that is late again and again is strained, and is not any more once it keeps time', async () => {
  let now = 0;
  const { strained, stop } = watchLoop(() => now);
  for (let n = 0; n < 4; n += 1) {
    block(230);
    await turn();
  }
  now += 1_000;
  expect(strained()).toBe(true);
  now += 500;
  expect(strained()).toBe(true);
  for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  now += 600;
  expect(strained()).toBe(false);
  stop();
});

test('one long pause is no strain, nor is what was long ago', async () => {
  let now = 0;
  const { strained, stop } = watchLoop(() => now);
  block(400);
  for (let n = 0; n < 6; n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  now += 1_000;
  expect(strained()).toBe(false);
  for (let n = 0; n < 3; n += 1) {
    block(230);
    await turn();
  }
  now += 60_000;
  expect(strained()).toBe(false);
  stop();
});

test('the database is a strain while a question to it goes unanswered, and only then', async () => {
  const answers: (() => void)[] = [];
  const { strained } = watchDatabase(
    () =>
      new Promise<void>((resolve) => {
        answers.push(resolve);
      }),
    30,
  );
  expect(strained()).toBe(false);
  await expect.poll(strained).toBe(true);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await expect.poll(strained).toBe(false);
});

test('a database that refuses at once is no strain: its refusal says more', async () => {
  const { strained } = watchDatabase(() => Promise.reject(new Error('down')), 0);
  expect(strained()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(strained()).toBe(false);
});
