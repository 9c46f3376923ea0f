import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test.each(['/', '/login', '/blogs', '/dashboard/payment/x'])(
  'on %s no script can turn text into markup or a script',
  async (path) => {
    const { page } = await visit({ origin, viewport: DESKTOP, triesPolicy: true });
    await page.goto(path);
    const refused = await page.evaluate(() =>
      [
        () => {
          document.body.innerHTML = '<img src=x>';
        },
        () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
        () => {
          document.createElement('script').src = '/assets/x.js';
        },
      ].map((attempt) => {
        try {
          attempt();
          return 'done';
        } catch {
          return 'refused';
        }
      }),
    );
    expect(refused).toEqual(['refused', 'refused', 'refused']);
  },
);
