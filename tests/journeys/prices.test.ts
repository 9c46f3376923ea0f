import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { expectOk, newTool, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const STEPS = [
  { from: 100, price: 9 },
  { from: 400, price: 8 },
];

const newWrench = (its: object = {}) => newTool(origin, 'Stepped Wrench', { available_quantity: 1320, ...its });

async function buying(path: string, expectedErrors?: RegExp) {
  const buyer = await newCustomer(origin);
  const visitor = await visit({ origin, viewport: DESKTOP, ...(expectedErrors && { expectedErrors }) });
  await letIn(visitor.page, origin, buyer);
  await visitor.page.goto(path);
  const quantity = visitor.page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.waitFor();
  return { ...visitor, buyer, quantity, form: visitor.page.getByRole('region', { name: 'Your order' }) };
}

async function adminAt(path: string, expectedErrors = /status of 400/) {
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors });
  await letIn(visitor.page, origin, await theAdmin(origin));
  await visitor.page.goto(path);
  return visitor;
}

const seen = async (id: string) => (await (await fetch(`${origin}/tools/${id}`)).json()) as Record<string, unknown>;

test('the ladder follows the quantity, the nudge is taken by key, and the total is read out when it rests', async () => {
  const { id } = await newWrench({ steps: STEPS });
  const { page, quantity, form, leave } = await buying(`/purchase/${id}`);
  await page.getByText('per piece, from $8 at 400').waitFor();
  const here = form.locator('[aria-current=true]');
  await expect
    .poll(async () => (await here.innerText()).split(/\s*\t\s*/))
    .toEqual(['12 to 99', '$10', '–', 'You are here']);
  await expect.poll(() => form.locator('.gauge__mark').count()).toBe(2);

  await quantity.fill('85');
  await form.getByText('15 more pieces and all 100 cost $9 each: $900 instead of $850 for 85.').waitFor();
  const before = await form.getByLabel('Name').boundingBox();
  await tabTo(page, 'Make it 400');
  await tabTo(page, 'Make it 100');
  await page.keyboard.press('Enter');
  await expect.poll(() => quantity.inputValue()).toBe('100');
  await expect.poll(() => focused(page)).toContain('Quantity');
  await expect.poll(() => here.innerText()).toContain('100 to 399');
  await expect.poll(() => form.locator('.purchase__total dd').innerText()).toBe('$900');
  await form.getByRole('status').getByText('100 pieces, $9 each, total $900', { exact: true }).waitFor();
  await expect.poll(() => form.getByLabel('Name').boundingBox()).toEqual(before);
  await expect.poll(() => page.url()).toMatch(/\?quantity=100$/);
  expect(await focused(page)).toContain('Quantity');
  await page.reload();
  await expect.poll(() => quantity.inputValue()).toBe('100');
  await leave();
});

test('a price that rose before Order is asked about with the same pieces, and not where those no longer fit', async () => {
  const { id, admin } = await newWrench();
  const { page, buyer, form, leave } = await buying(`/purchase/${id}?quantity=24`, /status of 409/);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  // It comes in above the button, which a press must not miss.
  await form.getByText('First order, 30% off').waitFor();
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.waitFor();
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, price: 11 }));
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await question.getByText('The price is now $11 per piece. It was $10.').waitFor();
  await question.getByText('This places an order for 24 ×').waitFor();
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 2, price: 12, min_quantity: 36 }));
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await form.getByText('The price is now $12 a piece. Check the new total and order again.').waitFor();
  await question.waitFor({ state: 'hidden' });
  await form.getByRole('button', { name: 'Check Limit of Purchase' }).waitFor();
  expect(expectOk(await buyer.call('GET', `/myorders/${buyer.email}`))).toEqual([]);
  await leave();
});

test('between two steps the guard is a line of its own, on the page, in the order and where it is paid', async () => {
  const { id } = await newWrench({ steps: STEPS });
  const { page, buyer, form, leave } = await buying(`/purchase/${id}?quantity=94`);
  await form.getByText('You pay no more than for 100: $900, not $940. 6 more pieces cost nothing.').waitFor();
  const rows = form.locator('.purchase__total > div');
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((row) => row.split(/\s*\n\s*/)))
    .toEqual([
      ['94 × $10', '$940'],
      ['No more than for 100', '−$40'],
      ['Total price', '$900'],
    ]);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByText('No more than for 100').waitFor();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  const placed = page.getByRole('alertdialog', { name: 'Congratulations' });
  await placed.getByText('No more than the next step').waitFor();
  const [order] = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  expect(order).toMatchObject({ tools_price: 10, total: 940, guard: 40, discount: 270, amount: 630 });

  await placed.getByRole('link', { name: 'See My Orders' }).click();
  await page.getByText('−$40, no more than the next step').waitFor();
  await page.getByRole('link', { name: /^Pay Now/ }).click();
  await page.getByText('No more than the next step').waitFor();
  await page.getByRole('button', { name: 'Pay $630' }).waitFor();
  await leave();
});

