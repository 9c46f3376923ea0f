import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';

const MATCH = '/tools/match';

const LIST = `Item\tQty
HT-WRA-250\t400
20x HT-HAM-024
5 boxes needle nose pliers
200 safety helmets orange
HT-TAP-525, 240
hex key set 9pc - 200
clamp x 60
12 x spirit level 400
screwdrivers 300
HT-BOX-020\t24
blue masking tape 50mm, 80
ratchet set 1/2" 48`;

export const orderPadScreens: readonly Screen[] = [
  screen('23-order-pad', 'visitor', async (page) => {
    await paste(page, LIST);
    await page.getByText('12 lines: ').waitFor();
    await page.locator('.cand').first().waitFor();
  }),
  screen('23-order-pad-empty', 'visitor', async (page) => {
    await paste(page, '');
    await page.getByText('Your lines appear here while you paste').waitFor();
  }),
  screen('23-order-pad-decided', 'visitor', async (page) => {
    await paste(page, 'HT-WRA-250 94\nHT-WRA-250\nclamp x 60\nHT-TAP-525, 241\nblue masking tape 50mm, 80\nHT-BOX-020');
    await page.getByRole('button', { name: 'Skip this line: clamp x 60' }).click();
    await page.getByRole('button', { name: /^Remove line 6/ }).click();
    await page.getByRole('button', { name: 'Find a tool for blue masking tape' }).click();
    await page.keyboard.type('HT-TAP');
    await page.getByRole('option').first().waitFor();
  }),
  screen('23-order-pad-nothing', 'visitor', async (page) => {
    await paste(page, 'blue masking tape 50mm, 80\nzzz 4');
    await page.getByText('Choose a tool for at least one line.').waitFor();
  }),
  screen('23-order-pad-reading', 'visitor', async (page) => {
    await hold(page, MATCH);
    await paste(page, LIST);
    await page.locator('.prow[aria-busy=true]').first().waitFor();
  }),
  screen('23-order-pad-dragging', 'visitor', async (page) => {
    await paste(page, '');
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['clamp'], 'list.csv'));
      document
        .querySelector('.padbox')
        ?.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByText('Drop the file to read it').waitFor();
  }),
  screen('23-order-pad-failure', 'visitor', async (page) => {
    await drop(page, MATCH);
    await paste(page, '');
    const rows = Array.from({ length: 86 }, (_, at) => ['HT-WRA-250', at + 1]);
    const sheets = ['Order', 'Stock', 'Prices', 'Notes'].map((name) => ({ name, rows }));
    await choose(page, 'stock.xlsx', Buffer.from(await writeXlsx({ sheets })));
    await page.getByText('stock.xlsx has 4 sheets.').waitFor();
    await page.getByText('These lines could not be checked.').waitFor();
    await choose(page, 'order-november.pdf', Buffer.from('%PDF-1.7'));
    await page.getByText('order-november.pdf is not a CSV or XLSX file.').waitFor();
  }),
  screen('23-order-pad-sheets', 'visitor', async (page) => {
    await paste(page, '');
    const sheets = ['Order', 'Stock', 'A sheet with a very long name'].map((name) => ({ name, rows: [[name, 4]] }));
    await choose(page, 'stock.xlsx', Buffer.from(await writeXlsx({ sheets })));
    await page.getByLabel('Choose a sheet of stock.xlsx').selectOption('Stock');
    await page.getByText('We read \u201cStock\u201d').waitFor();
  }),
  screen('23-order-pad-lines', 'visitor', async (page) => {
    await paste(page, '');
    await page.getByRole('tab', { name: 'Line by line' }).click();
    await page.getByRole('combobox').first().focus();
    for (const [number, quantity] of [
      ['HT-WRA-250', '400'],
      ['HT-TAP-525', '240'],
      ['HT-HAM-024', '20'],
    ] as const) {
      await page.keyboard.type(number);
      await page.getByRole('option').filter({ hasText: number }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.qty:focus').waitFor();
      await page.keyboard.type(quantity);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('pli');
    await page.getByRole('option').first().waitFor();
    await page.getByText('The minimum order is 24.').waitFor();
  }),
];

async function paste(page: Page, text: string): Promise<void> {
  await page.addInitScript(() => localStorage.removeItem('order-pad'));
  await page.goto('/order-pad');
  await page.locator('.padbox textarea').fill(text);
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
