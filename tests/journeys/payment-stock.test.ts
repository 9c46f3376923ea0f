import { beforeAll, expect, test, vi } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { payByCard } from '../harness/card-form.ts';
import { tabTo } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const { origin, folder } = theShop();
const { visit } = useBrowser();
const CONTACT = { phone: '5550142200', address: '1 Main Street' };
const EXPECTED = /status of 40[29]/;

/** A purchase of three tools whose hold has ended; somebody else has bought the last pieces of the second one. */
async function lost(word: string) {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const tools: string[] = [];
  for (const name of ['Hammer', 'Torch', 'Pliers']) {
    const numbers = { price: 10, min_quantity: 12, available_quantity: 24 };
    const body = { name: `${word} ${name}`, description: 'Made for tests.', image, ...numbers };
    tools.push(expectOk(await admin.call('POST', '/addTool', body)).insertedId);
  }
  const order = (who: Somebody, lines: readonly (readonly [string | undefined, number])[]) =>
    who.call('POST', '/purchases', {
      ...CONTACT,
      lines: lines.map(([tools_id, quantity]) => ({ tools_id, quantity, tools_price: 10 })),
    });
  const buyer = await newCustomer(origin);
  const { insertedId: id } = expectOk(
    await order(
      buyer,
      tools.map((tool) => [tool, 24] as const),
    ),
  );
  const sql = await runningShopSql(folder);
  try {
    await sql`update tool set restock_at = current_date + 9, backorder_limit = 60 where id = ${tools[1] ?? ''}`;
    await sql`update purchase set hold_until = now() - interval '1 day' where id = ${id}`;
    const { lines } = expectOk(await buyer.call('GET', `/purchases/${id}`));
    const ended = async () =>
      expect(await sql`select from purchase where id = ${id} and hold_until is null`).toHaveLength(1);
    await vi.waitFor(ended, { timeout: 90_000, interval: 250 });
    expectOk(await order(await newCustomer(origin, 'Sam Reyes'), [[tools[1], 24]]));
    return { buyer, id: id as string, torch: `${word} Torch`, lines };
  } finally {
    await sql.end();
  }
}

type Lost = Awaited<ReturnType<typeof lost>>;
let purchases: readonly [Lost, Lost];

// Both at once: each waits for the same round that ends holds.
beforeAll(async () => {
  purchases = await Promise.all([lost('Phone'), lost('Keys')]);
});

test('sold out while away: the other tools are paid for, on a phone', async () => {
  const [{ buyer, id, torch }] = purchases;
  const { page, leave } = await visit({ origin, viewport: PHONE, touch: true, expectedErrors: EXPECTED });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/payment/${id}`);
  await payByCard(page);
  await page.getByText(`The ${torch} sold out while you were away.`).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Pay \$/ }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Pay for 2 tools' }).tap();
  // 2 x 24 x $10, less the first order's 30 %; what was typed of the card is still there.
  await page.getByRole('button', { name: 'Pay $336' }).tap();
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  const kept = expectOk(await buyer.call('GET', `/purchases/${id}`));
  expect(kept).toMatchObject({ state: 'paid', amount: 336 });
  await leave();
});

test('sold out while away: it waits for its delivery and all is paid, by keyboard', async () => {
  const [, { buyer, id, torch }] = purchases;
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: EXPECTED });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/payment/${id}`);
  await payByCard(page);
  await page.getByText(`The ${torch} sold out while you were away.`).waitFor();
  await tabTo(page, 'Hold my place for all');
  await page.keyboard.press('Enter');
  const waits = page.getByText(new RegExp(`^24 pieces wait for .+: ${torch}`));
  await waits.waitFor();
  // The delivery is moved before Pay is pressed: it is asked about again.
  const before = await waits.innerText();
  const sql = await runningShopSql(folder);
  await sql`update tool set restock_at = current_date + 80 where name = ${torch}`;
  await sql.end();
  await tabTo(page, 'Pay $504');
  await page.keyboard.press('Enter');
  await page.getByText(`The ${torch} sold out while you were away.`).waitFor();
  await tabTo(page, 'Hold my place for all');
  await page.keyboard.press('Enter');
  await expect.poll(() => waits.innerText()).not.toBe(before);
  // The pressed button is gone: the focus stands before the form.
  await expect.poll(() => page.locator('.pay__result').evaluate((it) => it === document.activeElement)).toBe(true);
  // What was decided outlasts a declined card.
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await tabTo(page, 'Pay $504');
  await page.keyboard.press('Enter');
  await page.getByText('Your card was declined.').waitFor();
  await waits.waitFor();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await tabTo(page, 'Pay $504');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  const kept = expectOk(await buyer.call('GET', `/purchases/${id}`));
  expect(kept).toMatchObject({ state: 'paid', amount: 504 });
  expect(kept.lines[1].waiting).toMatchObject({ pieces: 24, place: 1 });
  await leave();
});
