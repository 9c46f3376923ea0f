import type { Page } from 'playwright-core';
import type { AuditPage } from '../../src/model/people/audit-entry.ts';
import { change, drop, fail, hold } from './network.ts';
import { listed, type Screen, screen } from './screen.ts';

const READ = /^\/audit$/;

export const auditScreens: readonly Screen[] = [
  screen('10-audit', 'admin', (page) => open(page)),
  screen('10-audit-filtered', 'admin', async (page, { orders }) => {
    await page.goto(`/dashboard/audit?what=orders&id=${orders.shipped._id}`);
    await listed(page);
    await page.getByText('and that is all.').waitFor();
  }),
  screen('10-audit-nothing-found', 'admin', async (page) => {
    await page.goto('/dashboard/audit?person=nobody%40example.com');
    await page.getByRole('heading', { name: 'No entry found' }).waitFor();
  }),
  screen('10-audit-empty', 'admin', async (page) => {
    await change<AuditPage>(page, READ, ({ seals }) => ({
      rows: [],
      seals: { ...seals, sealedAt: null, comparedAt: null, compared: 0 },
    }));
    await page.goto('/dashboard/audit');
    await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  }),
  screen('10-audit-changed', 'admin', async (page) => {
    await change<AuditPage>(page, READ, (answer) => ({ ...answer, seals: { ...answer.seals, broken: 12 } }));
    await open(page);
    await page.getByRole('alert').waitFor();
  }),
  screen('10-audit-loading', 'admin', async (page) => {
    await hold(page, READ);
    await page.goto('/dashboard/audit');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('10-audit-failed', 'admin', async (page) => {
    await fail(page, READ);
    await page.goto('/dashboard/audit');
    await page.getByRole('heading', { name: 'The audit did not load' }).waitFor();
  }),
  screen('10-audit-offline', 'admin', async (page) => {
    await open(page);
    await drop(page, READ);
    await page.getByRole('combobox', { name: 'What' }).selectOption('orders');
    await page.getByRole('heading', { name: 'The audit did not load' }).waitFor();
  }),
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/audit');
  await listed(page);
}
