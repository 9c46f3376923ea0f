import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShop, quiet, type RunningShop, runCommand, type ShopPlace } from './running-shop.ts';

export const SIZES = {
  small: undefined,
  '1k': { tools: 1_000, orders: 10_000 },
  '10k': { tools: 10_000, orders: 100_000 },
  '100k': { tools: 100_000, orders: 1_000_000 },
  '1m': { tools: 1_000_000, orders: 10_000_000 },
} as const;
export type Size = keyof typeof SIZES;

/** Shops are kept between runs: filling the largest takes an hour. */
export const CACHE = join(tmpdir(), 'toolyard-bench');

/** Sealing the audit of the largest shop may take this long. */
const SETTLE_MS = 30 * 60_000;

export interface OpenedShop {
  readonly shop: RunningShop;
  readonly firstMs: number;
}

export async function openSized(size: Size, place: Omit<ShopPlace, 'folder'>, cache: string): Promise<OpenedShop> {
  const fresh = join(cache, `fresh-${place.label}`);
  await rm(fresh, { recursive: true, force: true });
  const first = await openShop({ ...place, folder: fresh });
  await first.stop();
  const wanted = SIZES[size];
  const folder = wanted ? join(cache, `${size}-${place.label}-${dataHash(place.root)}`) : fresh;
  if (wanted && !existsSync(join(folder, 'filled'))) {
    await rm(folder, { recursive: true, force: true });
    await (await openShop({ ...place, folder })).stop();
    const counts = ['--tools', String(wanted.tools), '--orders', String(wanted.orders)];
    await runCommand(place.root, folder, [join(place.root, 'scripts/fill.ts'), ...counts]);
    await writeFile(join(folder, 'filled'), '');
  }
  const shop = await openShop({ ...place, folder });
  await quiet(shop, SETTLE_MS);
  return { shop, firstMs: first.startMs };
}

/** A kept shop is valid while the tables and the scripts that fill them are the same. */
function dataHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(['migrations/*.sql', 'scripts/fill/*.ts'], { cwd: root }).sort())
    hash.update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 12);
}
