import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

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

const limit = { atWork: 2, waiting: 2, patience: 60_000 };

test('two work, two wait, the fifth is sent away at once, and who waits enters in the order of coming', async () => {
  const gate = createGate(limit);
  const jobs = [job(), job(), job(), job()];
  const outcomes = jobs.map((it) => gate(it.work));
  expect(await gate(async () => 'fifth')).toEqual({ ok: false, failure: { code: 'busy' } });
  expect(jobs.map((it) => it.state.begun)).toEqual([true, true, false, false]);
  jobs[1]?.end();
  await outcomes[1];
  await expect.poll(() => jobs.map((it) => it.state.begun)).toEqual([true, true, true, false]);
  for (const it of jobs) it.end();
  expect((await Promise.all(outcomes)).map((it) => it.ok)).toEqual([true, true, true, true]);
});

test('work that throws gives its place back', async () => {
  const gate = createGate({ ...limit, atWork: 1, waiting: 0 });
  const broken = job();
  const thrown = gate(broken.work);
  broken.fail();
  await expect(thrown).rejects.toThrow('broken');
  await expect(
    gate(() => {
      throw new Error('before it began');
    }),
  ).rejects.toThrow();
  expect(await gate(async () => 'next')).toEqual({ ok: true, value: 'next' });
});

test('who leaves the line, or stands in it too long, is never served and takes nothing with them', async () => {
  const gate = createGate({ ...limit, atWork: 1, patience: 20 });
  const [first, gone, late, next] = [job(), job(), job(), job()];
  const working = gate(first.work);
  const leaving = new AbortController();
  const left = gate(gone.work, leaving);
  leaving.abort();
  expect(await left).toMatchObject({ ok: false });
  expect(await gate(late.work)).toMatchObject({ ok: false });
  expect(await gate(next.work, { signal: AbortSignal.abort() })).toMatchObject({ ok: false });
  first.end();
  expect(await working).toMatchObject({ ok: true });
  next.end();
  expect(await gate(next.work)).toMatchObject({ ok: true });
  expect([gone.state.begun, late.state.begun]).toEqual([false, false]);
});

test('who goes away while their work is done keeps nobody waiting after it', async () => {
  const gate = createGate({ ...limit, atWork: 1 });
  const first = job();
  const leaving = new AbortController();
  const working = gate(first.work, leaving);
  const second = gate(async () => 'second');
  leaving.abort();
  first.end();
  expect([await working, await second]).toMatchObject([{ ok: true }, { ok: true }]);
});
