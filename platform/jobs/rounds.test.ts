import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startRounds } from './rounds.ts';

const log = pino({ level: 'silent' });
const HOUR = 3_600_000;

test('what several commits leave is done in one round, and a full round is followed by another', async () => {
  const left = [5, 5, 4, 9];
  const done: number[] = [];
  const batches = { name: 'batches', everyMs: HOUR, onWake: true, full: 5 };
  const other = { name: 'other', everyMs: HOUR, onWake: false };
  const rounds = startRounds(
    [
      { ...batches, work: async () => done.push(left.shift() ?? 0) && (done.at(-1) ?? 0) },
      { ...other, work: async () => done.push(-1) },
    ],
    log,
    () => true,
  );
  for (let n = 0; n < 10; n += 1) rounds.wake();
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual([5, 5, 4]);
  rounds.wake();
  await expect.poll(() => done).toEqual([5, 5, 4, 9, 0]);
  rounds.wake();
  await rounds.stop();
  rounds.wake();
  rounds.begin();
  // Whoever is woken after them works after they would have.
  const work = vi.fn(async () => 0);
  const later = startRounds([{ ...batches, work }], log, () => true);
  later.wake();
  await expect.poll(() => work.mock.calls.length).toBe(1);
  await later.stop();
  expect(done).toEqual([5, 5, 4, 9, 0]);
});

test('a round that never ends is given up: the next one is done, and nobody waits for it to stop', async () => {
  const lines: string[] = [];
  const told = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const lost = () => new Promise<number>(() => {});
  const works = [lost, async () => 0, lost];
  const work = vi.fn(() => works.shift()?.() ?? Promise.resolve(0));
  const rounds = startRounds(
    [{ name: 'lost', everyMs: HOUR, onWake: true, deadline: 200, work }],
    told,
    () => true,
    10,
  );
  rounds.begin();
  await expect.poll(() => lines.join()).toContain('not done after 200 ms');
  rounds.begin();
  await expect.poll(() => work.mock.calls.length).toBe(2);
  rounds.begin();
  await expect.poll(() => work.mock.calls.length).toBe(3);
  await rounds.stop();
  expect(lines.join()).toContain('background work took too long and was left');
});

test('what closing ends is no failure, what fails while closing is one', async () => {
  for (const [error, logged] of [
    [new DOMException('This operation was aborted', 'AbortError'), 0],
    [new Error('The disk is full'), 1],
  ] as const) {
    const lines: string[] = [];
    let end = () => {};
    const work = () => new Promise<number>((_, reject) => (end = () => reject(error)));
    const rounds = startRounds(
      [{ name: 'copy', everyMs: HOUR, work }],
      pino({}, { write: (line) => lines.push(line) }),
      () => true,
    );
    rounds.begin();
    const stopped = rounds.stop();
    end();
    await stopped;
    expect(lines).toHaveLength(logged);
  }
});

test('a slow round does not hold up what comes meanwhile, as long as a lane is free', async () => {
  vi.useFakeTimers();
  const begun: ((done: number) => void)[] = [];
  const work = () => new Promise<number>((done) => begun.push(done));
  const round = { name: 'calls', everyMs: 1_500, full: 5, work };
  const two = startRounds([{ ...round, lanes: 2 }], log, () => true);
  two.begin();
  await vi.advanceTimersByTimeAsync(900);
  // What comes after a moment is gathered for the next round.
  two.begin();
  expect(begun).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(begun).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(begun).toHaveLength(2);
  // What came while both were slow is done by the lane that is free first.
  begun[1]?.(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toHaveLength(3);
  begun[0]?.(0);
  begun[2]?.(0);
  await vi.advanceTimersByTimeAsync(0);
  await two.stop();
  expect(begun).toHaveLength(3);
  vi.useRealTimers();
});
