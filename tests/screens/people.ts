import { drop, hold } from './network.ts';
import type { Screen } from './screen.ts';

export const peopleScreens: readonly Screen[] = [
  {
    name: '06-profile',
    as: 'customer',
    open: async (page, { people }) => {
      await page.goto('/dashboard');
      await page.locator('main').getByText(people.customer.email).waitFor();
    },
  },
  {
    name: '06-profile-loading',
    as: 'customer',
    open: async (page) => {
      await hold(page, '/auth/session');
      await page.goto('/dashboard');
      await page.locator('main [aria-busy=true]').first().waitFor();
    },
  },
  {
    name: '06-profile-offline',
    as: 'customer',
    open: async (page) => {
      await drop(page, '/auth/session');
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Your profile did not load' }).waitFor();
    },
  },
];
