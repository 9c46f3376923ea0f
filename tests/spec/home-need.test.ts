import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const field = (page: Page) => page.getByRole('textbox', { name: 'I need' });
const card = (page: Page, name: string) => page.getByRole('article', { name });
const asked = (page: Page) => new URL(page.url()).search;

/** The calls for data that the page makes from now on. */
function calls(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('.data') || pathname === '/tools') made.push(pathname + search);
  });
  return made;
}

/** Three tools of the test's own, found by their series. */
async function series(name: string) {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const add = async (kind: string, its: object) => {
    const tool = { name: `${kind} ${name}`, description: 'Forged.', image, sku: null, ...its };
    return expectOk(await admin.call('POST', '/addTool', tool)).insertedId as string;
  };
  const steps = [{ from: 100, price: 9 }];
  const wrench = await add('Needed Wrench', { price: 10, min_quantity: 12, available_quantity: 600, steps });
  await add('Needed Pliers', { price: 6, min_quantity: 12, pack: 12, available_quantity: 600 });
  await add('Needed Plane', { price: 29, min_quantity: 6, available_quantity: 180 });
  return { wrench };
}

spec(
  '2 home.need',
  'prices follow each key without a call, the shop sorts and filters, and the quantity goes on',
  async () => {
    const { wrench } = await series('Mouse Series');
    const buyer = await newCustomer(origin);
    const { page, leave } = await visit({ origin, viewport: DESKTOP });
    await letIn(page, origin, buyer);
    await page.goto('/?q=mouse+series');
    await running(page);
    const pliers = card(page, 'Needed Pliers Mouse Series');
    await pliers.waitFor();
    const made = calls(page);

    await field(page).fill('25');
    await pliers.getByText('36 pieces', { exact: false }).waitFor();
    await field(page).press('0');
    await pliers.getByText('21 boxes of 12').waitFor();
    await pliers.getByText('$1,512').waitFor();
    await pliers.getByText('All 252 in stock').waitFor();
    await card(page, 'Needed Wrench Mouse Series').getByText('each at 250').waitFor();
    await card(page, 'Needed Plane Mouse Series').getByText('180 now').waitFor();
    await page.waitForURL(/need=250/);
    await page.getByRole('checkbox', { name: 'Can deliver all 250 2 tools' }).waitFor();
    // Typing rested here twice at most, while the test looked at the prices.
    expect(made.length).toBeLessThanOrEqual(2);

    await page.getByLabel('Sort').selectOption('Total for 250');
    await page.waitForURL(/sort=total/);
    const names = () => page.getByRole('article').getByRole('heading').allInnerTexts();
    const inOrder = ['Needed Pliers Mouse Series', 'Needed Wrench Mouse Series', 'Needed Plane Mouse Series'];
    await expect.poll(names).toEqual(inOrder);
    await page.getByRole('checkbox', { name: /^Can deliver all 250/ }).check();
    await expect.poll(names).toEqual(inOrder.slice(0, 2));
    await page.getByText('2 of', { exact: false }).filter({ hasText: 'priced for 250 pieces' }).waitFor();

    await page.getByRole('button', { name: 'Add 252 × Needed Pliers Mouse Series to order list' }).click();
    await page.getByText('252 × Needed Pliers Mouse Series added to order list.').first().waitFor();
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('all'));
    await page.goForward();
    await card(page, 'Needed Wrench Mouse Series').getByRole('link', { name: 'Order Now' }).click();
    await arrived(page, `/purchase/${wrench}`);
    expect(asked(page)).toBe('?quantity=250');
    await expect.poll(() => page.getByLabel('Quantity', { exact: true }).inputValue()).toMatch(/^250$/);
    await leave();
  },
);

