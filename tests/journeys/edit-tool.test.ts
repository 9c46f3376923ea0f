import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newAdmin, newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const REFUSED = /status of (400|409)|ERR_INTERNET_DISCONNECTED/;

const newHammer = () => newTool(origin, 'Edited Hammer', { price: 9, min_quantity: 24, available_quantity: 500 });

async function editing(id: string) {
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await letIn(visitor.page, origin, await theAdmin(origin));
  const { page } = visitor;
  await page.goto(`/dashboard/manageTools/${id}`);
  await page.getByRole('form', { name: 'Tool' }).waitFor();
  return { ...visitor, bar: page.getByRole('region', { name: 'Changes' }) };
}

const seen = async (id: string) => (await (await fetch(`${origin}/tools/${id}`)).json()) as Record<string, unknown>;

test('an admin goes from Manage Tools to a tool, changes it with the keyboard, and takes it back by the toast', async () => {
  const { id, sku } = await newHammer();
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await letIn(visitor.page, origin, await theAdmin(origin));
  const { page } = visitor;
  await page.goto(`/dashboard/manageTools?search=${sku}`);
  await page.getByRole('link', { name: /^Edited Hammer/ }).click();
  await page.getByRole('form', { name: 'Tool' }).waitFor();
  const bar = page.getByRole('region', { name: 'Changes' });
  await expect.poll(() => bar.count()).toBe(0);

  await page.getByLabel('Price').fill('12');
  await page.getByLabel('Minimum order').fill('36');
  await page.getByText('was 24').waitFor();
  await expect.poll(() => bar.innerText()).toContain('2 changes: price $9 → $12, minimum order 24 → 36');
  await expect.poll(() => page.getByRole('complementary', { name: 'Card preview' }).innerText()).toContain('$12');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  // It stays while the pointer is on it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect.poll(() => bar.count()).toBe(0);
  await expect.poll(() => seen(id)).toMatchObject({ price: 12, min_quantity: 36 });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => seen(id)).toMatchObject({ price: 9, min_quantity: 24 });
  await expect.poll(() => page.getByLabel('Price', { exact: true }).inputValue()).toBe('9');
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByText('Undone:').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await visitor.leave();
});

test('a category and an item number: who has it is told while it is typed; lists follow', async () => {
  const { id, sku } = await newHammer();
  const { page, bar, leave } = await editing(id);
  await page.getByLabel('Item number').fill('ht-wra-250');
  await page.getByText('Taken by Adjustable Wrench').waitFor();
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Item number').evaluate((it) => it === document.activeElement)).toBe(true);
  await page.getByLabel('Item number').fill(`${sku}-new`);
  await page.getByText('Free.').waitFor();
  await page.getByLabel('Category').fill('Edited');
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  const found = (await (await fetch(`${origin}/tools?category=Edited`)).json()) as { sku: string }[];
  expect(found.map((it) => it.sku)).toContain(`${sku}-new`.toUpperCase());
  await leave();
});

