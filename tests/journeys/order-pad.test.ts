import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const LIST = 'Item\tQty\nHT-WRA-250\t400\n20x HT-HAM-024\nclamp x 60\nblue masking tape 50mm, 80';

const box = (page: Page) => page.getByRole('textbox', { name: 'Your list' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const keptText = (page: Page) => page.evaluate(() => JSON.parse(localStorage['order-pad'] ?? '{}').text);
const listed = (page: Page): Promise<{ name: string; quantity: number }[]> =>
  page.evaluate(() => JSON.parse(localStorage['order-list'] ?? '{"lines":[]}').lines);

async function openPad(page: Page, text?: string) {
  await page.goto('/order-pad');
  await page.getByRole('heading', { name: 'Your lines appear here while you paste' }).waitFor();
  if (text !== undefined) await box(page).fill(text);
}

const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

/** Before the page could be drawn again: it adds once all the same. */
const pressTwice = (it: HTMLElement | SVGElement) => {
  for (const _ of [1, 2]) (it as HTMLElement).click();
};

test('a pasted list is decided line by line and goes into the order list; what is open stays, and all can be undone', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page, LIST);
  await page.getByText('4 lines: 2 recognised, 1 to choose, 1 not found').waitFor();
  await page.getByText('Line 1 is a head row and is left out.').waitFor();
  await button(page, 'Make it 24').click();
  await expect.poll(() => page.getByLabel(/^Quantity, line 3/).inputValue()).toBe('24');
  await page
    .getByRole('group', { name: 'Which tool is clamp x 60?' })
    .getByRole('button', { name: /^G-Clamp/ })
    .click();
  await expect.poll(() => focused(page)).toMatch(/Find a tool/);
  await button(page, 'Add 3 lines to order list').evaluate(pressTwice);
  await page.getByRole('heading', { name: 'Order list' }).waitFor();
  await page.getByText('3 lines added to order list.').waitFor();
  // It stays while the pointer is on it.
  await button(page, 'Undo').hover();
  await expect.poll(async () => (await listed(page)).map(({ quantity }) => quantity)).toEqual([400, 24, 60]);
  await expect.poll(() => keptText(page)).toBe('Item\tQty\nblue masking tape 50mm, 80');

  await button(page, 'Undo').click();
  await page.getByText('4 lines: 3 recognised, 1 not found').waitFor();
  await expect.poll(() => listed(page)).toEqual([]);
  await button(page, 'Add 3 lines to order list').click();
  await page.getByText('3 lines added to order list.').waitFor();
  await page.goBack();
  await page.getByText('1 line was not added.').waitFor();
  await page.getByText('1 line: 0 recognised, 1 not found').waitFor();
  await leave();
});

test('12.5 and -5 stay as they are, are said to be no whole numbers, and are not added', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await openPad(page, 'Item;Qty\nHT-WRA-250;12.5\nHT-HAM-024;-5');
  const first = page.getByLabel(/^Quantity, line 2/);
  const second = page.getByLabel(/^Quantity, line 3/);
  await expect.poll(async () => [await first.inputValue(), await second.inputValue()]).toEqual(['12.5', '-5']);
  await expect.poll(() => page.getByText(/^Enter a whole number from [\d,]+ to [\d,]+\.$/).count()).toBe(2);
  await first.fill('24.5');
  await second.focus();
  await expect.poll(() => first.inputValue()).toBe('24.5');
  await expect.poll(() => page.getByText(/^Enter a whole number from /).count()).toBe(2);
  for (const field of [second, first]) {
    await button(page, /^Make it /)
      .last()
      .click();
    await expect.poll(() => field.inputValue()).toMatch(/^(12|24)$/);
  }
  await leave();
});

test('by keyboard alone: to the next open line, among its tools, and all into the list', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page, `${LIST}\nscrewdrivers 300`);
  await page.locator('.cand').first().waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ArrowRight');
  const second = await focused(page);
  await page.keyboard.press('Enter');
  await page.getByText('5 lines: 3 recognised, 1 to choose, 1 not found').waitFor();
  await expect.poll(() => focused(page)).toMatch(/Find a tool/);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(page)).toMatch(/Another tool/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('HT-BOX-020');
  await page.getByRole('option', { name: /HT-BOX-020/ }).waitFor();
  // It lies over the rows that follow.
  expect(await page.locator('.ahead').evaluate((it) => getComputedStyle(it).position)).toBe('absolute');
  await page.keyboard.press('Enter');
  await page.getByText('5 lines: 4 recognised, 1 not found').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('4 lines added to order list.').waitFor();
  await expect
    .poll(async () => (await listed(page)).some(({ name }) => second?.includes(name.split(' ')[0] ?? '-')))
    .toBe(true);
  await leave();
});

test('on a phone a list is pasted, skipped in part and added', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE, touch: true });
  await openPad(page, LIST);
  await button(page, 'Skip this line: clamp x 60').tap();
  await page.getByText('Left out: \u201cclamp x 60\u201d').waitFor();
  await button(page, 'Undo: line 4, clamp x 60').tap();
  await button(page, 'Skip this line: clamp x 60').tap();
  await button(page, 'Remove line 5: blue masking tape 50mm, 80').tap();
  await button(page, 'Add 2 lines to order list').tap();
  await page.getByText('2 lines added to order list.').waitFor();
  await expect.poll(() => keptText(page)).toBeUndefined();
  await leave();
});

