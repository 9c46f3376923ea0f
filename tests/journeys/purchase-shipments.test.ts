import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newAdmin, newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
let admin: Somebody;
beforeAll(async () => {
  admin = await theAdmin(origin);
});

async function paidPurchase(name: string) {
  const buyer = await newCustomer(origin, name);
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  await payFor(origin, buyer, order);
  const seen = async () => expectOk(await buyer.call('GET', `/purchases/${order._id}`));
  return { id: order._id, number: (await seen()).number as string, quantity: order.quantity as number, seen };
}

async function open(page: Page, number: string) {
  await page.goto(`/dashboard/purchases/${number}`);
  await page.getByRole('heading', { level: 2, name: 'Shipments' }).waitFor();
}

test('by single keys a part is shipped; its number is corrected, and it had not left after all', async () => {
  const purchase = await paidPurchase('Una Box');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  await expect
    .poll(() => page.getByRole('button', { name: 'Ship', exact: true }).first().getAttribute('aria-keyshortcuts'))
    .toBe('S');
  await page.keyboard.press('s');
  const ship = page.getByRole('dialog', { name: 'Ship' });
  const pieces = ship.getByLabel(/^Pieces: /);
  await pieces.fill(`${purchase.quantity + 1}`);
  await ship
    .getByText(`${purchase.quantity + 1} is more than ${purchase.quantity}. Enter 1 to ${purchase.quantity}.`)
    .waitFor();
  await pieces.fill('4');
  const tracking = ship.getByLabel('Tracking number');
  // Of what is typed no letter is a key of the page.
  await tracking.pressSequentially('rip');
  await expect.poll(() => tracking.inputValue()).toBe('rip');
  await expect.poll(() => page.getByRole('dialog', { name: 'Refund' }).count()).toBe(0);
  await tracking.fill('');
  await tracking.pressSequentially('1z999aa10123456784');
  await ship.getByText('Optional. Looks like a UPS number.').waitFor();
  await expect.poll(() => ship.getByLabel('Carrier').inputValue()).toBe('UPS');
  await ship.getByLabel('Carrier').selectOption('FedEx');
  await ship.getByText('This does not look like a number of this carrier. Ship anyway?').waitFor();
  await ship.getByLabel('Tell the buyer by mail').uncheck();
  await ship.getByRole('button', { name: 'Ship 4 pieces' }).click();
  const card = page.getByRole('article', { name: 'Shipment 1' });
  await card.getByText(/, 4 pieces\. FedEx\. The buyer was not told\.$/).waitFor();
  await page
    .getByRole('article', { name: 'To go' })
    .getByText(`${purchase.quantity - 4} on the shelf.`)
    .waitFor();

  await card.getByRole('button', { name: 'Correct: Shipment 1' }).click();
  const correct = page.getByRole('dialog', { name: 'Correct shipment 1' });
  await correct.getByLabel('Carrier').selectOption('UPS');
  await correct.getByLabel('Tracking number').fill('1Z999AA10123456792');
  await correct.getByRole('button', { name: 'Save' }).click();
  await card.getByText('1Z999AA10123456792').waitFor();
  const track = card.getByRole('link', { name: 'Track: Shipment 1' });
  await expect.poll(() => track.getAttribute('href')).toContain('1Z999AA10123456792');
  expect((await purchase.seen()).shipments).toMatchObject([{ carrier: 'UPS', tracking: '1Z999AA10123456792' }]);

  await correct.waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await arrived(page, `/dashboard/purchases/${purchase.number}/slip/2`);
  await page
    .getByText(`${purchase.quantity - 4}`, { exact: true })
    .first()
    .waitFor();
  await page.goBack();

  await card.getByRole('button', { name: 'Not shipped after all: Shipment 1' }).click();
  const question = page.getByRole('alertdialog', { name: 'Not shipped after all?' });
  await question.getByText('The buyer was not told of it, and no mail is sent.').waitFor();
  await question.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('Shipment 1 is to go again. No mail is sent about it.').first().waitFor();
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Purchase ${purchase.number}`);
  await page.getByRole('article', { name: 'To go' }).getByText(`${purchase.quantity} on the shelf.`).waitFor();
  expect(await purchase.seen()).toMatchObject({ shipments: [], lines: [{ state: 'paid' }] });
  await leave();
});

test('what was refunded as sent says that it stays so, and is not offered to be taken back', async () => {
  const purchase = await paidPurchase('Rita Kept');
  const [line] = (await purchase.seen()).lines;
  const shipped = { lines: [{ order: purchase.id, pieces: 2 }] };
  for (let n = 0; n < 2; n += 1) expectOk(await admin.call('POST', `/purchases/${purchase.id}/shipments`, shipped));
  const lines = [{ order: purchase.id, pieces: 3, shipped: 3 }];
  const amount = Math.round((line.amount * 300) / line.quantity) / 100;
  expectOk(await admin.call('POST', `/purchases/${purchase.id}/refunds`, { lines, amount, reason: 'Damaged' }));
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  const card = page.getByRole('article', { name: 'Shipment 1' });
  await card.getByText(/ Pieces of it were refunded as sent: it cannot be taken back\.$/).waitFor();
  await card.getByRole('button', { name: 'Correct: Shipment 1' }).waitFor();
  await expect.poll(() => card.getByRole('button', { name: /^Not shipped/ }).count()).toBe(0);
  await leave();
});

test.each([
  ['gives that shipment their own number', 'Use my tracking number', '1Z999AA10123456784', '1Z999AA10123456784'],
  ['leaves the carrier that their own number does not tell', 'Use my tracking number', 'NLF 4471', 'NLF 4471'],
  ['keeps what they did', 'Keep theirs', '1Z999AA10123456784', '1Z999AA10123456792'],
])('who is overtaken by another admin is told who it was, and %s', async (_what, pressed, typed, tracking) => {
  const purchase = await paidPurchase('Vera Box');
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: /status of 409/ });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  const ship = page.getByRole('dialog', { name: 'Ship' });
  await ship.getByLabel('Tracking number').fill(typed);
  const other = await theAdmin(origin);
  expectOk(
    await other.call('POST', `/purchases/${purchase.id}/shipments`, { carrier: 'UPS', tracking: '1Z999AA10123456792' }),
  );
  await ship.getByRole('button', { name: `Ship ${purchase.quantity} pieces` }).click();
  const heading = page.getByRole('heading', { level: 2, name: / shipped the rest at \d\d:\d\d$/ });
  await heading.waitFor();
  await expect.poll(() => focused(page)).toMatch(/ shipped the rest at /);
  const conflict = page.getByRole('alert').filter({ has: heading });
  await conflict
    .getByText(`Your shipment of ${purchase.quantity} pieces was not sent a second time.`)
    .and(conflict.getByText(`UPS, tracking number 1Z999AA10123456792. You had typed ${typed}.`))
    .waitFor();
  await conflict.getByRole('button', { name: pressed }).click();
  await heading.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Purchase ${purchase.number}`);
  await page.getByRole('article', { name: 'Shipment 1' }).getByText(tracking).waitFor();
  const { shipments } = await purchase.seen();
  expect(shipments).toMatchObject([{ carrier: 'UPS', tracking }]);
  expect(shipments[0].by).toBeUndefined();
  await leave();
});