test('what is not saved survives a reload; leaving asks; Discard forgets it', async () => {
  const { id } = await newHammer();
  const { page, bar, leave } = await editing(id);
  await page.getByLabel('Name', { exact: true }).fill('Kept Hammer');
  await bar.waitFor();
  await page.reload();
  await page.getByText(/1 change from .* is not saved yet/).waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toContain('Edited Hammer');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept Hammer');

  await page.getByRole('link', { name: 'Audit' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving 1 change?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => bar.count()).toBe(0);
  await page.reload();
  await page.getByRole('form', { name: 'Tool' }).waitFor();
  await expect.poll(() => page.getByText('not saved yet').count()).toBe(0);
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await leave();
});

test.each([
  { arrives: false, when: 'before the shop hears of it' },
  { arrives: true, when: 'before its answer comes' },
])('offline while saving, $when: what was typed stays, and is saved once when the network is back', async (cut) => {
  const { admin, id } = await newHammer();
  const { page, context, bar, leave } = await editing(id);
  await page.getByLabel('Price').fill('12');
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed on a train.');
  await page.route(
    `**/tools/${id}`,
    async (route) => {
      if (cut.arrives) await route.fetch();
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  const save = bar.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByText('The shop cannot be reached. Check your connection and try again.').waitFor();
  await bar.getByText('You are offline. What you typed is kept; saving waits for a connection.').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('12');
  await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Typed on a train.');
  await expect.poll(() => seen(id)).toMatchObject({ price: cut.arrives ? 12 : 9 });

  await context.setOffline(false);
  await save.click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => bar.count()).toBe(0);
  await expect.poll(() => seen(id)).toMatchObject({ price: 12, description: 'Typed on a train.' });
  const { rows } = expectOk(await admin.call('GET', `/tools/${id}/changes`)) as { rows: unknown[] };
  expect(rows).toHaveLength(1);
  await leave();
});

test('the Stock page changes the stock and counts what lies on the shelf', async () => {
  const { id } = await newHammer();
  const { page, leave } = await editing(id);
  const buyer = await newCustomer(origin, 'Dana Ortiz');
  const order = { phone: '5550142200', address: '48 Foundry Lane, Leeds', quantity: 24, tools_price: 9, tools_id: id };
  expectOk(await buyer.call('POST', '/orders', order));
  await page.getByRole('link', { name: /^Stock/ }).click();
  const form = page.getByRole('form', { name: 'Change stock' });
  await form.getByLabel('Pieces').fill('+200');
  await form.getByText('476 becomes 676.').waitFor();
  await form.getByLabel('Note').fill('Delivery note 4502');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. 676 are available.').first().waitFor();
  const tally = page.locator('dl.tally');
  await expect
    .poll(() => tally.innerText())
    .toMatch(/On the shelf\s+700\s+Paid, not shipped\s+0\s+Held, unpaid\s+24\s+Available to order\s+676/);
  const moves = page.getByRole('region', { name: 'How it came about' }).getByRole('listitem');
  await expect
    .poll(async () => (await moves.allInnerTexts()).map((it) => it.split('\n')[0]))
    .toEqual(['Restock', expect.stringMatching(/^Held for order /), 'First stock']);
  await expect.poll(() => page.getByRole('link', { name: 'Stock 676' }).count()).toBe(1);

  await form.getByLabel('Correction').check();
  await expect.poll(() => form.getByLabel('Reason').inputValue()).toBe('Counted');
  await form.getByLabel('Pieces on the shelf').fill('690');
  await form.getByText('700 becomes 690: 10 fewer.').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Stock 666' }).waitFor();
  await page.getByRole('button', { name: 'Undo: Restock +200' }).click();
  await page.getByRole('link', { name: 'Stock 466' }).waitFor();
  await page.getByText('Undone since').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Undo: Restock +200' }).count()).toBe(0);
  await leave();
});

test('two admins at one stock: the second is told what is now, keeps what was typed, and books by pressing again', async () => {
  const { id } = await newHammer();
  const { page, leave } = await editing(id);
  await page.getByRole('link', { name: /^Stock/ }).click();
  const form = page.getByRole('form', { name: 'Change stock' });
  const save = form.getByRole('button', { name: 'Save' });
  await page.getByText('First stock').waitFor();
  const other = await newAdmin(theShop(), 'Sam Packer');
  const book = async (body: object) => expectOk(await other.call('POST', `/tools/${id}/stock`, body));
  await book({ kind: 'restock', pieces: 60, reason: 'Delivery' });
  await form.getByLabel('Pieces').fill('60');
  await form.getByText('500 becomes 560.').waitFor();
  await save.click();
  await form.getByText(/^Sam Packer booked \+60 at \d\d:\d\d\. Check, then save again\.$/).waitFor();
  await form.getByText('560 becomes 620.').waitFor();
  await save.click();
  await page.getByText('Saved. 620 are available.').first().waitFor();

  await form.getByLabel('Correction').check();
  await form.getByLabel('Pieces on the shelf').fill('618');
  await form.getByText('620 becomes 618: 2 fewer.').waitFor();
  await book({ kind: 'correction', counted: 590, reason: 'Counted' });
  await save.click();
  await form.getByText('620 were shown, and 590 are on the shelf now. Check, then count again.').waitFor();
  await form.getByText('590 becomes 618: 28 more.').waitFor();
  await form.getByLabel('Pieces on the shelf').fill('589');
  await save.click();
  await page.getByRole('link', { name: 'Stock 589' }).waitFor();
  await leave();
});

test('a tool is archived at once and comes back by the toast, with what was not saved; buyers see both', async () => {
  const { id, sku } = await newHammer();
  const { page, bar, leave } = await editing(id);
  const name = (await page.getByRole('heading', { level: 1 }).innerText()).trim();
  const shown = async () => {
    const [tool, page] = await Promise.all([fetch(`${origin}/tools/${id}`), fetch(`${origin}/purchase/${id}`)]);
    const found = (await (await fetch(`${origin}/tools?q=${sku}`)).json()) as { sku: string }[];
    return [tool.status, page.status, found.filter((it) => it.sku === sku).length];
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByLabel('Price').fill('12');
  await bar.waitFor();
  await expect.poll(() => shown()).toEqual([200, 200, 1]);

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(`${name} is archived.`).first().waitFor();
  // It stays while the pointer is on it, however long the rest takes.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect.poll(() => shown()).toEqual([404, 404, 0]);
  const notice = page.getByText(
    /^Archived\. Buyers do not find it, and order lists say “No longer sold”\..*Its item number stays taken\.$/,
  );
  await notice.waitFor();
  await expect.poll(() => page.getByRole('form', { name: 'Tool' }).count()).toBe(0);
  await expect
    .poll(() => page.locator('main dl.sheet').innerText())
    .toMatch(/Price\s+\$9\s+Minimum order\s+24\s+Stock\s+500/);
  await expect.poll(focused).toBe('Restore');

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${name} is on sale again.`).first().waitFor();
  await expect.poll(() => shown()).toEqual([200, 200, 1]);
  await page.getByText(/1 change from .* is not saved yet/).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await expect.poll(focused).toBe(name);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('12');
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await leave();
});

test('an archived tool is found from the audit, shows its stock and history unchanged, and is restored there', async () => {
  const { admin, id } = await newHammer();
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, min_quantity: 36 }));
  expectOk(await admin.call('DELETE', `/tools/${id}`));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/audit?target=${id}`);
  await page.getByText('Archived a tool').first().waitFor();
  await page
    .getByRole('link', { name: /^Edited Hammer/ })
    .first()
    .click();
  await page.getByText(/Archived .*, by /).waitFor();
  await page.getByRole('link', { name: /^Stock/ }).click();
  await page.getByText('First stock').waitFor();
  await expect
    .poll(() => page.locator('.tally').innerText())
    .toMatch(/500\s+Left, no longer sold|Left, no longer sold\s+500/);
  await expect.poll(() => page.getByRole('form', { name: 'Change stock' }).count()).toBe(0);
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByRole('list').getByText('Minimum order').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Undo: minimum order 24 → 36' }).waitFor();
  const entries = page.getByRole('region', { name: /^(Today|Yesterday)$/ }).getByRole('listitem');
  await expect
    .poll(() => entries.getByText(/^(Archived|Restored)$/).allTextContents())
    .toEqual(['Restored', 'Archived']);
  await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).count()).toBe(1);
  await expect.poll(() => seen(id)).toMatchObject({ min_quantity: 36 });
  await leave();
});

