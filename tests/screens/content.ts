import { running } from '../harness/browser.ts';
import { drop, hold } from './network.ts';
import type { Screen } from './screen.ts';

export const contentScreens: readonly Screen[] = [
  {
    name: '02-blogs',
    open: async (page) => {
      await page.goto('/blogs');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: '11-portfolio',
    open: async (page) => {
      await page.goto('/myPortfilo');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: '12-not-found',
    open: async (page) => {
      await page.goto('/no/such/page');
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    },
  },
  {
    name: '14-route-loading',
    open: async (page) => {
      await page.goto('/blogs');
      await running(page);
      await hold(page, '/myPortfilo.data');
      await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
      await page.getByText('Loading', { exact: true }).waitFor();
    },
  },
  {
    name: '14-route-late',
    open: async (page) => {
      await page.clock.install();
      await page.goto('/blogs');
      await running(page);
      await hold(page, '/myPortfilo.data');
      await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
      await page.getByText('Loading', { exact: true }).waitFor();
      await page.clock.runFor(121_000);
      await page.getByRole('heading', { name: 'The page did not load' }).waitFor();
    },
  },
  {
    name: '14-offline',
    open: async (page) => {
      await page.goto('/blogs');
      await running(page);
      await drop(page, '/myPortfilo.data');
      await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
      await page.getByRole('heading', { name: 'The page did not load' }).waitFor();
    },
  },
];
