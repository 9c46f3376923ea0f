import { running } from '../harness/browser.ts';
import { drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';

export const contentScreens: readonly Screen[] = [
  screen('02-blogs', 'visitor', async (page) => {
    await page.goto('/blogs');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }),
  screen('11-portfolio', 'visitor', async (page) => {
    await page.goto('/myPortfilo');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }),
  screen('12-not-found', 'visitor', async (page) => {
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }),
  screen('14-route-loading', 'visitor', async (page) => {
    await page.goto('/blogs');
    await running(page);
    await hold(page, '/myPortfilo.data');
    await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
    await page.getByText('Loading', { exact: true }).waitFor();
  }),
  screen('14-route-late', 'visitor', async (page) => {
    await page.clock.install();
    await page.goto('/blogs');
    await running(page);
    await hold(page, '/myPortfilo.data');
    await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
    await page.getByText('Loading', { exact: true }).waitFor();
    await page.clock.runFor(121_000);
    await page.getByRole('heading', { name: 'The page did not load' }).waitFor();
  }),
  screen('14-offline', 'visitor', async (page) => {
    await page.goto('/blogs');
    await running(page);
    await drop(page, '/myPortfilo.data');
    await page.getByRole('link', { name: 'My Portfilo' }).filter({ visible: true }).click();
    await page.getByRole('heading', { name: 'The page did not load' }).waitFor();
  }),
];
