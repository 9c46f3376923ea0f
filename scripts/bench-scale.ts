import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { percentile } from './bench/load.ts';
import { ASKED, type Asking } from './bench/scale-lists.ts';
import { openOn, type ScaledShop } from './bench/scale-shop.ts';
import { optionsOf } from './options-of.ts';

const root = resolve(import.meta.dirname, '..');
/** Milliseconds that the large shop may take at p99. */
const GOAL = 100;
const values = optionsOf('bench:scale', {
  small: { type: 'string' },
  large: { type: 'string' },
  only: { type: 'string', default: '' },
  times: { type: 'string', default: '300' },
});
const times = Number(values.times);
const asked = ASKED.filter(({ about }) => about.includes(values.only));

if (!values.small || !values.large || !(times >= 20) || asked.length === 0) {
  process.stderr.write('Name two filled shops: --small and --large, each as a DATABASE_URL. See docs/benchmarks.md.\n');
  process.exitCode = 1;
} else if (
  spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--stale'], { stdio: 'inherit' }).status !== 0
) {
  process.exitCode = 1;
} else await compare(values.small, values.large);

async function compare(small: string, large: string): Promise<void> {
  const before = loadavg()[0] ?? 0;
  await using open = new AsyncDisposableStack();
  const shops: ScaledShop[] = [];
  for (const url of [small, large]) {
    const shop = await openOn(root, url);
    open.defer(() => shop.stop());
    shops.push(shop);
  }
  const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  print(['ms', 'p50 small', 'p50 large', 'ratio', 'p99 small', 'p99 large', 'ratio', `within ${GOAL} ms`]);
  print(Array.from({ length: 8 }, () => '---'));
  for (const asking of asked) {
    const [one, other] = (await inTurns(asking, shops)).map((took) =>
      [0.5, 0.99].map((part) => percentile(took, part) ?? Number.NaN),
    );
    const cells = [0, 1].flatMap((place) => {
      const [few, many] = [one?.[place] ?? Number.NaN, other?.[place] ?? Number.NaN];
      return [few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)];
    });
    print([asking.about, ...cells, (other?.[1] ?? Number.NaN) <= GOAL ? 'yes' : 'no']);
  }
  process.stdout.write(
    `load ${before.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after, ${times} times each\n`,
  );
}

/** One request at a time and in turns, so that other load of the machine slows both shops. */
async function inTurns(asking: Asking, shops: readonly ScaledShop[]): Promise<number[][]> {
  const requests = await Promise.all(shops.map((shop) => asking.prepare(shop)));
  const took: number[][] = shops.map(() => []);
  // The first requests read pages into memory and prepare statements: not counted.
  for (let n = -20; n < times; n += 1) {
    for (const [place, shop] of shops.entries()) {
      const began = performance.now();
      const { status } = await shop.client.send(requests[place]?.(n + 20) ?? Buffer.alloc(0));
      if (status !== 200) throw new Error(`${asking.about}: a shop answered ${status}`);
      if (n >= 0) took[place]?.push(performance.now() - began);
    }
  }
  return took;
}
