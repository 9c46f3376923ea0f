import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { ownDatabase } from '../harness/own-database.ts';
import { lead, tableOf } from './lives.ts';
import { simulate } from './simulate.ts';
import { DAY, HOUR } from './times.ts';

// What `npm run sim` asks for: one life step by step, or what happened in many.
const { SEED, LIVES } = process.env;
const client = await ownDatabase();

if (SEED) {
  test(`seed ${SEED}`, async ({ annotate }) => {
    const { trace, wrong } = await simulate(client, Number(SEED));
    await annotate(trace.join('\n'));
    expect(wrong, trace.join('\n')).toBeUndefined();
  }, 60_000);
} else if (LIVES) {
  test(`${LIVES} lives`, async ({ annotate }) => {
    await annotate(tableOf(await lead(client, 1, Number(LIVES))));
  }, 14_400_000);
} else {
  test('the same seed is the same life, whatever was led before it, at another time of day and while the database tidies up', async () => {
    const seeds = [1, 7, 16, 37, 57, 96];
    const midnight = Math.floor(Date.now() / DAY) * DAY;
    const traces = async (of: readonly number[], hour: number) => {
      const found = new Map<number, readonly string[]>();
      const today = vi.spyOn(Date, 'now').mockReturnValue(midnight + hour * HOUR);
      for (const seed of of) found.set(seed, (await simulate(client, seed)).trace);
      today.mockRestore();
      return found;
    };
    const before = await traces(seeds, 1);
    let alive = true;
    const tidied = (async () => {
      while (alive) await client.unsafe('vacuum analyze job, orders, payment, stock_move');
    })();
    const again = await traces(seeds.toReversed(), 22);
    alive = false;
    await tidied;
    for (const seed of seeds) expect(again.get(seed), `seed ${seed}`).toEqual(before.get(seed));
  }, 300_000);
}
