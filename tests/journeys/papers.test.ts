import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

/** A paid purchase of two tools. */
async function paidPurchase(buyer: Somebody) {
  const tools = await Promise.all(['Claw Hammer', 'Tape Measure'].map((name) => toolNamed(origin, name)));
  const body = {
    ...{ phone: '5550142200', address: '48 Foundry Lane\nLeeds', po_number: '4500018822', job: '<b>Dock 3</b>' },
    lines: tools.map((tool) => ({ tools_id: tool._id, quantity: tool.min_quantity, tools_price: tool.price })),
  };
  const id = expectOk(await buyer.call('POST', '/purchases', body)).insertedId as string;
  const { amount } = expectOk(await buyer.call('GET', `/purchases/${id}`));
  await payFor(origin, buyer, { _id: id, amount });
  return expectOk(await buyer.call('GET', `/purchases/${id}`));
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 });

async function saved(page: Page, name: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return (await download).suggestedFilename();
}

test('the number of the invoice comes to the receipt by itself, once it is given', async () => {
  const buyer = await newCustomer(origin, 'Tove Lind');
  const { id } = await paidPurchase(buyer);
  await expect.poll(async () => expectOk(await buyer.call('GET', `/orders/${id}`)).invoice).toMatch(/^\d{4}-\d{4}$/);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, buyer);
  let given = false;
  await page.route(`**/orders/${id}`, async (route) => {
    const response = await route.fetch();
    const { invoice, ...order } = await response.json();
    await route.fulfill({ response, json: given ? { ...order, invoice } : order });
  });
  await page.goto(`/dashboard/payment/${id}`);
  await page.getByText('Here in a moment').waitFor();
  given = true;
  await page.getByRole('link', { name: /^\d{4}-\d{4}, PDF$/ }).waitFor();
  await leave();
});

test('an invoice that is being written is asked for again, but not by a hidden tab until somebody looks at it', async () => {
  const buyer = await newCustomer(origin, 'Pim Smit');
  const { number } = await paidPurchase(buyer);
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  let asked = 0;
  let written = false;
  await page.route(`${origin}/purchases/${number}/invoice`, (route) => {
    asked += 1;
    return written ? route.continue() : route.fulfill({ status: 409, json: { status: 409, code: 'invoice_coming' } });
  });
  await page.clock.install();
  await page.goto(`/dashboard/purchases/${number}/invoice`);
  await page.getByText('It is here in a moment.').waitFor();
  // A paper has its own way back, and nothing else around it.
  await expect.poll(() => page.locator('header a').allInnerTexts()).toEqual([expect.stringContaining('Toolyard')]);
  await expect.poll(() => asked).toBeGreaterThan(1);
  const hide = (hidden: boolean) =>
    page.evaluate((its) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: its });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.clock.pauseAt(Date.now() + 60_000);
  await hide(true);
  await page.clock.runFor(10_000);
  await page.waitForLoadState('networkidle');
  const before = asked;
  await page.clock.runFor(10_000);
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(before);
  await hide(false);
  await expect.poll(() => asked).toBe(before + 1);
  written = true;
  await page.clock.resume();
  await page.getByRole('article').getByText('Paid in full.').first().waitFor();
  await leave();
});

