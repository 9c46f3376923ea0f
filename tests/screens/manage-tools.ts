import type { Page } from 'playwright-core';
import { expectOk, newTool } from '../harness/shopping.ts';
import { drop, fail, hold } from './network.ts';
import { listed, type Screen, screen } from './screen.ts';

const LIST = /^\/tools$/;
const MOVES = /^\/tools\/[^/]+\/stock$/;

export const manageToolsScreens: readonly Screen[] = [
  screen('10-manage-tools', 'admin', (page) => open(page)),
  screen('10-manage-tools-delete', 'admin', (page) => asked(page)),
  screen('10-manage-tools-delete-failed', 'admin', async (page) => {
    await drop(page, /^\/tools\/.+/);
    await asked(page);
    await page.getByRole('button', { name: 'Delete tool' }).click();
    await page.getByText('The shop cannot be reached.').waitFor();
  }),
  screen('10-manage-tools-stock', 'admin', async (page) => {
    await stock(page);
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  }),
  screen('10-manage-tools-stock-refused', 'admin', async (page) => {
    await stock(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[role=dialog] .err').first().waitFor();
  }),
  screen('10-manage-tools-stock-loading', 'admin', async (page) => {
    await hold(page, MOVES);
    await stock(page);
    await page.locator('[role=dialog] .sk').first().waitFor();
  }),
  screen('10-manage-tools-stock-failed', 'admin', async (page) => {
    await fail(page, MOVES);
    await stock(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
  }),
  screen('10-manage-tools-nothing-found', 'admin', async (page) => {
    await page.goto('/dashboard/manageTools?search=nothing+like+this');
    await page.getByRole('heading', { name: 'No tool found' }).waitFor();
  }),
  screen('10-manage-tools-archived', 'admin', async (page, { origin, people }) => {
    const { id } = await newTool(origin, 'Archived Mallet');
    expectOk(await people.admin.call('DELETE', `/tools/${id}`));
    await page.goto('/dashboard/manageTools?show=archived');
    await listed(page);
  }),
  screen('10-manage-tools-loading', 'admin', async (page) => {
    await hold(page, LIST);
    await page.goto('/dashboard/manageTools');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('10-manage-tools-failed', 'admin', async (page) => {
    await fail(page, LIST);
    await page.goto('/dashboard/manageTools');
    await page.getByRole('heading', { name: 'The tools did not load' }).waitFor();
  }),
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/manageTools');
  await listed(page);
}

async function stock(page: Page): Promise<void> {
  await open(page);
  await page
    .getByRole('button', { name: /^Stock/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Stock' }).waitFor();
}

async function asked(page: Page): Promise<void> {
  await open(page);
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('alertdialog', { name: 'Delete this tool?' }).waitFor();
}
