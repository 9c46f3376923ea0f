import type { Page } from 'playwright-core';
import { drop, fail, hold } from './network.ts';
import { listed, type Screen } from './screen.ts';

const LIST = /^\/tools$/;

export const manageToolsScreens: readonly Screen[] = [
  { name: '10-manage-tools', as: 'admin', open: (page) => open(page) },
  { name: '10-manage-tools-delete', as: 'admin', open: (page) => asked(page) },
  {
    name: '10-manage-tools-delete-failed',
    as: 'admin',
    open: async (page) => {
      await drop(page, /^\/tools\/.+/);
      await asked(page);
      await page.getByRole('button', { name: 'Delete tool' }).click();
      await page.getByText('The shop cannot be reached.').waitFor();
    },
  },
  {
    name: '10-manage-tools-nothing-found',
    as: 'admin',
    open: async (page) => {
      await page.goto('/dashboard/manageTools?search=nothing+like+this');
      await page.getByRole('heading', { name: 'No tool found' }).waitFor();
    },
  },
  {
    name: '10-manage-tools-loading',
    as: 'admin',
    open: async (page) => {
      await hold(page, LIST);
      await page.goto('/dashboard/manageTools');
      await page.locator('main [aria-busy=true]').first().waitFor();
    },
  },
  {
    name: '10-manage-tools-failed',
    as: 'admin',
    open: async (page) => {
      await fail(page, LIST);
      await page.goto('/dashboard/manageTools');
      await page.getByRole('heading', { name: 'The tools did not load' }).waitFor();
    },
  },
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/manageTools');
  await listed(page);
}

async function asked(page: Page): Promise<void> {
  await open(page);
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('alertdialog', { name: 'Delete this tool?' }).waitFor();
}
