import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, orderOf, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const LABEL = 'Find tools, orders and pages';
const box = (page: Page) => page.getByRole('combobox', { name: LABEL });
const said = (page: Page) => page.locator('.seek__said');
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const listed = (page: Page) => page.locator('.header .listed');

/** What a screen reader hears as chosen, by the field. */
const active = async (page: Page): Promise<string> => {
  const id = await box(page).getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"]`).innerText()).split('\n')[0] ?? '';
};

async function opened(page: Page, path = '/') {
  await page.goto(path);
  await running(page);
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
}

test('by mouse: 250 pliers go into the order list as 21 boxes, and the palette stays open for the next', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/');
  await running(page);
  await page.getByRole('button', { name: LABEL }).click();
  // Other journeys have pliers of their own.
  await box(page).fill('250 combination pliers');
  await expect
    .poll(() => said(page).innerText())
    .toBe('250 pieces of “combination pliers”: 1 tool. Enter adds 252, 21 boxes of 12.');
  await option(page, /^Combination Pliers.*All 252 in stock.*\$1,764\s*252 × \$7$/).click();
  await page.getByText('252 × Combination Pliers 190 mm added to order list.').waitFor();
  await expect.poll(() => listed(page).innerText()).toMatch(/^1\s*tool$/);
  const selected = () => box(page).evaluate((it: HTMLInputElement) => [it.selectionStart, it.selectionEnd]);
  await expect
    .poll(async () => [await focused(page), await selected()])
    .toEqual([LABEL, [0, '250 combination pliers'.length]]);
  await page.keyboard.type('combination pliers 12');
  await said(page).getByText('Enter adds 12, 1 box of 12.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Now 264 in your order list.').waitFor();
  await page.getByRole('button', { name: 'Open order list' }).click();
  await arrived(page, '/order-list');
  await box(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('textbox', { name: /^Quantity: Combination/ }).inputValue()).toBe('264');
  await leave();
});

test('what is typed before it has opened is its own, and goes into no other field', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/?need=250');
  await running(page);
  const need = page.getByLabel(/^I need/).first();
  await need.focus();
  const answers = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('250 plierss');
  await page.keyboard.press('Backspace');
  answers.resolve();
  await expect.poll(() => box(page).inputValue()).toBe('250 pliers');
  await page.keyboard.type(' x');
  await expect.poll(() => box(page).inputValue()).toBe('250 pliers x');
  await expect.poll(() => need.inputValue()).toBe('250');
  await leave();
});

test('by keyboard alone: keys move, Ctrl Enter opens the tool at the quantity, Escape clears and then closes', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/');
  await running(page);
  await tabTo(page, LABEL);
  await page.keyboard.press('Enter');
  await box(page).waitFor();
  await expect.poll(() => active(page)).toBe('Order list');
  const first = await active(page);
  await page.keyboard.press('End');
  await expect.poll(() => active(page)).toBe('Switch theme');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => active(page)).toBe(first);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => active(page)).toBe('Switch theme');
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  const all = (await page.getByRole('option').allInnerTexts()).map((it) => it.trim());
  await expect.poll(() => active(page)).toBe(all[5]);
  await page.keyboard.press('PageUp');
  await expect.poll(() => active(page)).toBe(first);

  await page.keyboard.type('HT-WRA-250 x 400');
  await option(page, /^Adjustable Wrench/).waitFor();
  await expect.poll(() => said(page).innerText()).toBe('400 pieces of “HT-WRA-250”: 1 tool. Enter adds 400.');
  await page.keyboard.press('Escape');
  await expect.poll(() => box(page).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(LABEL);

  await page.keyboard.press('Control+k');
  await box(page).fill('blogs');
  await option(page, 'Blogs').waitFor();
  await page.keyboard.press('Enter');
  await arrived(page, '/blogs');
  await expect.poll(() => focused(page)).toBe('Blogs');
  await box(page).waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await box(page).fill('ht wra 250');
  await expect.poll(() => said(page).innerText()).toMatch(/^1 tool. Enter adds \d+, the minimum.$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('HT-WRA-250 x 400');
  await said(page).getByText('400 pieces').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/purchase\/[\w-]+\?quantity=400|\/login/);
  await leave();
});

test('on a phone it fills the screen, without keys, and nothing scrolls sideways', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE, touch: true });
  await page.goto('/');
  await running(page);
  await page.getByRole('button', { name: LABEL }).tap();
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await box(page).fill('20x claw hammer');
  await option(page, /^Claw Hammer/).waitFor();
  const { x, y, width, height } = (await dialog.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  expect([x, y, width, height]).toEqual([0, 0, PHONE.width, PHONE.height]);
  await expect.poll(() => page.getByText('add to order list').isVisible()).toBe(false);
  await expect.poll(() => dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await option(page, /^Claw Hammer.*Minimum is 24/).tap();
  await page.getByText('24 × Claw Hammer 16 oz added to order list.').waitFor();
  await page.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await leave();
});

