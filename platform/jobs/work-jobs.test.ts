import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { enqueue, isWaiting, takeBack } from './enqueue.ts';
import { type Queue, type Result, workJobs } from './work-jobs.ts';

const sql = await ownDatabase();
const db = drizzle(sql.pool);
const START = Date.now() + 60_000;
let now = START;
const logged: { level: number; problem?: string }[] = [];
const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
const world = { db, clock: () => new Date(now), log };
const QUEUE: Queue = { name: 'test', atOnce: 3 };
beforeEach(async () => {
  now = START;
  await sql`delete from job`;
});

const add = (key: string, its: { queue?: string; priority?: number; runAt?: Date } = {}) =>
  enqueue(db, { queue: 'test', kind: 'count', key, payload: { key }, ...its });

/** Works once: which jobs it took, in their order. */
async function work(queue: Queue = QUEUE, end: (key: string) => Result | Promise<Result> = () => undefined) {
  const taken: string[] = [];
  await workJobs(world, queue, () => async ({ key }) => {
    taken.push(key);
    return end(key);
  });
  return taken;
}
const rowOf = async (key: string) => {
  const [row] = await sql`
    select attempts, last_error as error, done_at is not null as done, dead_at is not null as dead, payload,
           run_at as at from job where key = ${key}`;
  return row;
};

