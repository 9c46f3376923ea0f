import { expect, test } from 'vitest';
import { shippingDay } from '#model/kernel/shipping-day.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { payByCard } from '../harness/card-form.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// Of one moment: a day may end meanwhile.
const now = Date.now();
const dayIn = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);

test('nothing waits for a later day than its buyer was shown, where the day moves before it is ordered or paid', async () => {
  const promised = { restock_at: dayIn(10), backorder_limit: 400 };
  const { id, name, admin } = await newTool(origin, 'Awaited Vise', { available_quantity: 100, ...promised });
  const buyer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  const line = { tool: id, quantity: 250, seen_price: 10, added_at: 1, wait_for: promised.restock_at };
  expectOk(await buyer.call('PATCH', '/orderList', { set: [line], remove: [] }));
  await page.goto('/order-list');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');

  const move = async (days: number) => {
    const { version } = expectOk(await admin.call('GET', `/tools/${id}/managed`));
    expectOk(await admin.call('PATCH', `/tools/${id}`, { version, restock_at: dayIn(days) }));
  };
  await move(80);
  await page.locator('.docket').getByRole('button', { name: 'Order 1 tool' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('1 tool needs a decision').waitFor();
  expect(expectOk(await buyer.call('GET', `/myorders/${buyer.email}`))).toEqual([]);

  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /^100 now, 150 on / })
    .click();
  await page.locator('.docket').getByRole('button', { name: 'Order 1 tool' }).click();
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Congratulations' }).waitFor();
  const [order] = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  expect(order.waiting).toMatchObject({ pieces: 150, date: dayIn(80) });

  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByText(formatDeliveryDay(dayIn(80))).waitFor();
  await move(120);
  await payByCard(page);
  await page.getByText('A delivery that you wait for comes later than this page said. Nothing was charged.').waitFor();
  await page.getByText(formatDeliveryDay(dayIn(120))).waitFor();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  await leave();
});

test('a page that was rendered before midnight and is running after it names the day that holds then', async () => {
  const { id } = await newTool(origin, 'Midnight Vise');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  const tomorrow = Date.now() + 86_400_000;
  await page.clock.setFixedTime(tomorrow);
  await page.goto(`/purchase/${id}`);
  const shown = page.locator('.sheet div').filter({ hasText: 'Ships by' }).locator('dd');
  await expect.poll(() => shown.innerText()).toBe(`${formatDeliveryDay(shippingDay(tomorrow))} if you pay today`);
  await leave();
});