test('from the receipt to the invoice: read, printed, saved', async () => {
  const buyer = await newCustomer(origin, 'Mara Iversen');
  const { number, lines, amount } = await paidPurchase(buyer);
  // The invoice may be on its way, and is asked for again; nothing was shipped yet.
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of (404|409)/ });
  await letIn(page, origin, buyer);
  await page.setViewportSize(PHONE);
  await page.goto(`/dashboard/purchases/${number}/slip/1`);
  const back = page.getByRole('link', { name: 'Purchase', exact: true });
  const hasArrowBeside = () =>
    back.evaluate((it) => {
      const word = document.createRange();
      word.selectNode(it.lastChild as Node);
      const arrow = it.querySelector('svg')?.getBoundingClientRect();
      return arrow !== undefined && arrow.bottom > word.getBoundingClientRect().top;
    });
  await expect.poll(() => hasArrowBeside()).toBe(true);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/dashboard/payment/${lines[0]._id}`);
  await page.getByRole('link', { name: /, PDF$/ }).click();
  await arrived(page, `/dashboard/purchases/${number}/invoice`);
  await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor();
  const sheet = page.getByRole('article');
  for (const words of [dollars.format(amount), 'Paid in full.', '4500018822', '<b>Dock 3</b>', 'Claw Hammer'])
    await sheet.getByText(words).first().waitFor();
  const [invoice] = (await sheet.innerText()).match(/\d{4}-\d{4}/) ?? [];
  await expect.poll(() => page.title()).toBe(`Invoice ${invoice} | Toolyard`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).press('Enter');
  await page.locator('body[data-printed]').waitFor();
  expect(await saved(page, 'Invoice, PDF')).toBe(`Invoice ${invoice}.pdf`);
  const { authorization } = buyer;
  const file = await fetch(`${origin}/purchases/${number}/invoice.pdf`, { headers: { authorization } });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  // Light, whichever way the page is dark.
  for (const theme of ['dark', undefined]) {
    await page.evaluate((its) => {
      if (its) document.documentElement.dataset.theme = its;
      else delete document.documentElement.dataset.theme;
    }, theme);
    for (const part of ['html', 'body', 'article'])
      await expect
        .poll(() =>
          page
            .locator(part)
            .first()
            .evaluate((it) => {
              const { backgroundColor, color, colorScheme } = getComputedStyle(it);
              return [backgroundColor, color, colorScheme];
            }),
        )
        .toEqual(['rgba(0, 0, 0, 0)', part === 'html' ? 'rgb(0, 0, 0)' : 'rgb(31, 35, 38)', 'light']);
  }
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Purchase' }).click();
  await page.getByText(`Invoice ${invoice}`).waitFor();
  await page.getByText('PO 4500018822').waitFor();
  await leave();
});

test('a packing slip of what was shipped, for its customer on a phone and for admins; nobody else', async () => {
  const [buyer, stranger, admin] = await Promise.all([
    newCustomer(origin, 'Noor Haddad'),
    newCustomer(origin, 'Otto Lang'),
    theAdmin(origin),
  ]);
  const { number, id } = await paidPurchase(buyer);
  expectOk(await admin.call('POST', `/purchases/${id}/shipments`, { carrier: 'UPS', tracking: '1Z 4471' }));
  for (const who of [buyer, admin]) {
    const { page, leave } = await visit({ origin, viewport: PHONE });
    await letIn(page, origin, who);
    await page.goto(`/dashboard/purchases/${number}`);
    await page.getByRole('link', { name: /^(Open: Packing slip|Packing slip: Shipment 1)$/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Packing slip' }).waitFor();
    await page.getByText('1Z 4471').waitFor();
    await expect.poll(() => page.getByRole('article').innerText()).not.toContain('$');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    // It is read at its size, and moved inside.
    await expect.poll(async () => (await page.getByRole('article').boundingBox())?.width).toBeGreaterThan(790);
    expect(await saved(page, 'Packing slip, PDF')).toBe(`Packing slip ${number} part 1.pdf`);
    await leave();
  }
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: /status of 404/ });
  await letIn(page, origin, stranger);
  for (const paper of ['invoice', 'slip/1']) {
    await page.goto(`/dashboard/purchases/${number}/${paper}`);
    await page.getByRole('heading', { name: 'There is no such purchase among yours' }).waitFor();
  }
  await letIn(page, origin, admin);
  for (const paper of ['', '/invoice', '/slip/1']) {
    await page.goto(`/dashboard/purchases/P-99999999${paper}`);
    await page.getByRole('heading', { name: 'There is no such purchase', exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Manage All Orders' }).waitFor();
  }
  await leave();
});
