import process from 'node:process';
import { expect, test } from 'vitest';
import { ownDatabase } from '../harness/own-database.ts';
import { lead, tableOf } from './lives.ts';
import { simulate } from './simulate.ts';

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
  test('the same seed is the same life, also while the database tidies up', async () => {
    for (const seed of [1, 2, 3, 7, 8, 37]) {
      const { trace } = await simulate(client, seed);
      let alive = true;
      const tidied = (async () => {
        while (alive) await client.unsafe('vacuum analyze job, orders, payment, stock_move');
      })();
      const again = await simulate(client, seed);
      alive = false;
      await tidied;
      expect(again.trace).toEqual(trace);
    }
  }, 60_000);
}
