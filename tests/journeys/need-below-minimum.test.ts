import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';

const { origin } = theShop();
const { visit } = useBrowser();

test('where the minimum orders are above a need, home says so and not that there are too few', async () => {
  const tool = await newTool(origin, 'Minimum Chisel');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  for (const [need, title] of [
    [1, 'No tool can deliver 1 piece.'],
    [5, 'No tool can deliver all 5.'],
  ] as const) {
    await page.goto(`/?q=${tool.sku}&need=${need}&all=1`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(`Every tool with enough stock has a minimum order above ${need}.`).waitFor();
    await expect.poll(() => page.getByText('The most we have').count()).toBe(0);
  }
  await page.getByRole('link', { name: 'Show what we have' }).click();
  await page.getByRole('article', { name: tool.name }).waitFor();
  await leave();
});
