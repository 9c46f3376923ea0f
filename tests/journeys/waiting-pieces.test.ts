import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { expectOk, newTool as newOwnTool, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const { origin, folder } = theShop();
const { visit } = useBrowser();

/** A tool of the test's own: 180 are there, and some may be sold ahead of the next delivery. */
async function newTool() {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const tool = {
    ...{ name: `Bench Plane ${process.pid}`, description: 'Planed.', image, sku: `WAIT-${process.pid}` },
    ...{ price: 10, min_quantity: 6, available_quantity: 180, restock_at: '2099-12-03', backorder_limit: 100 },
  };
  return { id: expectOk(await admin.call('POST', '/addTool', tool)).insertedId as string, name: tool.name, admin };
}

test('what is missing waits: chosen on the order list, paid with the rest, shipped in parts, and cancelled with money back', async () => {
  const { id, name, admin } = await newTool();
  const buyer = await newCustomer(origin, 'Dana Ortiz');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_CONNECTION_RESET/ });
  await letIn(page, origin, buyer);
  await page.goto(`/purchase/${id}?quantity=180`);
  await page.getByRole('button', { name: 'Add to order list' }).click();
  await page.getByRole('button', { name: 'Open order list' }).first().click();
  const quantity = page.getByRole('textbox', { name: `Quantity: ${name}` });
  await quantity.fill('250');
  await quantity.press('Enter');
  await page.getByText('Only 180 in stock. All 250 keep the price of $10.').waitFor();
  await page.getByRole('button', { name: '180 now, 70 on 3 Dec 2099' }).click();
  await page.getByText('180 now, 70 from 3 Dec 2099').waitFor();
  await page.getByText(/^180 ship by .*, 70 by 10.Dec 2099, if you pay today$/).waitFor();
  // The choice is kept with the list.
  await page.getByLabel('Phone').fill('5550142200');
  await expect
    .poll(async () => expectOk(await buyer.call('GET', '/orderList')).lines)
    .toMatchObject([{ quantity: 250, wait_for: '2099-12-03' }]);
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await page.locator('.docket').getByRole('button', { name: 'Order 1 tool' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await asked
    .getByText('70 of them ship when they are here; cancel them until then and you get the money back.')
    .waitFor();
  await asked.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('link', { name: 'Pay $1,750' }).waitFor();

  const [order] = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  expect(order.waiting).toEqual({ pieces: 70, date: '2099-12-03', place: 1 });
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByText('70 of them are expected on 3 Dec 2099. They ship when they are here;').waitFor();
  await payFor(origin, buyer, order);
  await page.reload();
  await page.getByText(/^180 ship by .*, 70 by 10.Dec.2099$/).waitFor();
  await page.goto('/dashboard/myorders');
  await page.getByText('70 wait for 3 Dec 2099, place 1 in the queue').waitFor();
  const desk = await visit({ origin, viewport: DESKTOP });
  await letIn(desk.page, origin, admin);
  await desk.page.goto(`/dashboard/manageTools/${id}/stock`);
  await desk.page.getByText('Available to order, 70 sold ahead').waitFor();
  await desk.page.getByRole('textbox', { name: /^Pieces/ }).fill('50');
  await desk.page.getByText('70 pieces wait; 50 go to them.').waitFor();
  await desk.page.goto(`/dashboard/manageAllOrders?search=${order.number}`);
  await desk.page.getByRole('button', { name: /^Mark shipped: order / }).click();
  await desk.page.getByText(/180 pieces marked shipped, 70 wait for a delivery\./).waitFor();
  await desk.page.getByText('70 to send, 180 sent').waitFor();
  await desk.leave();
  expect((await admin.call('POST', `/purchases/${order._id}/shipments`, {})).body.code).toBe('pieces_awaited');

  // A delivery that comes much later is asked about, once its mail has left.
  const { version } = expectOk(await admin.call('GET', `/tools/${id}/managed`));
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version, restock_at: '2100-02-03' }));
  const sql = await runningShopSql(folder);
  onTestFinished(() => sql.end());
  await sql`update job set run_at = now() where kind = 'tell-waiting'`;
  await expect
    .poll(async () => expectOk(await buyer.call('GET', `/myorders/${buyer.email}`))[0].waiting)
    .toEqual({ pieces: 70, date: '2100-02-03', place: 1, answer_by: '2099-12-03' });
  await page.goto('/dashboard/myorders');
  await page.getByRole('link', { name: /^Keep waiting\? Answer by 3.Dec.2099/ }).click();
  await page.getByText('The delivery now comes on 3 Feb 2100. Do you keep waiting?').waitFor();
  await page
    .getByText('Without your yes by 3 Dec 2099 we cancel the 70, and $490 goes back to the card that paid.')
    .waitFor();
  await page.route('**/keep-waiting', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: `Keep waiting: ${name}` }).click();
  await expect.poll(() => focused(page)).toContain('Your yes is not there yet; try again.');
  await page.unroute('**/keep-waiting');
  await page.getByRole('button', { name: `Keep waiting: ${name}` }).click();
  await page.getByText('Kept. It waits for 3 Feb 2100.').waitFor();
  await page.getByText('You keep waiting', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Do you keep waiting?').count()).toBe(0);
  await expect.poll(() => focused(page)).toBe(`Purchase ${order.number}`);

  await page.goto(`/dashboard/purchases/${order.number}`);
  await page.getByText(/^To change a paid order, write to \S+@\S+\.$/).waitFor();
  await page.getByRole('button', { name: `Cancel the 70: ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel the 70?' });
  await question
    .getByText('You get $490 back to the card that paid. The other 180 stay, at the price you paid.')
    .waitFor();
  await question.getByRole('button', { name: 'Keep them' }).click();
  await page.getByRole('button', { name: `Cancel the 70: ${name}` }).click();
  await question.getByRole('button', { name: 'Cancel the 70' }).click();
  await page.getByText('$490 goes back to the card that it came from.').first().waitFor();
  await page.getByText('Refund of $490').waitFor();
  await page.getByText('All shipped').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Cancel the / }).count()).toBe(0);
  await expect.poll(() => focused(page)).toBe(`Purchase ${order.number}`);
  await leave();
});

test('a restock on the Details page counts what those who wait have got', async () => {
  const its = { available_quantity: 180 };
  const { id, admin } = await newOwnTool(origin, 'Awaited Plane', its);
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, restock_at: '2099-12-03', backorder_limit: 100 }));
  const lines = [{ tools_id: id, quantity: 250, tools_price: 10, mayWait: true }];
  const contact = { phone: '5550142200', address: '48 Foundry Lane, Leeds' };
  const buyer = await newCustomer(origin, 'Dana Ortiz');
  expectOk(await buyer.call('POST', '/purchases', { ...contact, lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, admin);
  await page.goto(`/dashboard/manageTools/${id}`);
  await page.getByRole('button', { name: 'Change stock' }).click();
  const panel = page.getByRole('dialog', { name: 'Stock' });
  await panel.getByLabel('Pieces').fill('70');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('0 available now. Saved.').waitFor();
  await expect.poll(() => panel.getByText('pieces wait').count()).toBe(0);
  await panel.getByLabel('Pieces').fill('10');
  await panel.getByText('0 becomes 10.').waitFor();
  await leave();
});

test('a delivery that comes short: the owner is told that no day is left, where to enter one, and no longer once it is there', async () => {
  const its = { available_quantity: 30, restock_at: '2099-12-03', backorder_limit: 100 };
  const { id, name, admin } = await newOwnTool(origin, 'Short Plane', its);
  const lines = [{ tools_id: id, quantity: 100, tools_price: 10, mayWait: true }];
  const contact = { phone: '5550142200', address: '48 Foundry Lane, Leeds' };
  const buyer = await newCustomer(origin, 'Dana Ortiz');
  expectOk(await buyer.call('POST', '/purchases', { ...contact, lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, admin);
  await page.goto(`/dashboard/manageTools/${id}/stock`);
  await page.getByLabel('Pieces').fill('40');
  await page.getByText('70 pieces wait; 40 go to them. The delivery of 3 Dec 2099 counts as arrived.').waitFor();
  await page.getByLabel('Reason').selectOption('Other');
  await expect.poll(() => page.getByText('counts as arrived').count()).toBe(0);
  await page.getByLabel('Reason').selectOption('Delivery');
  await page.getByRole('button', { name: 'Save' }).click();
  const told = '30 go on waiting and no delivery is expected: enter its day in Details.';
  await page.getByText(`Saved. 70 pieces wait; 40 go to them. ${told}`).first().waitFor();
  await page.reload();
  await page.getByText(told).waitFor();

  await page.goto('/dashboard/manageTools');
  const notice = page.locator('.notice', { hasText: 'wait for a delivery that has no day' });
  await notice.getByText(`${name} 30`).waitFor();
  await notice.getByRole('link', { name }).click();
  await page.getByText(told).waitFor();
  await page.getByLabel('Next delivery arrives').fill('2099-12-20');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByText(told).count()).toBe(0);
  await page.goto('/dashboard/manageTools');
  await page.getByRole('link', { name }).waitFor();
  await expect.poll(() => notice.getByText(name).count()).toBe(0);

  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('Delivery 20 Dec 2099').waitFor();
  await row.getByRole('button', { name: /^Stock/ }).click();
  const panel = page.getByRole('dialog', { name: 'Stock' });
  await panel.getByLabel('Pieces').fill('20');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('available now. Saved.').waitFor();
  await panel.getByRole('button', { name: 'Close' }).last().click();
  await row.getByText('Out of stock').waitFor();
  await notice.getByText(`${name} 10`).waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete tool' }).click();
  await notice.getByText(`${name} 10 (archived)`).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row.waitFor();
  await expect.poll(() => notice.getByText(`${name} 10 (archived)`).count()).toBe(0);
  await leave();
});