test('only whole boxes are ordered: what lies between is said beside the field, and one press mends it', async () => {
  const pack = { pack: 12, steps: [{ from: 144, price: 7 }], price: 8 };
  const { id } = await newWrench(pack);
  const { page, quantity, form, leave } = await buying(`/purchase/${id}?quantity=250`);
  await page.getByText('Boxes of 12', { exact: true }).waitFor();
  await form.getByText('Sold in boxes of 12. 250 is 20 boxes and 10 pieces.').first().waitFor();
  await expect.poll(() => quantity.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => page.getByRole('button', { name: 'Check Limit of Purchase' }).isDisabled()).toBe(true);
  await form.getByRole('button', { name: 'Make it 240, 20 boxes' }).waitFor();
  await form.getByRole('button', { name: 'Make it 252, 21 boxes' }).click();
  await form.getByText('21 boxes of 12').waitFor();
  await quantity.press('ArrowUp');
  await expect.poll(() => quantity.inputValue()).toBe('264');
  await page.getByRole('button', { name: 'One box less' }).click();
  await expect.poll(() => quantity.inputValue()).toBe('252');
  await expect.poll(() => form.locator('.purchase__total dd').innerText()).toBe('$1,764');
  await leave();
});

test('an admin gives a tool steps and a case pack: mistakes stand beside the step, and the history undoes them', async () => {
  const { id, sku } = await newWrench();
  const { page, leave } = await adminAt(`/dashboard/manageTools/${id}`);
  await page.getByRole('form', { name: 'Tool' }).waitFor();
  const bar = page.getByRole('region', { name: 'Changes' });
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.keyboard.type('100');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9');
  // In the last price Enter adds the next step.
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Step 2: from pieces');
  await page.keyboard.type('400');
  await page.keyboard.press('Tab');
  await page.keyboard.type('11');
  await page.getByText('From 400 pieces the price rises from $9 to $11').waitFor();
  const price = page.getByLabel('Step 2: price per piece');
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => bar.innerText()).toContain('Cannot be saved: the price rises at 400 pieces.');
  await bar.getByRole('button', { name: 'Show the mistake' }).click();
  await expect.poll(() => focused(page)).toBe('Step 2: price per piece');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('8');
  await page.getByText('No piece gets dearer in a bigger order.').waitFor();
  await page.getByText('91 to 99 pieces cost more than 100 pieces').waitFor();

  await page.getByLabel('Case pack').fill('8');
  await page.getByText('12 is not a multiple of 8. Enter 8 or 16.').waitFor();
  await page.getByLabel('Case pack').fill('4');
  await expect
    .poll(() => bar.innerText())
    .toContain('2 changes: case pack 1 → 4, price ladder none → $9 from 100, $8 from 400');
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Card preview' }).innerText())
    .toContain('from\u00a0$8\u00a0at\u00a0400');
  await page.reload();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => price.inputValue()).toBe('8');
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => seen(id)).toMatchObject({ pack: 4, steps: STEPS });

  await page.getByRole('button', { name: 'Remove step 1' }).click();
  await bar.getByRole('button', { name: 'Save' }).click();
  // The toast of the first save may still be there.
  await expect.poll(() => seen(id)).toMatchObject({ steps: STEPS.slice(1) });
  await expect.poll(() => bar.count()).toBe(0);
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByRole('button', { name: 'Undo: price ladder $9 from 100, $8 from 400 → $8 from 400' }).click();
  await page.getByText('Price ladder is $9 from 100, $8 from 400 again.').first().waitFor();
  await expect.poll(() => seen(id)).toMatchObject({ steps: STEPS });

  await page.goto(`/?q=${sku}`);
  await page.getByText('per piece, from $8 at 400').waitFor();
  await leave();
});

test('a new tool has its steps from the start; what the shop refuses of them is kept', async () => {
  const { page, leave } = await adminAt('/dashboard/addTool');
  const name = `Boxed Rasp ${process.pid}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Minimum quantity').fill('12');
  await page.getByLabel('Available quantity').fill('600');
  await page.getByLabel('Price', { exact: true }).fill('7');
  await page.getByLabel('Case pack').fill('12');
  await page.locator('input[type=file]').setInputFiles(await samplePicture('boxed-rasp.png'));
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByLabel('Step 1: from pieces').fill('144');
  await page.getByLabel('Step 1: price per piece').fill('six');
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByText('Price must be whole dollars, from $1 to $1,000,000.').waitFor();
  await expect.poll(() => focused(page)).toBe('Step 1: price per piece');
  await expect.poll(() => page.getByLabel('Step 1: from pieces').inputValue()).toBe('144');
  await page.getByLabel('Step 1: price per piece').fill('6');
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByText('Successfully Added').waitFor();
  await expect.poll(() => page.getByLabel('Step 1: from pieces').count()).toBe(0);
  const tool = await toolNamed(origin, name);
  expect(tool).toMatchObject({ pack: 12, steps: [{ from: 144, price: 6 }] });
  await leave();
});

test('a double click adds once, two clicks add twice', async () => {
  const { id, name } = await newTool(origin, 'Twice Wrench');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  await page.goto(`/purchase/${id}?quantity=50`);
  const button = page.getByRole('button', { name: 'Add to order list' });
  // Away from the corner where the news come up.
  await button.evaluate((it) => it.scrollIntoView({ block: 'center' }));
  await button.dblclick();
  await page.getByText(`50 × ${name} added to order list.`).waitFor();
  for (const pieces of [100, 150]) {
    await button.click();
    await page.getByText(`Now ${pieces} in your order list.`).waitFor();
  }
  await page.goto(`/?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('article', { name }).getByRole('button', { name: /^Add / });
  const least = Number(/\d+/.exec((await card.getAttribute('aria-label')) ?? '')?.[0]);
  await card.dblclick();
  await page.getByText(`Now ${150 + least} in your order list.`).waitFor();
  await card.click();
  await page.getByText(`Now ${150 + 2 * least} in your order list.`).waitFor();
  await leave();
});
