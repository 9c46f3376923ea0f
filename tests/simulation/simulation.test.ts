import { describe, expect, test } from 'vitest';
import { ownDatabase } from '../harness/own-database.ts';
import { simulate } from './simulate.ts';

const SEEDS = import.meta.env.MODE === 'night' ? 20_000 : 300;
const client = await ownDatabase();

// What `npm run sim -- --seed N` replays.
const SEED = process.env.SEED;
if (SEED) {
  test(`seed ${SEED}`, async ({ annotate }) => {
    const { trace, wrong } = await simulate(client, Number(SEED));
    await annotate(trace.join('\n'));
    expect(wrong, trace.join('\n')).toBeUndefined();
  }, 60_000);
} else {
  describe('the shop in a world that fails', () => {
    const moves = new Set<string>();
    const faults = new Set<string>();

    test('whatever fails and in whatever order: no promise is broken, and all comes to a good end', async () => {
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const report = await simulate(client, seed);
        expect(report.wrong, `replay it with: npm run sim -- --seed ${seed}`).toBeUndefined();
        for (const move of report.moves) moves.add(move);
        for (const fault of report.faults) faults.add(fault);
      }
    }, 14_400_000);

    test('in which the rare moves happened, and each kind of call failed before and after its effect', () => {
      expect([...moves].toSorted()).toEqual([
        'cancelling>cancelled',
        'cancelling>paid',
        'expiring>cancelling',
        'expiring>paid',
        'expiring>unpaid',
        'paid>review',
        'paid>shipped',
        'shipped>review',
        'unpaid>cancelled',
        'unpaid>cancelling',
        'unpaid>expiring',
        'unpaid>paid',
      ]);
      expect(faults.size).toBeGreaterThanOrEqual(import.meta.env.MODE === 'night' ? 64 : 45);
    });

    test('and the same seed is the same life', async () => {
      for (const seed of [1, 2, 3])
        expect((await simulate(client, seed)).trace).toEqual((await simulate(client, seed)).trace);
    }, 60_000);
  });
}
