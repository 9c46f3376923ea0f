import { drop, hold } from './network.ts';
import type { Screen } from './screen.ts';

export const homeScreens: readonly Screen[] = [
  {
    name: '01-home',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Get Started' }).waitFor();
    },
  },
  {
    name: '01-home-admin',
    as: 'admin',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
    },
  },
  {
    name: '01-home-customer',
    as: 'customer',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    },
  },
  {
    name: '01-home-loading',
    open: async (page) => {
      await hold(page, '/auth/session');
      await page.goto('/');
      await page.getByRole('status', { name: 'Loading' }).waitFor();
    },
  },
  {
    name: '01-home-unknown',
    open: async (page) => {
      await drop(page, '/auth/session');
      await page.goto('/');
      await page.getByText('The shop could not check whether you are signed in.').waitFor();
    },
  },
  {
    name: '01-home-scrolled',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Get Started' }).waitFor();
      await page.evaluate(() => scrollTo(0, 400));
      await page.locator('header[data-solid]').waitFor();
    },
  },
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
  {
    name: '01-home-faq',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Get Started' }).waitFor();
      await page.locator('summary').filter({ hasText: 'PayPal' }).click();
      await page.locator('details[open]').waitFor();
    },
  },
];