test('on the narrowest phones it opens by touch, too', async () => {
  const { page, leave } = await visit({ origin, viewport: { width: 320, height: 568 } });
  await page.goto('/');
  await running(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const [menu, find] = ['Open menu', LABEL].map((name) => page.getByRole('button', { name }));
  expect(await find?.boundingBox()).toMatchObject({ width: 44, height: 44 });
  expect((await menu?.boundingBox())?.x).toBeLessThanOrEqual(320 - 44);
  await find?.click();
  await box(page).waitFor();
  await leave();
});

test('customers find their own orders, by number, tool and part, and nobody else finds them', async () => {
  const buyer = await newCustomer(origin, 'Wren Tailor');
  const admin = await theAdmin(origin);
  const order = await orderOf(origin, buyer, { tool: 'Tape Measure' });
  await payFor(origin, buyer, order);
  const shipment = { carrier: 'UPS', tracking: '1Z 4471 2101' };
  expectOk(await admin.call('POST', `/purchases/${order._id}/shipments`, shipment));
  const number = expectOk(await buyer.call('GET', `/orders/${order._id}`)).number as string;
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  await context.route(/ups\.com/, (route) => route.fulfill({ contentType: 'text/html', body: 'Followed' }));
  await letIn(page, origin, buyer);
  await opened(page);
  await box(page).fill('tape measures');
  await option(page, new RegExp(`^${number} Tape Measure.*Shipped$`)).waitFor();
  // The tools of the words before give way, and what stands below them moves.
  const tools = page.waitForResponse(
    (it) => new URL(it.url()).searchParams.get('q')?.toLowerCase() === number.toLowerCase(),
  );
  await box(page).fill(number);
  await tools;
  await option(page, `Track ${number} 1Z 4471 2101`).waitFor();
  await expect
    .poll(() => page.getByRole('group', { name: 'Pages' }).getByRole('option').allInnerTexts())
    .toContain('My Orders');
  const carrier = context.waitForEvent('page');
  await option(page, `Track ${number}`).click();
  expect((await carrier).url()).toContain('ups.com/track?tracknum=1Z%204471%202101');
  await (await carrier).close();
  // A tool that is found by the same words is not what a whole number means, however soon Enter is pressed.
  await newTool(origin, `Bit Set ${number}`);
  await opened(page);
  await box(page).fill(number);
  await page.keyboard.press('Enter');
  await arrived(page, `/dashboard/purchases/${number}`);
  await leave();

  const other = await newCustomer(origin, 'Sam Reyes');
  for (const who of [other, undefined]) {
    const visitor = await visit({ origin, viewport: DESKTOP });
    if (who) await letIn(visitor.page, origin, who);
    await opened(visitor.page);
    await box(visitor.page).fill(number);
    await said(visitor.page)
      .getByText(/^(Nothing for|\d)/)
      .waitFor();
    await expect.poll(() => visitor.page.getByRole('group', { name: 'Your orders' }).count()).toBe(0);
    await visitor.leave();
  }
});

test('admins open the page of a tool, and nothing is added', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  const wrench = await toolNamed(origin, 'Adjustable Wrench');
  await opened(page);
  await option(page, 'Manage Tools').or(option(page, 'Manage All Orders')).first().waitFor();
  await box(page).fill('HT-WRA-250 x 400');
  await option(page, /^Adjustable Wrench/).waitFor();
  await expect.poll(() => said(page).innerText()).toBe('400 pieces of “HT-WRA-250”: 1 tool.');
  await page.keyboard.press('Enter');
  await arrived(page, `/dashboard/manageTools/${wrench._id}`);
  await expect
    .poll(() => page.evaluate(() => ['order-list' in localStorage, 'own-list' in localStorage]))
    .toEqual([false, false]);
  await leave();
});