test('what was decided by hand stays while its line does; a quantity that is none is said and not added', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page, 'HT-WRA-250 400\nHT-HAM-024');
  const quantity = page.getByLabel(/^Quantity.*Adjustable Wrench/);
  await page.getByText('quantity not given, minimum taken').waitFor();
  await quantity.fill('250');
  await box(page).fill('HT-TAP-525 240\nHT-WRA-250 400\nHT-HAM-024');
  await page.getByText('3 lines: 3 recognised').waitFor();
  await expect.poll(() => quantity.inputValue()).toBe('250');
  const tapes = page.getByLabel(/^Quantity.*Tape Measure/);
  await tapes.fill('360');
  await quantity.fill('many');
  await page.getByText(/Enter a whole number from 12/).waitFor();
  await expect.poll(() => quantity.inputValue()).toBe('many');
  await button(page, 'Add 2 lines to order list').click();
  await page.getByText('2 lines added to order list.').waitFor();
  await expect.poll(() => keptText(page)).toBe('HT-WRA-250 400');
  // A line that is pasted again is another one.
  await arrived(page, '/order-list');
  await page.goBack();
  await box(page).fill('HT-TAP-525 240');
  await expect.poll(() => tapes.inputValue()).toBe('240');
  await tapes.fill('480');
  await box(page).fill('HT-HAM-024 24');
  await tapes.waitFor({ state: 'detached' });
  await box(page).fill('HT-TAP-525 240');
  await expect.poll(() => tapes.inputValue()).toBe('240');
  await leave();
});

test('the text survives a failed connection and a reload until it is cleared, and clearing can be undone', async () => {
  const { page, context, leave } = await visit({
    origin,
    viewport: DESKTOP,
    expectedErrors: /ERR_FAILED|Failed to load/,
  });
  await openPad(page);
  await context.route('**/tools/match', (route) => route.abort());
  await box(page).fill('HT-WRA-250 400');
  await page.getByText('These lines could not be checked.').waitFor();
  await context.unroute('**/tools/match');
  await button(page, 'Try again').click();
  await page.getByText('1 line: 1 recognised').waitFor();
  await page.reload();
  await page.getByText('1 line: 1 recognised').waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('HT-WRA-250 400');
  await button(page, 'Clear the pad').click();
  await page.getByText('Your lines appear here').waitFor();
  await expect.poll(() => keptText(page)).toBeUndefined();
  // It stays while the pointer is on it.
  await button(page, 'Undo').hover();
  await box(page).fill('HT-HAM-024 24');
  await button(page, 'Undo').click();
  await page.getByText('2 lines: 2 recognised').waitFor();
  expect(await box(page).inputValue()).toBe('HT-HAM-024 24\nHT-WRA-250 400');
  await leave();
});

test('files are read in the browser: XLSX with its sheets, CSV by dropping; others are refused', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page);
  const book = await writeXlsx({
    sheets: [
      {
        name: 'Order',
        rows: [
          ['Item', 'Qty'],
          ['HT-WRA-250', 400],
        ],
      },
      {
        name: 'More',
        rows: [
          ['HT-TAP-525', 240],
          ['HT-BOX-020', 24],
        ],
      },
    ],
  });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
  await choose(page, 'stock.xlsx', book);
  await page.getByText('stock.xlsx has 2 sheets. We read the first, \u201cOrder\u201d, 2 lines.').waitFor();
  await page.getByText('1 line: 1 recognised').waitFor();
  await page.getByLabel('Choose a sheet of stock.xlsx').selectOption('More');
  await page.getByText('2 lines: 2 recognised').waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('HT-TAP-525\t240\nHT-BOX-020\t24');

  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['Item;Qty\nHT-WRA-250;400'], 'list.csv'));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.getByText('3 lines: 3 recognised').waitFor();
  await choose(page, 'order-november.pdf', '%PDF-1.7');
  await page.getByText('order-november.pdf is not a CSV or XLSX file. Save it as CSV').waitFor();
  await choose(page, 'huge.csv', 'a'.repeat(1_000_001));
  await page.getByText('huge.csv is larger than 1 MB.').waitFor();
  await expect.poll(() => box(page).inputValue()).toMatch(/^HT-TAP-525/);
  for (const body of sent) expect(Object.keys(JSON.parse(body))).toEqual(['lines']);
  await leave();
});

