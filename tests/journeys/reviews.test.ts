import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { holdNext } from '../harness/hold-next.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, send, theAdmin } from '../harness/people.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { expectOk } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { signIn } from '../screens/stage.ts';

const { origin, folder } = theShop();
const { visit } = useBrowser();

async function visitAs(somebody: Somebody, expectedErrors = /status of 400/) {
  // A hide without a reason is refused, which the browser reports in its console.
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors });
  await signIn(visitor.context, origin, somebody);
  return visitor;
}

const reviewOn = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('an admin hides a review with a reason: it leaves home, the list, counts and structured data; and comes back', async () => {
  const text = `Cheaper at ${randomUUID()}`;
  const writer = await newCustomer(origin);
  expectOk(await writer.call('POST', '/addreview', { review: text, star: 1 }));
  const home = await visit({ origin, viewport: DESKTOP });
  await home.page.goto('/');
  await reviewOn(home.page, text).waitFor();
  const total = async () => (await fetch(`${origin}/review?limit=1`)).headers.get('x-total-count');
  const shown = Number(await total());

  const { page, leave } = await visitAs(await theAdmin(origin));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Reviews', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: text });
  await row.getByText(writer.email).waitFor();
  await row.getByRole('button', { name: /^Hide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide this review?' });
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await dialog.getByText('Say why the review is hidden.').waitFor();
  await dialog.getByLabel('Reason').fill('Advertises a competitor');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await row.getByText('Advertises a competitor').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Show again/);
  // It stays while the pointer is on it, however long the rest takes.
  await page.getByRole('button', { name: 'Undo' }).hover();

  const answers = async () =>
    (await (await fetch(`${origin}/`)).text()) + (await (await fetch(`${origin}/review`)).text());
  await expect.poll(() => answers()).not.toContain(text);
  await expect.poll(async () => Number(await total())).toBe(shown - 1);
  await home.page.reload();
  await home.page.getByRole('article').first().waitFor();
  await expect.poll(() => reviewOn(home.page, text).count()).toBe(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByRole('button', { name: /^Hide/ }).click();
  await dialog.getByLabel('Reason').fill('Advertises a competitor');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await row.getByText('Advertises a competitor').waitFor();
  await page.getByRole('tab', { name: /^Hidden/ }).click();
  await row.getByRole('button', { name: /^Show again/ }).click();
  await row.getByRole('button', { name: /^Hide/ }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Hide/);
  await expect.poll(() => answers()).toContain(text);
  await expect.poll(async () => Number(await total())).toBe(shown);
  await home.leave();
  await leave();
});

test('a second review of a day replaces the first, and the page says so before and after', async () => {
  const words = randomUUID();
  const { page, leave } = await visitAs(await newCustomer(origin));
  const write = async (text: string) => {
    await page.getByRole('radio', { name: '4.5 out of 5' }).check({ force: true });
    await page.getByLabel('Review', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('You wrote a review today.').and(page.locator(':visible')).waitFor();
    await page.getByRole('status').filter({ hasText: text }).waitFor();
  };
  await page.goto('/dashboard/review');
  await page.getByText('another one on the same day replaces it').waitFor();
  await write(`First ${words}`);
  await page.reload();
  await page.getByText(`First ${words}`).waitFor();
  await write(`Second ${words}`);
  await page.goto('/');
  await reviewOn(page, `Second ${words}`).waitFor();
  await expect.poll(() => reviewOn(page, `First ${words}`).count()).toBe(0);
  await leave();
});

test('what is added to a review while it is being sent stays, to replace it', async () => {
  const { page, leave } = await visitAs(await newCustomer(origin));
  await page.goto('/dashboard/review');
  const review = page.getByLabel('Review', { exact: true });
  await page.getByRole('radio', { name: '4.5 out of 5' }).check({ force: true });
  await review.fill('Arrived on time.');
  const letGo = await holdNext(page, '**/addreview', 'POST');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await review.fill('Arrived on time. Well packed.');
  letGo();
  await page.getByText('Thanks for review us!').first().waitFor();
  await expect.poll(() => review.inputValue()).toBe('Arrived on time. Well packed.');
  await leave();
});

test.each([DESKTOP, PHONE])(
  'of a long review $width px wide pages show four lines and "Read more", of a short one all',
  async (viewport) => {
    const sql = await runningShopSql(folder);
    onTestFinished(() => sql.end());
    const word = randomUUID();
    const long = `${word} ${'The sockets fit without play. '.repeat(40)}The end.`;
    await sql`insert into review (name, review, star) values ('Ann Long', ${long}, 5), ('Ben Short', ${`Good. ${word}`}, 4)`;
    // Written past the shop, so shown when the cached page is a second old.
    await expect.poll(async () => (await fetch(`${origin}/`)).text()).toContain(word);
    const { page, leave } = await visit({ origin, viewport });
    await page.goto('/');
    const [longOne, shortOne] = [reviewOn(page, 'Ann Long').first(), reviewOn(page, `Good. ${word}`)];
    const more = longOne.getByRole('button', { name: 'Read more of the review by Ann Long' });
    await more.waitFor();
    await expect.poll(() => shortOne.getByRole('button').count()).toBe(0);
    const lines = () =>
      longOne
        .locator('blockquote')
        .evaluate((it) => Math.round(it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight)));
    await expect.poll(() => lines()).toBe(4);
    await more.focus();
    await page.keyboard.press('Enter');
    await longOne.getByRole('button', { name: 'Show less of the review by Ann Long', expanded: true }).waitFor();
    await expect.poll(() => lines()).toBeGreaterThan(4);
    await page.keyboard.press('Enter');
    await expect.poll(lines).toBe(4);
    await leave();
  },
);

test('the calls of the list are for admins only, and nothing of a hidden review is told to others', async () => {
  const writer = await newCustomer(origin);
  expect((await writer.call('GET', '/manageReview')).status).toBe(403);
  expect((await send(origin, 'GET', '/manageReview')).status).toBe(401);
});

test('a review that its writer replaced meanwhile is not hidden, and the new one is there to be read', async () => {
  const words = randomUUID();
  const writer = await newCustomer(origin);
  expectOk(await writer.call('POST', '/addreview', { review: `First ${words}`, star: 1 }));
  const { page, leave } = await visitAs(await theAdmin(origin), /status of 409/);
  await page.goto('/dashboard/reviews');
  const row = page.getByRole('row').filter({ hasText: words });
  await row.getByText('First').waitFor();
  expectOk(await writer.call('POST', '/addreview', { review: `Second ${words}`, star: 5 }));
  await row.getByRole('button', { name: /^Hide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide this review?' });
  await dialog.getByLabel('Reason').fill('Advertises a competitor');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: /^Hide/ }).click();
  await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Advertises a competitor');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await dialog.getByText('Its writer has replaced this review since you read it.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row.getByText('Second').waitFor();
  await row.getByRole('button', { name: /^Hide/ }).click();
  await dialog.getByLabel('Reason').fill('Advertises a competitor');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await page.getByText('The review is hidden.').first().waitFor();
  await leave();
});

/** Opens the reviews and hides one of the test's own. */
async function hideOne(expectedErrors?: RegExp) {
  const words = randomUUID();
  expectOk(await (await newCustomer(origin)).call('POST', '/addreview', { review: words, star: 1 }));
  const visitor = await visitAs(await theAdmin(origin), expectedErrors);
  const { page } = visitor;
  await page.goto('/dashboard/reviews');
  const row = page.getByRole('row').filter({ hasText: words });
  await row.getByRole('button', { name: /^Hide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide this review?' });
  await dialog.getByLabel('Reason').fill('Advertises a competitor');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // It stays while the pointer is on it.
  await undo.hover();
  return { ...visitor, row, undo };
}

test('an undo of hiding that fails says so, also on another page', async () => {
  const { page, undo, leave } = await hideOne(/ERR_FAILED/);
  await page.getByRole('link', { name: 'Audit' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await page.route('**/hidden', (route) => route.abort());
  await undo.click();
  await page.getByText('The shop cannot be reached.').first().waitFor();
  await leave();
});

test('an undo of hiding reloads a list that does not have the review, with its counts', async () => {
  const { page, row, undo, leave } = await hideOne();
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
  const counts = async () => [await tab('Visible').innerText(), await tab('Hidden').innerText()];
  const number = (text: string) => Number(text.replace(/\D/g, ''));
  await tab('Visible').press('Enter');
  await expect.poll(() => row.count()).toBe(0);
  const [visible = 0, hidden = 0] = (await counts()).map(number);
  await undo.click();
  await row.waitFor();
  await expect.poll(async () => (await counts()).map(number)).toEqual([visible + 1, hidden - 1]);
  await leave();
});

test('where all reviews are hidden, Visible says so and not that there are none', async () => {
  const { page, leave } = await visitAs(await theAdmin(origin));
  await page.route('**/manageReview?show=visible', (route) =>
    route.fulfill({ json: { rows: [], total: 3, hidden: 3 } }),
  );
  await page.goto('/dashboard/reviews?show=visible');
  await page.getByRole('heading', { name: 'No visible review' }).waitFor();
  await page.getByText('Admins have hidden all of them.').waitFor();
  await leave();
});