test('with the keyboard alone: typed, asked at once, wrong, and cleared, and the focus stays in the field', async () => {
  await series('Keyboard Series');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/?q=keyboard+series');
  await running(page);
  await page.locator('#tools').evaluate((it) => it.scrollIntoView());
  await tabTo(page, 'I need');
  await page.keyboard.type('1,000 pcs');
  await page.keyboard.press('Enter');
  await page.waitForURL(/need=1000/);
  const wrench = card(page, 'Needed Wrench Keyboard Series');
  await wrench.getByText('$9,000').waitFor();
  await wrench.getByText('600 now').waitFor();
  await page.keyboard.type('x');
  await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
  await expect.poll(() => field(page).getAttribute('aria-invalid')).toBe('true');
  await wrench.getByText('$9,000').waitFor();
  await page.keyboard.press('Escape');
  await wrench.getByText('per piece, from $9 at 100').waitFor();
  await page.waitForURL((url) => !url.searchParams.has('need'));
  await expect.poll(async () => [await focused(page), await field(page).inputValue()]).toEqual(['I need', '']);

  await tabTo(page, 'I need 100 pieces');
  await page.keyboard.press('Enter');
  await wrench.getByText('each at 100').waitFor();
  await expect.poll(() => focused(page)).toBe('I need');
  await tabTo(page, 'I need 100, remove');
  await page.keyboard.press('Enter');
  await wrench.getByText('per piece, from $9 at 100').waitFor();
  await expect.poll(async () => [await focused(page), await field(page).inputValue()]).toEqual(['I need', '']);
  expect(new URL(page.url()).searchParams.get('q')).toBe('keyboard series');
  await leave();
});

test('on a phone: one press, the sentence stays in sight, and what nobody can deliver is said with a way on', async () => {
  await series('Phone Series');
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await page.goto('/?q=phone+series&sort=price-asc');
  await running(page);
  await page.getByRole('button', { name: 'I need 500 pieces' }).click();
  await card(page, 'Needed Wrench Phone Series').getByText('All 500 in stock').waitFor();
  await page.waitForURL(/need=500/);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('price-asc');
  await card(page, 'Needed Plane Phone Series').scrollIntoViewIfNeeded();
  const box = await field(page).boundingBox();
  expect(box && box.y >= 64 && box.y < 140, JSON.stringify(box)).toBe(true);
  await expect
    .poll(() => page.getByRole('checkbox', { name: /^Can deliver all 500/ }).boundingBox())
    .toMatchObject({ width: 20 });

  await field(page).fill('4000');
  await page.getByRole('checkbox', { name: 'Can deliver all 4,000 0 tools' }).check();
  await page.getByRole('heading', { name: 'No tool can deliver all 4,000.' }).waitFor();
  await page.getByText('The most we have of one tool is 600.').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'Ask by email' }).getAttribute('href'))
    .toMatch(/^mailto:.+4%2C000/);
  await page.getByRole('link', { name: 'Show what we have' }).click();
  await card(page, 'Needed Wrench Phone Series').getByText('600 now').waitFor();
  await leave();
});

test('without a connection the prices stay, the stock is said not to be known, and one press asks again', async () => {
  await series('Offline Series');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /Failed to (load|fetch)/ });
  await page.goto('/?q=offline+series');
  await running(page);
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await field(page).fill('250');
  await page.getByText('Stock could not be checked.').waitFor();
  const wrench = card(page, 'Needed Wrench Offline Series');
  await wrench.getByText('$2,250').waitFor();
  await wrench.getByText('Stock not checked').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await wrench.getByText('All 250 in stock').waitFor();
  await leave();
});

test('an address with a need is drawn by the server, also without scripts, and nonsense in it is no need', async () => {
  const html = async (query: string) => (await fetch(`${origin}/${query}`)).text();
  const drawn = await html('?need=250&all=1&sort=total');
  expect(drawn).toContain('priced for 250 pieces');
  expect(drawn).toMatch(/Can deliver all 250.{0,200}\d+ tools/s);
  expect(await html('?need=1,000+pcs')).toContain('priced for 1,000 pieces');
  for (const nonsense of ['0', '-1', '1e9', '%3Cscript%3Ealert(1)%3C/script%3E', "'%20or%201=1--", '9'.repeat(300)])
    expect(await html(`?need=${nonsense}&all=1&sort=total`), nonsense).not.toMatch(/priced for|alert\(1\)|or 1=1/);
});

test('the call refuses what is no need, with a reason', async () => {
  const answer = async (query: string) => {
    const heard = await fetch(`${origin}/tools?${query}`);
    return { status: heard.status, text: await heard.text() };
  };
  for (const need of ['0', '-1', '1.5', '1e3', '01', '1000001', 'many', '', '%00', '250%20'])
    expect(await answer(`need=${need}&sort=total`), need).toMatchObject({ status: 400 });
  expect(await answer('sort=total')).toMatchObject({
    status: 400,
    text: expect.stringContaining('Say for how many pieces'),
  });
  expect(await answer('all=1')).toMatchObject({ status: 400 });
  expect(await answer('need=5&all=true')).toMatchObject({ status: 400 });
  expect(await answer('need=1000000&all=1&sort=total')).toMatchObject({ status: 200 });
});