test('an undo of what somebody changed again asks, and puts back on demand', async () => {
  const { admin, id } = await newHammer();
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, min_quantity: 36, description: 'Forged steel.' }));
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 2, min_quantity: 48 }));
  const { page, leave } = await editing(id);
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByText('See the two descriptions').click();
  await expect.poll(() => page.locator('.both del').allTextContents()).toEqual([]);
  await expect.poll(() => page.locator('.both ins').allTextContents()).toEqual([' steel']);
  await page.getByRole('button', { name: 'Undo: description, minimum order 24 → 36' }).click();
  const question = page.getByRole('alertdialog', { name: 'Changed again since' });
  const said = `Minimum order was set to 48 by ${admin.name} after this. Put the earlier description and minimum order 24 back anyway?`;
  await expect.poll(() => question.innerText()).toContain(said);
  await question.getByRole('button', { name: 'Put back' }).click();
  await expect.poll(() => seen(id)).toMatchObject({ min_quantity: 24, description: 'Forged.' });
  await leave();
});

test('two admins: what does not touch merges and is told, a field of both or one that does not fit is chosen', async () => {
  const { admin, id } = await newHammer();
  const { page, bar, leave } = await editing(id);
  await page.getByLabel('Minimum order').fill('36');
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, description: 'Reworded.' }));
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Saved, together with ${admin.name}’s new description.`).first().waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Reworded.');

  await page.getByLabel('Price').fill('15');
  await page.getByLabel('Name', { exact: true }).fill('Mine Hammer');
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 3, price: 11, category: 'Merged' }));
  await page.keyboard.press('ControlOrMeta+s');
  const card = page.getByRole('alert').filter({ hasText: 'saved this tool while you were writing' });
  await card.waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine Hammer');
  const settle = card.getByRole('button', { name: 'Save with this choice' });
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 4, name: 'Theirs Hammer' }));
  await settle.click();
  await card.getByRole('radio', { name: /^Name, Yours/ }).check();
  await settle.click();
  await page.getByText(`Saved, together with ${admin.name}’s new category and price.`).first().waitFor();
  await expect.poll(() => seen(id)).toMatchObject({ price: 11, name: 'Mine Hammer', min_quantity: 36 });
  await page.getByLabel('Case pack').fill('9');
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 6, min_quantity: 40 }));
  await page.keyboard.press('ControlOrMeta+s');
  await card.getByText('What they changed does not fit what you changed: choose.').waitFor();
  await settle.click();
  await page.getByText('40 is not a multiple of 9. Enter 36 or 45.').waitFor();
  await page.getByLabel('Minimum order').fill('36');
  await page.keyboard.press('ControlOrMeta+s');
  await card.getByRole('radio', { name: /^Minimum order, Yours/ }).check();
  await settle.click();
  await expect.poll(() => seen(id)).toMatchObject({ price: 11, min_quantity: 36, pack: 9 });
  await leave();
});

test('a buyer with the form open is told the new price; a customer never sees the page', async () => {
  const { admin, id } = await newHammer();
  // Who is no admin is signed out, perhaps while the order list is asked for.
  const expectedErrors = new RegExp(`${REFUSED.source}|status of 401`);
  const buyer = await visit({ origin, viewport: DESKTOP, expectedErrors });
  await letIn(buyer.page, origin, await newCustomer(origin, 'Dana Ortiz'));
  const { page } = buyer;
  await page.goto(`/purchase/${id}`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Dock 3, Leeds LS9 8AG');
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, price: 13 }));
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText(/price/i).filter({ hasText: '$13' }).first().waitFor();
  await page.goto(`/dashboard/manageTools/${id}`);
  await arrived(page, '/login');
  await buyer.leave();
});

test('where the minimum is raised while a buyer is asked, the focus goes to the quantity', async () => {
  const { admin, id } = await newHammer();
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await letIn(page, origin, await newCustomer(origin, 'Dana Ortiz'));
  await page.goto(`/purchase/${id}`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Dock 3, Leeds LS9 8AG');
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.waitFor();
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, min_quantity: 48 }));
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await expect.poll(() => quantity.evaluate((it) => it === document.activeElement)).toBe(true);
  await leave();
});

test('the boxes of a page that loads stay once they show', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  // Before the page runs, the boxes that the server sent show: these pass on to the page's own.
  await page.route(/\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 400));
    await route.continue();
  });
  await page.route(/\/managed$/, () => undefined);
  await page.addInitScript(() => {
    const frames: boolean[] = [];
    Object.assign(window, { boxesSeen: frames });
    const look = () => {
      const heading = document.querySelector('main h1');
      frames.push(heading?.checkVisibility({ visibilityProperty: true }) ?? false);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const asked = page.waitForRequest(/\/managed$/);
  await page.goto(`/dashboard/manageTools/${(await newHammer()).id}`);
  await asked;
  const frames = await page.evaluate(async () => {
    const { boxesSeen } = window as unknown as { boxesSeen: boolean[] };
    const until = boxesSeen.length + 30;
    while (boxesSeen.length < until) await new Promise((next) => requestAnimationFrame(next));
    return boxesSeen;
  });
  expect(frames.slice(frames.indexOf(true))).not.toContain(false);
  await page.unrouteAll();
  await leave();
});