test('what is typed quickly counts: old results stay on the screen and are not what Enter takes', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await opened(page);
  await box(page).fill('combination pliers');
  await option(page, /^Combination Pliers/).waitFor();
  let free = () => {};
  const held = new Promise<void>((go) => {
    free = go;
  });
  const asked: string[] = [];
  await page.route(/\/tools\?/, async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    asked.push(q);
    await held;
    await route.continue().catch(() => undefined);
  });
  await box(page).fill('40 saw');
  await expect.poll(() => asked).toContain('saw');
  await expect.poll(() => option(page, /^Combination Pliers/).count()).toBe(1);
  await box(page).fill('20x claw hammer');
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toContain('claw hammer');
  await expect.poll(() => listed(page).count()).toBe(0);
  free();
  await page.getByText(/24 × Claw Hammer .* added to order list\./).waitFor();
  await expect.poll(() => option(page, /Saw/).count()).toBe(0);
  await expect.poll(() => listed(page).innerText()).toMatch(/^1\s*tool$/);
  await leave();
});

test('without a connection the text stays, and is looked for again', async () => {
  const { page, leave, context } = await visit({
    origin,
    viewport: DESKTOP,
    expectedErrors: /ERR_INTERNET_DISCONNECTED/,
  });
  await opened(page);
  await context.setOffline(true);
  await box(page).fill('250 pliers');
  await said(page).getByText('The tools did not load.').waitFor();
  await expect.poll(() => page.getByRole('option', { name: 'Ask by email' }).count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await option(page, /^Combination Pliers/).waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('250 pliers');
  await leave();
});

test('a palette that cannot be loaded says so, and opens once it can', async () => {
  const { page, leave } = await visit({
    origin,
    viewport: DESKTOP,
    expectedErrors: /Failed to load resource|ERR_FAILED/,
  });
  await page.goto('/');
  await running(page);
  await page.route(/palette-[\w-]+\.js/, (route) => route.abort());
  await page.getByRole('button', { name: LABEL }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await toasts.getByText('The search did not open. Try again.').waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: LABEL }).click();
  await box(page).waitFor();
  await leave();
});

test('what nobody sells can be asked for by email; a slip is put right by one press; a wrong quantity is refused', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await opened(page);
  await box(page).fill('zzqqxx 50');
  await expect.poll(() => said(page).innerText()).toBe('Nothing for “zzqqxx”.');
  await option(page, 'Ask by email').waitFor();
  await box(page).fill('250 plyers');
  await expect
    .poll(() => said(page).innerText())
    .toMatch(/^Nothing for “plyers”. Did you mean pliers\? Enter adds 252/);
  await page.getByRole('button', { name: 'pliers', exact: true }).click();
  await expect.poll(async () => [await box(page).inputValue(), await focused(page)]).toEqual(['250 pliers', LABEL]);
  await box(page).fill('0 pliers');
  await expect.poll(() => said(page).innerText()).toBe('Enter a whole number from 1 to 1,000,000.');
  await page.keyboard.press('Enter');
  await expect.poll(async () => [await box(page).inputValue(), await listed(page).count()]).toEqual(['0 pliers', 0]);
  await leave();
});

test('the quantity that home is priced for is used where none is typed', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await opened(page, '/?need=250');
  await box(page).fill('pliers');
  await said(page).getByText('250 pieces of “pliers”').waitFor();
  await box(page).fill('24 pliers');
  await said(page).getByText('24 pieces of “pliers”').waitFor();
  await leave();
});

test('it does not open over a dialog', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE });
  // Opened once, so that it would open at once.
  await opened(page, '/login');
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  const frames = () => page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+k');
  await frames();
  await expect.poll(() => box(page).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.keyboard.press('Control+k');
  await frames();
  await expect.poll(() => box(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
  await leave();
});

test('hostile texts are searched for as texts', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await opened(page);
  for (const text of [
    '<img src=x onerror=alert(1)>',
    '250 %00',
    "' or 1=1 --",
    '\u202Eabc 5',
    '𝔭liers',
    'x x x x',
    '1'.repeat(99),
  ]) {
    await box(page).fill(text);
    await said(page)
      .getByText(/^(Nothing for|\d)/)
      .waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await expect.poll(() => page.locator('.seek img[src="x"]').count()).toBe(0);
  await leave();
});

test('the quantity of the address is that of the form: before one of an earlier visit, and again when it changes', async () => {
  const tool = await newTool(origin, 'Counted Wrench');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await page.goto('/blogs');
  await page.evaluate(
    (wanted) => sessionStorage.setItem('mine:wanted-tool', wanted),
    JSON.stringify({ id: tool.id, name: tool.name, quantity: 36 }),
  );
  await page.goto(`/purchase/${tool.id}?quantity=500`);
  await expect.poll(() => quantity.inputValue()).toBe('500');
  await page.keyboard.press('Control+k');
  await box(page).fill(`${tool.sku} x 400`);
  await said(page).getByText('400 pieces').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/quantity=400/);
  await expect.poll(() => quantity.inputValue()).toBe('400');
  await leave();
});
