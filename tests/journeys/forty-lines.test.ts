import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, send, theAdmin } from '../harness/people.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { expectOk, orderOf, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const LINES = 40;
/** Presses and filled fields that may follow the paste. */
const MOST = 12;

const { visit } = useBrowser();
let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShopProcess({ folder: await shopFolder(theShop().folder) });
}, 60_000);
afterAll(() => shop.stop());

interface Stocked {
  name: string;
  sku: string;
  min_quantity: number;
  available_quantity: number;
  pack: number;
}

/** The rows of a spreadsheet: every tool that is in stock, and as many others as make forty lines. */
async function spreadsheet(): Promise<string> {
  const admin = await theAdmin(shop.origin);
  const stocked = async (): Promise<Stocked[]> =>
    (await send(shop.origin, 'GET', '/tools')).body.filter((it: Stocked) => it.available_quantity >= leastOf(it));
  const { image } = await toolNamed(shop.origin, 'Claw Hammer');
  const numbers = { price: 10, min_quantity: 12, available_quantity: 600 };
  for (let n = (await stocked()).length; n < LINES; n += 1)
    expectOk(
      await admin.call('POST', '/addTool', {
        ...{ ...numbers, name: `Hold-Down No. ${n}`, description: 'Forged.', image, sku: `HD-${n}` },
      }),
    );
  const rows = (await stocked()).slice(0, LINES).map((it) => [it.sku, it.name, leastOf(it)].join('\t'));
  return ['Item\tName\tQty', ...rows].join('\n');
}

const leastOf = ({ min_quantity: least, pack }: Stocked) => Math.ceil(least / pack) * pack;

test('forty lines of a spreadsheet become a paid purchase within twelve presses after the paste', async () => {
  const list = await spreadsheet();
  const buyer = await newCustomer(shop.origin);
  // With whom the shop has an address.
  const earlier = await orderOf(shop.origin, buyer, { tool: 'Claw Hammer' });
  expectOk(await buyer.call('DELETE', `/myorders/${earlier._id}`));
  const { page, leave } = await visit({ origin: shop.origin, viewport: DESKTOP });
  await letIn(page, shop.origin, buyer);
  await page.goto('/order-pad');
  await page.getByRole('textbox', { name: 'Your list' }).fill(list);

  let done = 0;
  const press = async (control: Locator) => {
    done += 1;
    await control.click();
  };
  const fill = async (label: string, text: string) => {
    done += 1;
    await page.getByLabel(label).fill(text);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await page.getByText(`${LINES} lines: ${LINES} recognised`).waitFor();
  await press(button(`Add ${LINES} lines to order list`));
  await press(button(`Order ${LINES} tools`));
  await press(page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Order' }));
  await press(
    page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('link', { name: /^Pay \$/ }),
  );
  await fill('Card number', '4242 4242 4242 4242');
  await fill('Expiry', '12 / 40');
  await fill('Security code', '123');
  await press(button(/^Pay \$/));
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  expect(done).toBeLessThanOrEqual(MOST);

  const orders = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  const paid = orders.filter((it: { paid?: boolean }) => it.paid);
  expect([paid.length, new Set(paid.map((it: { purchase: { number: string } }) => it.purchase.number)).size]).toEqual([
    LINES,
    1,
  ]);
  await leave();
}, 120_000);