test('a number that another admin has corrected meanwhile is shown, and goes away only when that is wanted', async () => {
  const purchase = await paidPurchase('Wanda Box');
  const other = await theAdmin(origin);
  expectOk(await other.call('POST', `/purchases/${purchase.id}/shipments`, { carrier: 'UPS', tracking: 'A1' }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  const numberNow = async () => (await purchase.seen()).shipments[0];
  await page.getByRole('button', { name: 'Correct: Shipment 1' }).click();
  const correct = page.getByRole('dialog', { name: 'Correct shipment 1' });
  await correct.getByLabel('Tracking number').fill('MINE');
  await page.keyboard.press('Escape');
  await correct.waitFor({ state: 'detached' });
  const shipment = `/purchases/${purchase.id}/shipments/${(await numberNow()).id}`;
  expectOk(await other.call('PATCH', shipment, { tracking: 'THEIRS' }));
  await page.reload();
  await page.getByRole('button', { name: 'Correct: Shipment 1' }).click();
  await correct.getByRole('button', { name: 'Save' }).click();
  await correct.getByText(/ corrected this shipment at \d\d:\d\d\. It was not changed again/).waitFor();
  await correct.getByText('It is UPS THEIRS now.').waitFor();
  expect(await numberNow()).toMatchObject({ tracking: 'THEIRS' });
  expect(await correct.getByLabel('Tracking number').inputValue()).toBe('MINE');
  await correct.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Shipment 1 is corrected.').first().waitFor();
  expect(await numberNow()).toMatchObject({ carrier: 'UPS', tracking: 'MINE' });
  await leave();
});

test('what another admin has shipped or refunded meanwhile is not done a second time by an old page', async () => {
  const purchase = await paidPurchase('Xena Box');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  const other = await theAdmin(origin);
  const show = async (act: string) => {
    await page.getByRole('button', { name: act, exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: act });
    await dialog.getByLabel(/^Pieces: /).fill('2');
    return { dialog, submit: dialog.getByRole('button', { name: new RegExp(`^${act.split(' ')[0]} .*\\d`) }) };
  };

  const ship = await show('Ship');
  const part = { lines: [{ order: purchase.id, pieces: 2 }] };
  expectOk(await other.call('POST', `/purchases/${purchase.id}/shipments`, part));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await ship.submit.click();
  await page.getByRole('heading', { level: 2, name: / shipped 2 pieces at \d\d:\d\d$/ }).waitFor();
  await page.getByRole('button', { name: 'Keep theirs' }).click();
  expect((await purchase.seen()).shipments).toHaveLength(1);

  const refund = await show('Refund');
  const { amount } = await purchase.seen();
  const label = (await refund.submit.textContent()) ?? '';
  const dollars = Number(/[\d.,]+$/.exec(label)?.[0].replace(',', ''));
  expectOk(
    await other.call('POST', `/purchases/${purchase.id}/refunds`, { ...part, amount: dollars, reason: 'Damaged' }),
  );
  await refund.submit.click();
  await refund.dialog.getByText(/ gave money of it back at \d\d:\d\d: \$[\d.,]+ is kept by now\./).waitFor();
  expect((await purchase.seen()).refunded).toBe(dollars);
  // Now the dialog shows it, and whoever still wants to can.
  await refund.dialog.getByText('Kept until now').waitFor();
  await refund.submit.click();
  await page
    .getByText(/goes back to the card\.$/)
    .first()
    .waitFor();
  expect(await purchase.seen()).toMatchObject({ amount, refunded: dollars * 2 });
  await leave();
});

test.each([
  ['Ship', 'shipments', 'shipped'],
  ['Refund', 'refunds', 'refunded'],
] as const)(
  '%s whose answer was lost is not done again for other pieces, and the page shows what it did',
  async (act, path, done) => {
    const purchase = await paidPurchase(`Wanda ${act}`);
    const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED|status of 422/ });
    await letIn(page, origin, admin);
    await open(page, purchase.number);
    await page.getByRole('button', { name: act, exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: act });
    const pieces = dialog.getByLabel(/^Pieces: /);
    const submit = dialog.getByRole('button', { name: new RegExp(`^${act} `) });
    await pieces.fill('4');
    await page.route(
      `**/purchases/*/${path}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit.click();
    await dialog.getByText(/cannot be reached/).waitFor();
    // The form opened anew is the same try.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: new RegExp(`^${act}`) })
      .first()
      .click();
    await expect.poll(() => pieces.inputValue()).toBe('4');
    await pieces.fill('5');
    await submit.click();
    await page
      .getByText(`The first try had ${done} already. Nothing more was ${done}: look at what is left.`)
      .first()
      .waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await purchase.seen())[path]).toMatchObject([{ lines: [{ pieces: 4 }] }]);
    await page
      .getByText(act === 'Ship' ? /^Shipment 1, sent/ : /^Refunded \$/)
      .first()
      .waitFor();
    await leave();
  },
);

test('after the last pieces were shipped or refunded the focus is on the heading; what does not ship any more is said', async () => {
  const purchase = await paidPurchase('Yara Box');
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const refund = page.getByRole('dialog', { name: `Refund ${purchase.number}` });
  const told = refund.getByRole('status').getByText(/will not ship any more/);
  await expect.poll(() => told.count()).toBe(0);
  const alone = refund.getByText('Money alone you give back at Stripe: the shop hears of it and writes it down.');
  await alone.waitFor();
  await refund.getByLabel(/^Pieces: /).fill('2');
  await refund.getByText('2 pieces have not left yet and will not ship any more.').waitFor();
  await expect.poll(() => alone.count()).toBe(0);
  await refund.getByRole('radio', { name: /^All, / }).check();
  await refund.getByText(`${purchase.quantity} pieces have not left yet and will not ship any more.`).waitFor();
  await refund.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => focused(page)).toBe('Refund');

  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  const ship = page.getByRole('dialog', { name: `Ship ${purchase.number}` });
  await ship.getByRole('button', { name: `Ship ${purchase.quantity} pieces` }).click();
  await page.getByRole('article', { name: 'Shipment 1' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Ship', exact: true }).count()).toBe(0);
  await expect.poll(() => focused(page)).toBe(`Purchase ${purchase.number}`);

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await refund.getByRole('radio', { name: /^All, / }).check();
  await refund.getByRole('button', { name: /^Refund \$/ }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await expect.poll(() => focused(page)).toBe(`Purchase ${purchase.number}`);
  await leave();
});

test('what was typed for a shipment is there after Escape and the end of the session, and not after it was cancelled', async () => {
  const purchase = await paidPurchase('Zora Box');
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  const ship = page.getByRole('dialog', { name: 'Ship' });
  const fields = async () => ({
    pieces: await ship.getByLabel(/^Pieces: /).inputValue(),
    tracking: await ship.getByLabel('Tracking number').inputValue(),
    carrier: await ship.getByLabel('Carrier').inputValue(),
    tell: await ship.getByLabel('Tell the buyer by mail').isChecked(),
  });
  const enter = async () => {
    await letIn(page, origin, await theAdmin(origin));
    await open(page, purchase.number);
    await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
    await ship.getByLabel('Tracking number').waitFor();
  };
  await enter();
  await ship.getByLabel(/^Pieces: /).fill('4');
  await ship.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await ship.getByLabel('Tell the buyer by mail').uncheck();
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await ship.getByRole('button', { name: 'Ship 4 pieces' }).click();
  await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
  expect((await purchase.seen()).shipments).toEqual([]);

  await enter();
  const typed = { pieces: '4', tracking: '1Z999AA10123456784', carrier: 'UPS', tell: false };
  await expect.poll(fields).toEqual(typed);
  await page.keyboard.press('Escape');
  await ship.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  await expect.poll(fields).toEqual(typed);
  await ship.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  await expect.poll(fields).toEqual({ pieces: `${purchase.quantity}`, tracking: '', carrier: '', tell: true });
  await leave();
});

test.each([
  ['what was typed stays for the rest', 'Keep theirs'],
  ['what was used of it goes', 'Use my tracking number'],
])('after another admin shipped a part, %s, and the buyer is not told unless asked for', async (_what, pressed) => {
  const purchase = await paidPurchase('Yuki Box');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  const ship = page.getByRole('dialog', { name: 'Ship' });
  const mine = purchase.quantity - 1;
  const left = purchase.quantity - 2;
  await ship.getByLabel(/^Pieces: /).fill(`${mine}`);
  await ship.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await ship.getByLabel('Tell the buyer by mail').uncheck();
  const part = { lines: [{ order: purchase.id, pieces: 2 }], carrier: 'DHL', tracking: '00340434161094042557' };
  expectOk(await (await theAdmin(origin)).call('POST', `/purchases/${purchase.id}/shipments`, part));
  await ship.getByRole('button', { name: `Ship ${mine} pieces` }).click();
  const conflict = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: / shipped 2 pieces at / }) });
  await conflict.getByRole('button', { name: pressed }).click();
  await conflict.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ship the rest' }).first().click();
  await ship.getByLabel('Tracking number').waitFor();
  const used = pressed !== 'Keep theirs';
  await expect.poll(() => ship.getByLabel(/^Pieces: /).inputValue()).toBe(`${used ? left : mine}`);
  await expect.poll(() => ship.getByLabel('Tracking number').inputValue()).toBe(used ? '' : '1Z999AA10123456784');
  await expect.poll(() => ship.getByLabel('Carrier').inputValue()).toBe(used ? '' : 'UPS');
  await expect.poll(() => ship.getByLabel('Tell the buyer by mail').isChecked()).toBe(false);
  await expect.poll(() => ship.getByText(`${mine} is more than ${left}.`).count()).toBe(used ? 0 : 1);
  await leave();
});

test('where all was refunded meanwhile the dialog says that nothing is left to ship, and by whom', async () => {
  const purchase = await paidPurchase('Zack Box');
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: /status of 409/ });
  await letIn(page, origin, admin);
  await open(page, purchase.number);
  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  const ship = page.getByRole('dialog', { name: `Ship ${purchase.number}` });
  await ship.getByLabel('Tracking number').fill('1Z999AA10123456784');
  const { amount } = await purchase.seen();
  const all = { lines: [{ order: purchase.id, pieces: purchase.quantity }], amount, reason: 'Damaged' };
  const other = await newAdmin(theShop(), 'Second Admin');
  expectOk(await other.call('POST', `/purchases/${purchase.id}/refunds`, all));
  await ship.getByRole('button', { name: `Ship ${purchase.quantity} pieces` }).click();
  await ship.getByText(/^Second Admin gave money of it back at \d\d:\d\d\./).waitFor();
  await ship.getByText('Nothing is left to ship.').waitFor();
  await expect.poll(() => ship.getByText(/fewer pieces/).count()).toBe(0);
  await expect.poll(() => ship.locator('input, select').count()).toBe(0);
  await expect.poll(() => ship.getByRole('button').allInnerTexts()).toEqual(['', 'Close']);
  await expect.poll(() => focused(page)).toBe('Close');
  await page.keyboard.press('Enter');
  await ship.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Purchase ${purchase.number}`);
  await leave();
});
