import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Purchase } from '#model/orders/order.ts';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { ofMany } from '../harness/long-purchase.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';
import { change } from '../screens/network.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

/** Toasts stay for ten times as long: on a busy machine one would be gone before the dialog is there. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const later = setTimeout;
    const longer = (act: () => void, ms = 0, ...its: []) => later(act, ms < 5_000 ? ms : ms * 10, ...its);
    Object.assign(globalThis, { setTimeout: longer });
  });

/** A paid purchase of 47 lines at the desk, with a dialog open. */
async function openDesk(act: 'Ship' | 'Refund', viewport = DESKTOP) {
  const buyer = await newCustomer(origin, 'Bea Bulk');
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  await payFor(origin, buyer, order);
  const { page, leave } = await visit({ origin, viewport, expectedErrors: /status of (409|404)|ERR_FAILED/ });
  await letIn(page, origin, await theAdmin(origin));
  await change<Purchase>(page, '/purchases/', ofMany(47));
  await keepToasts(page);
  await page.goto(`/dashboard/purchases/${order.number}`);
  await page.getByRole('button', { name: act, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: act });
  const pieces = dialog.getByLabel(/^Pieces: /);
  await pieces.nth(46).waitFor();
  return { page, leave, dialog, pieces, submit: dialog.getByRole('button', { name: new RegExp(`^${act}`) }) };
}

const top = (it: Locator) => it.evaluate((its) => its.getBoundingClientRect().top);
const bottom = (it: Locator) => it.evaluate((its) => its.getBoundingClientRect().bottom);

/** Whether it is in view, above the foot of its dialog. */
const inView = async (it: Locator, dialog: Locator) =>
  (await top(it)) >= 0 && (await bottom(it)) <= (await top(dialog.locator('.dialog__foot')));

test.each([
  ['Ship', DESKTOP],
  ['Ship', PHONE],
  ['Refund', DESKTOP],
] as const)('%s with a wrong number out of sight goes to it: %o', async (act, viewport) => {
  const { leave, page, dialog, pieces, submit } = await openDesk(act, viewport);
  await pieces.first().fill('999');
  const last = act === 'Ship' ? dialog.getByLabel('Tracking number') : dialog.getByLabel('Reason');
  await last.focus();
  await expect.poll(() => bottom(pieces.first())).toBeLessThan(0);
  await submit.click();
  await expect.poll(() => focused(page)).toBe('Pieces: Bulk Part 1');
  const problem = dialog.getByText('999 is more than 24. Enter 0 to 24.');
  await expect.poll(() => pieces.first().getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
  await expect.poll(() => inView(pieces.first(), dialog)).toBe(true);
  await expect.poll(() => inView(problem, dialog)).toBe(true);
  await leave();
});

test('why a long Ship was refused is read where it is pressed', async () => {
  const { leave, page, dialog, pieces, submit } = await openDesk('Ship');
  await page.route('**/purchases/*/shipments', (route) => route.abort());
  await pieces.first().focus();
  await submit.click();
  const problem = dialog.getByText(/cannot be reached/);
  await problem.waitFor();
  await expect.poll(() => inView(problem, dialog)).toBe(true);
  await leave();
});

test('of a long dialog nothing shows below its buttons', async () => {
  for (const viewport of [DESKTOP, { width: 1280, height: 720 }, PHONE]) {
    const { leave, dialog } = await openDesk('Ship', viewport);
    await expect.poll(() => bottom(dialog.locator('.dialog__foot'))).toBe(viewport.height);
    await leave();
  }
});

/** How many toasts there are, and on which controls of the dialog one lies. */
const toastsOn = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((it) => it.getBoundingClientRect());
    const controls = [...document.querySelectorAll<HTMLElement>('.dialog :is(button, input, select)')].filter((it) => {
      const its = it.getBoundingClientRect();
      return toasts.some(
        (one) => one.left < its.right && its.left < one.right && one.top < its.bottom && its.top < one.bottom,
      );
    });
    return [toasts.length, controls.map((it) => it.innerText || it.getAttribute('aria-label'))];
  });

test('no toast lies on the buttons of the question that follows it', async () => {
  const buyer = await newCustomer(origin, 'Tia Toast');
  const tools = [await newTool(origin, 'Bulk Rasp'), await newTool(origin, 'Bulk File')];
  const set = tools.map(({ id }) => ({ tool: id, quantity: 24, seen_price: 10, added_at: 1_795_000_000_000 }));
  expectOk(await buyer.call('PATCH', '/orderList', { set, remove: [] }));
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, buyer);
  await keepToasts(page);
  await page.goto('/order-list');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await page.getByRole('button', { name: 'Save as list' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Van stock');
  await page.getByRole('dialog').getByRole('button', { name: 'Save list' }).click();
  await page.locator('.toast').waitFor();
  await page.getByRole('button', { name: 'Order 2 tools' }).first().click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
  await expect.poll(() => toastsOn(page)).toEqual([1, []]);
  await leave();
});

test.each([{ width: 1280, height: 720 }, { width: 820, height: 1180 }, PHONE])(
  'nor on those of a long dialog: %o',
  async (viewport) => {
    const { page, leave, submit } = await openDesk('Ship', viewport);
    await page.route('**/purchases/*/shipments', (route) =>
      route.fulfill({ status: 201, json: { acknowledged: true, insertedId: crypto.randomUUID(), no: 1 } }),
    );
    await submit.click();
    await page.locator('.toast').waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Refund' })
      .getByLabel(/^Pieces: /)
      .first()
      .waitFor();
    await expect.poll(() => toastsOn(page)).toEqual([1, []]);
    await leave();
  },
);