test('a key is enqueued once, with its transaction, and is not forgotten when it is done', async () => {
  const undone = db.transaction(async (tx) => {
    expect(await enqueue(tx, { queue: 'test', kind: 'count', key: 'a', payload: {} })).toBe(true);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await work()).toEqual([]);
  expect([await add('a'), await add('a')]).toEqual([true, false]);
  expect(await work()).toEqual(['a']);
  expect([await add('a'), await work()]).toEqual([false, []]);
});

test('jobs come by priority and age, so many at once, each queue for itself', async () => {
  for (const n of [4, 3, 2, 1]) await add(`old ${n}`, { runAt: new Date(START - n * 1000) });
  await add('first', { priority: -1, runAt: new Date(START) });
  await add('another', { queue: 'another' });
  await add('early', { runAt: new Date(START + 5_000) });
  const inTurn = { ...QUEUE, inTurn: true };
  expect(await work(inTurn)).toEqual(['first', 'old 4', 'old 3']);
  expect(await work(inTurn)).toEqual(['old 2', 'old 1']);
  expect(await work()).toEqual([]);
  now += 5_000;
  expect(await work()).toEqual(['early']);
});

test('jobs due at the same moment come as they were written, and no plan takes more than so many', async () => {
  for (let n = 1; n <= 8; n += 1) await add(`job ${n}`, { runAt: new Date(START) });
  // The first rows of the table lie behind the others from now on.
  await sql`update job set kind = kind where key in ('job 1', 'job 2')`;
  /** What is taken where the planner would rather not work in these ways. */
  const takenWithout = (ways: readonly string[]) =>
    db.transaction(async (tx) => {
      await tx.execute('discard plans');
      for (const way of ways) await tx.execute(`set local enable_${way} = off`);
      const taken: string[] = [];
      const take = async ({ key }: { key: string }) => void taken.push(key);
      await workJobs({ ...world, db: tx }, { ...QUEUE, inTurn: true }, () => take);
      return taken;
    });
  expect(await takenWithout(['indexscan', 'bitmapscan'])).toEqual(['job 1', 'job 2', 'job 3']);
  const loops = await takenWithout(['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize']);
  expect(loops).toEqual(['job 4', 'job 5', 'job 6']);
});

test('what is in hand is not taken, is taken back by nobody, and comes again when its process has died', async () => {
  await add('a');
  await add('b', { runAt: new Date(START + 3_600_000) });
  const lost = Promise.withResolvers<Result>();
  const first = work(QUEUE, () => lost.promise);
  await expect.poll(async () => (await rowOf('a'))?.attempts).toBe(1);
  expect([await isWaiting(db, 'a'), await isWaiting(db, 'b')]).toEqual([false, true]);
  expect([await work(), await takeBack(db, 'a'), await takeBack(db, 'b')]).toEqual([[], false, true]);
  expect([await isWaiting(db, 'b'), await takeBack(db, 'b')]).toEqual([false, false]);
  now += 60_000;
  expect(await work()).toEqual(['a']);
  lost.resolve(undefined);
  await first;
  expect(await rowOf('a')).toMatchObject({ attempts: 2, done: true });
  expect(await rowOf('b')).toBeUndefined();
});

test('in turn, what half of the lease did not suffice for is given back untried, unless another has it', async () => {
  const inTurn = { ...QUEUE, inTurn: true };
  for (const n of [3, 2, 1]) await add(`old ${n}`, { runAt: new Date(START - n * 1000) });
  const slow = (ms: number) => () => {
    now += ms;
    return undefined;
  };
  expect(await work(inTurn, slow(20_000))).toEqual(['old 3', 'old 2']);
  expect(await rowOf('old 1')).toMatchObject({ attempts: 0, done: false });
  expect(await work(inTurn)).toEqual(['old 1']);
  for (const n of [2, 1]) await add(`new ${n}`, { runAt: new Date(START - n * 1000) });
  const tooSlow = async () => {
    now += 60_000;
    await work(QUEUE, () => 'refused');
    return undefined;
  };
  expect(await work(inTurn, tooSlow)).toEqual(['new 2']);
  expect(await rowOf('new 1')).toMatchObject({ attempts: 2, error: 'refused' });
});

test('a job that fails or throws comes again later and later, others go on, and tries end it', async () => {
  const queue = { ...QUEUE, tries: 11, clears: true };
  await add('bad');
  await add('good');
  const waits: number[] = [];
  const end = (key: string) => {
    if (key === 'good') return undefined;
    if (waits.length % 2 === 0) throw new Error('broken');
    return 'refused';
  };
  for (let tries = 1; tries <= 11; tries += 1) {
    expect((await work(queue, end)).includes('good')).toBe(tries === 1);
    const row = await rowOf('bad');
    expect(row).toMatchObject({ attempts: tries, error: tries % 2 === 0 ? 'refused' : 'failed', dead: tries === 11 });
    expect(row?.payload).toEqual(tries === 11 ? {} : { key: 'bad' });
    const wait = new Date(row?.at).getTime() - now;
    waits.push(wait / 1000);
    now += wait;
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  expect(await work(queue)).toEqual([]);
  expect(await rowOf('good')).toMatchObject({ done: true, error: null, payload: {} });
});

test('what waits for others comes again as what failed, and is no error', async () => {
  await add('waits');
  await add('fails');
  logged.length = 0;
  await work(QUEUE, (key) => (key === 'waits' ? { waits: 'pending' } : 'refused'));
  const rows = [await rowOf('waits'), await rowOf('fails')];
  expect(rows.map((row) => [row?.attempts, row?.error])).toEqual([
    [1, 'pending'],
    [1, 'refused'],
  ]);
  expect(rows[0]?.at).toEqual(rows[1]?.at);
  const levels = new Map(logged.map(({ problem, level }) => [problem, pino.levels.labels[level]]));
  expect(levels).toEqual(
    new Map([
      ['pending', 'info'],
      ['refused', 'error'],
    ]),
  );
});

test('what waits on purpose is not counted, and what is dropped says why', async () => {
  await add('waits');
  await add('goes');
  await work(QUEUE, (key) => (key === 'waits' ? { later: 30 } : { drop: 'nobody wants it' }));
  expect(await rowOf('waits')).toMatchObject({ attempts: 0, done: false, error: null });
  expect(await rowOf('goes')).toMatchObject({ attempts: 1, done: true, error: 'nobody wants it' });
  now += 29_999;
  expect(await work()).toEqual([]);
  now += 1;
  expect(await work()).toEqual(['waits']);
});
