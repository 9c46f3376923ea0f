import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { shopFolder, startShopProcess } from '../tests/harness/shop.ts';
import { type Look, lookAt, looksAt, type Screen } from '../tests/screens/screen.ts';
import { SCREENS } from '../tests/screens/screens.ts';
import { makeStage } from '../tests/screens/stage.ts';
import { makeWorld } from '../tests/screens/world.ts';

const FOLDER = resolve(import.meta.dirname, '../screens');
const FLOATING = 'dialog[open], [role=dialog], [role=alertdialog], .toast';
const words = process.argv.slice(2);
const wanted = SCREENS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

if (wanted.length === 0) {
  process.stdout.write(`No screen has ${words.join(' or ')} in its name. There are:\n`);
  for (const { name } of SCREENS) process.stdout.write(`  ${name}\n`);
  process.exitCode = 1;
} else {
  process.exitCode = (await takeAll(wanted)) ? 0 : 1;
}

async function takeAll(screens: readonly Screen[]): Promise<boolean> {
  if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await using resources = new AsyncDisposableStack();
  const folder = await shopFolder();
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const shop = await startShopProcess({ folder });
  resources.defer(async () => void (await shop.stop()));
  const stage = await makeStage(await makeWorld(shop.origin));
  resources.defer(stage.close);

  let missing = 0;
  for (const screen of screens) {
    process.stdout.write(`${screen.name} ...`);
    try {
      const { page, leave } = await stage.open(screen);
      for (const look of looksAt(screen)) await take(page, screen, look);
      const thrown = await leave();
      process.stdout.write(thrown.length > 0 ? ` ${thrown.join('\n')}\n` : '\n');
    } catch (error) {
      missing += 1;
      process.stdout.write(` did not come up: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  process.stdout.write(`${screens.length - missing} of ${screens.length} screens are in ${FOLDER}\n`);
  return missing === 0;
}

async function take(page: Page, { name }: Screen, look: Look): Promise<void> {
  await lookAt(page, look);
  const theme = look.theme === 'dark' ? '-dark' : '';
  // Overlays and the header of a scrolled page belong to the viewport.
  const floating = (await page.locator(FLOATING).filter({ visible: true }).count()) > 0;
  const fullPage = !floating && (await page.evaluate(() => scrollY)) === 0;
  if (fullPage) await loadPictures(page);
  const path = join(FOLDER, `${name}${theme}-${look.viewport.width}.png`);
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}

/** Lazy pictures below the fold would be missing from a full-page screenshot. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
