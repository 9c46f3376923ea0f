import type { Page } from 'playwright-core';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { expectOk } from '../harness/shopping.ts';
import { drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';

export const homeScreens: readonly Screen[] = [
  screen('01-home', 'visitor', async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
  }),
  screen('01-home-admin', 'admin', async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
  }),
  screen('01-home-customer', 'customer', async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  }),
  screen('01-home-way-back', 'customer', async (page) => {
    await page.addInitScript(() => {
      const wanted = { id: crypto.randomUUID(), name: 'Adjustable Wrench 250 mm, Chrome Vanadium', quantity: 60 };
      sessionStorage.setItem('mine:wanted-tool', JSON.stringify(wanted));
    });
    await page.goto('/');
    await page.getByRole('link', { name: /^Continue your order/ }).waitFor();
  }),
  screen('01-home-loading', 'visitor', async (page) => {
    await hold(page, '/auth/session');
    await page.goto('/');
    await page.getByRole('status', { name: 'Loading' }).waitFor();
  }),
  screen('01-home-unknown', 'visitor', async (page) => {
    await drop(page, '/auth/session');
    await page.goto('/');
    await page.getByText('The shop could not check whether you are signed in.').waitFor();
  }),
  screen('01-home-scrolled', 'visitor', async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
    await page.evaluate(() => scrollTo(0, 400));
    await page.locator('header[data-solid]').waitFor();
  }),
  {
    name: '01-home-menu',
    narrow: true,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Get Started' }).waitFor();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  {
    name: '01-home-menu-customer',
    as: 'customer',
    narrow: true,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).waitFor();
    },
  },
  screen('01-home-list', 'visitor', async (page) => {
    await page.goto('/?view=list#tools');
    await page.getByRole('table', { name: 'Tools' }).waitFor();
  }),
  {
    name: '01-home-filter',
    narrow: true,
    open: async (page) => {
      await page.goto('/#tools');
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('dialog', { name: 'Filter tools' }).waitFor();
    },
  },
  screen('01-home-found', 'visitor', async (page) => {
    await page.goto('/?q=hammer&price=5-20&sort=price_asc#tools');
    await page.getByRole('link', { name: 'Clear all' }).filter({ visible: true }).waitFor();
  }),
  screen('01-home-nothing-found', 'visitor', async (page) => {
    await page.goto('/?q=nothing+like+this#tools');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  }),
  screen('14-tools-loading', 'visitor', async (page) => {
    await searching(page, (which) => hold(page, which));
    await page.locator('.lattice[aria-busy=true]').waitFor();
  }),
  screen('14-offline-tools', 'visitor', async (page) => {
    await searching(page, (which) => drop(page, which));
    await page.getByRole('heading', { name: 'The search got no answer' }).waitFor();
  }),
  screen('01-home-more-failed', 'visitor', async (page, { people: { admin } }) => {
    const tools = expectOk(await admin.call('GET', '/tools'));
    const [{ image }] = tools;
    const added: string[] = [];
    for (let count = tools.length; count <= SCREEN.toolsPage; count += 1) {
      const texts = { name: `Wood Chisel ${count} mm`, description: 'Bevel edge, beech handle.', image };
      const tool = { ...texts, min_quantity: 20, available_quantity: 100, price: 9 };
      added.push(expectOk(await admin.call('POST', '/addTool', tool)).insertedId);
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
    await drop(page, /^\/tools$/);
    await page.getByRole('link', { name: /Load more/ }).click();
    await page.getByRole('heading', { name: 'No more tools came' }).waitFor();
    // The other states have the catalogue that the shop starts with.
    for (const id of added) expectOk(await admin.call('DELETE', `/tools/${id}`));
  }),
  screen('01-home-faq', 'visitor', async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
    await page.locator('summary').filter({ hasText: 'PayPal' }).click();
    await page.locator('details[open]').waitFor();
  }),
];

/** Searches from the page as it stands, with the answer in the hands of `then`. */
async function searching(page: Page, then: (which: RegExp) => Promise<unknown>): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  await then(/^\/(_root|_|index)?\.data$/);
  await page.getByRole('searchbox').first().fill('hammer');
}