test('line by line: found while typing, Enter goes on, Backspace takes back, several pasted lines go to the text', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page);
  await page.getByRole('tab', { name: 'Line by line' }).click();
  await page.getByRole('combobox', { name: 'Item number or name, line 1' }).focus();
  for (const [number, quantity] of [
    ['HT-WRA-250', '400'],
    ['HT-TAP-525', '241'],
  ] as const) {
    await page.keyboard.type(number);
    // Taken as soon as it is found: what an earlier search found is not.
    await page.keyboard.press('Enter');
    await page.locator('.qty:focus').waitFor();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
  }
  await button(page, 'Make it 252').click();
  await page.getByRole('combobox', { name: 'Item number or name, line 3' }).focus();
  await page.keyboard.type('p');
  await page.keyboard.press('Backspace');
  await page.reload();
  await page.getByRole('tab', { name: 'Line by line' }).click();
  await page.getByText('Tape Measure').waitFor();
  await button(page, 'Add 2 lines to order list').click();
  await page.getByText('2 lines added to order list.').waitFor();
  await expect.poll(async () => (await listed(page)).map(({ quantity }) => quantity)).toEqual([400, 252]);
  await arrived(page, '/order-list');
  await page.goBack();
  await page.getByRole('combobox', { name: 'Item number or name, line 1' }).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'HT-WRA-250 400\nHT-BOX-020 24');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await page.getByText('2 lines: 2 recognised').waitFor();
  await leave();
});

test('hostile texts and huge ones stay texts', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  const hostile = [
    '<img src=x onerror=alert(1)> 5',
    "'; DROP TABLE tool; -- 7",
    '\u202e\u0000\u0007 012-TH 4',
    '=HYPERLINK("http://evil.example","x") 9',
    '{{7*7}} <%= 7 %> %s %n 3',
    '9'.repeat(5000),
    `${'ab-'.repeat(40_000)} 5`,
    '\ud800 lone 4',
  ];
  await openPad(page, hostile.join('\n'));
  await page.getByText(/^7 lines: /).waitFor();
  await expect.poll(() => page.locator('.prows img[src=x]').count()).toBe(0);
  await box(page).fill(Array.from({ length: 1240 }, (_, at) => `HT-WRA-250 ${at + 12}`).join('\n'));
  await page.getByText('This list has 1,240 lines. The first 500 are read.').waitFor();
  await page.getByText('500 lines: 500 recognised').waitFor();
  await button(page, 'Add 500 lines to order list').click();
  await arrived(page, '/order-list');
  await page.goBack();
  await page.getByText('740 lines were not added.').waitFor();
  await page.getByText('This list has 740 lines. The first 500 are read.').waitFor();
  await leave();
});

test('customers have the pad in their menu, admins are sent to login', async () => {
  const customer = await visit({ origin, viewport: PHONE });
  await letIn(customer.page, origin, await newCustomer(origin, 'Dana Ortiz'));
  await customer.page.goto('/');
  await button(customer.page, 'Open menu').click();
  await customer.page.getByRole('dialog').getByRole('link', { name: 'Order pad' }).click();
  await customer.page.getByRole('heading', { name: 'Order pad' }).waitFor();
  await customer.leave();
  const admin = await visit({ origin, viewport: DESKTOP });
  await letIn(admin.page, origin, await theAdmin(origin));
  await admin.page.goto('/order-pad');
  await admin.page.waitForURL('**/login');
  await admin.leave();
});

test('lines of one tool say what they are together, as the sum below counts them', async () => {
  const tool = await newTool(origin, 'Doubled Wrench', { steps: [{ from: 100, price: 9 }] });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/order-pad');
  const pieces = [12, 60, 60].map((quantity) => `${tool.sku};${quantity}`);
  await page.getByRole('textbox', { name: 'Your list' }).fill(pieces.join('\n'));
  const said = page.getByText('3 lines are the same tool. Together 132 pieces, $1,188.');
  await expect.poll(() => said.count()).toBe(3);
  await expect.poll(() => page.locator('.sumbar').innerText()).toContain('$1,188');
  await leave();
});

test('what was typed a moment ago is added with the rest', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await openPad(page, 'HT-WRA-250 400\nHT-TAP-525 240');
  await page.getByText('2 lines: 2 recognised').waitFor();
  await box(page).fill('HT-WRA-250 300\nHT-TAP-525 240\nHT-BOX-020 24');
  await box(page).press('Control+Enter');
  await page.getByText('3 lines added to order list.').waitFor();
  await expect.poll(async () => (await listed(page)).map(({ quantity }) => quantity)).toEqual([300, 240, 24]);
  await expect.poll(() => keptText(page)).toBeUndefined();
  await leave();
});

test('line by line: a tool whose price has not come stays where the others are added', async () => {
  const late = await newTool(origin, 'Late Wrench');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await openPad(page);
  await page.getByRole('tab', { name: 'Line by line' }).click();
  await page.getByRole('combobox', { name: 'Item number or name, line 1' }).focus();
  await page.route(`**/tools/${late.id}`, (route) => route.abort());
  for (const [number, quantity] of [
    ['HT-WRA-250', '400'],
    [late.sku, '24'],
  ] as const) {
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await page.locator('.qty:focus').waitFor();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
  }
  await page.getByText('These lines could not be checked.').waitFor();
  await button(page, 'Add 1 line to order list').click();
  await arrived(page, '/order-list');
  await page.goBack();
  await expect.poll(() => page.getByLabel(`Quantity, line 1: ${late.name}`).inputValue()).toBe('24');
  await leave();
});
