import process from 'node:process';
import { areLive } from '../src/server/live-data.ts';
import { makeLarge } from './fill/large-shop.ts';
import { optionsOf } from './options-of.ts';
import { refuse, withShopDatabase } from './shop-database.ts';

const values = optionsOf('fill', {
  tools: { type: 'string', default: '1000' },
  orders: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
});
const UNIQUE_VIOLATION = '23505';
const wanted = { tools: Number(values.tools), orders: Number(values.orders), seed: Number(values.seed) };

if (!isCount(wanted.tools, 1, 10_000_000) || !isCount(wanted.orders, 0, 100_000_000) || !isCount(wanted.seed, 0, 9_999))
  refuse('Say how large in whole numbers: npm run fill -- --tools 1000000 --orders 10000000 --seed 1');
else
  await withShopDatabase(async (db, { testMode }, sql) => {
    if (!testMode || (await areLive(sql)))
      return refuse('This shop takes real payments. Invented orders belong in a test shop only.');
    const began = performance.now();
    const say = (text: string) =>
      process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}\n`);
    try {
      await makeLarge(db, wanted, say);
      say('done');
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code !== UNIQUE_VIOLATION) throw error;
      refuse(`This shop was filled with seed ${wanted.seed} before: choose another one with --seed.`);
    }
  });

function isCount(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}
