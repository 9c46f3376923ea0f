import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';

/** Milliseconds within which a shop that was asked to stop must be gone. */
const STOPS_WITHIN = 10_000;

async function ownFolder(): Promise<string> {
  const folder = await shopFolder(theShop().folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

async function openShop(folder: string, env: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShopProcess({ folder, env });
  onTestFinished(async () => {
    await shop.stop();
  });
  return shop;
}

test('SIGTERM and Ctrl-C close everything, and nothing stays behind', async () => {
  const folder = await ownFolder();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const shop = await openShop(folder);
    expect(processesOf(folder)).not.toEqual([]);
    const asked = performance.now();
    shop.child.kill(signal);
    expect(await shop.stop(), shop.said()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(STOPS_WITHIN);
    expect(processesOf(folder)).toEqual([]);
  }
});

test.each(['Starting the database', 'Preparing pictures'])(
  'a first start that is stopped while it says "%s" ends, and nothing stays behind',
  async (until) => {
    const folder = await shopFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const shop = await startShopProcess({ folder, until });
    expect(await shop.stop(), shop.said()).toBe(0);
    await expect.poll(() => processesOf(folder)).toEqual([]);
  },
);

test('two shops run side by side; a taken port and a taken folder each end in one sentence', async () => {
  const [one, other] = [await ownFolder(), await ownFolder()];
  const first = await openShop(one, { SHOP_NAME: 'First Shop' });
  const second = await openShop(other, { SHOP_NAME: 'Second Shop' });
  expect(await (await fetch(first.origin)).text()).toContain('First Shop');
  expect(await (await fetch(second.origin)).text()).toContain('Second Shop');

  const port = Number(new URL(first.origin).port);
  await expect(startShopProcess({ folder: await ownFolder(), port })).rejects.toThrow(`Port ${port} is in use`);
  await expect(startShopProcess({ folder: one })).rejects.toThrow(String(first.child.pid));
  await expect(startShopProcess({ folder: one, env: { DEMO_ACCOUNTS: 'maybe' } })).rejects.toThrow(
    'DEMO_ACCOUNTS must be on or off',
  );
});

/** The command lines of the processes that work on this folder, the ones that only look for it aside. */
function processesOf(folder: string): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(folder) && !line.startsWith('ps '));
}
