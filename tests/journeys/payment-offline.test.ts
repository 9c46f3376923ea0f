import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { fillCard } from '../harness/card-form.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const CUT = /ERR_INTERNET_DISCONNECTED/;

const NOTHING = 'Nothing was charged';
const UNKNOWN = 'it is not known whether you were charged';
const UNFINISHED = 'Your last payment was not finished, and nothing was charged. You can pay now.';

/** The order is shown as paid, once. */
const paid = (page: Page) =>
  page
    .getByText(/^Congrats! Your payment/)
    .first()
    .waitFor();

interface Cut {
  readonly when: string;
  /** The call at which the network goes; without it, it is gone before Pay is pressed. */
  readonly call?: string;
  /** Whether that call still does its work. */
  readonly arrives?: boolean;
  readonly says: string;
  /** What the page says by itself when the network is back; without it Pay is pressed again. */
  readonly after?: 'paid' | 'unfinished';
}

const CUTS: readonly Cut[] = [
  { when: 'before Pay is pressed', says: NOTHING },
  { when: 'as the payment is opened', call: '**/create-payment-intent', says: NOTHING },
  { when: 'after it was opened, before its answer', call: '**/create-payment-intent', arrives: true, says: NOTHING },
  { when: 'as the card leaves for the provider', call: '**/v1/payment_methods', says: NOTHING },
  { when: 'before the charge', call: '**/v1/payment_intents/*/confirm', says: UNKNOWN, after: 'unfinished' },
  {
    ...{ when: 'after the charge, before its answer', call: '**/v1/payment_intents/*/confirm', arrives: true },
    ...{ says: UNKNOWN, after: 'paid' as const },
  },
  { when: 'before the shop hears of the charge', call: '**/paymentOrders/*', says: UNKNOWN, after: 'paid' },
  { when: 'after the shop heard of it', call: '**/paymentOrders/*', arrives: true, says: UNKNOWN, after: 'paid' },
];

test.each(CUTS)('the network goes $when: what is known is said, and the card is charged once', async (cut) => {
  const buyer = await newCustomer(origin, 'Nell Cut');
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: CUT });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/payment/${order._id}`);
  await fillCard(page);
  if (cut.call) await page.route(cut.call, (route) => loseNetwork(context, route, cut.arrives === true), { times: 1 });
  else await context.setOffline(true);
  const press = page.getByRole('button', { name: /^Pay \$/ });
  await press.click();
  await page.getByText(cut.says).waitFor();
  if (cut.says === UNKNOWN) await expect.poll(() => press.count()).toBe(0);
  await context.setOffline(false);
  if (cut.after === 'unfinished') await page.getByText(UNFINISHED).waitFor();
  // The card form was gone while nobody knew: what a card is asked for is typed anew.
  if (cut.after === 'unfinished') await fillCard(page);
  if (cut.after !== 'paid') await press.click();
  await paid(page);
  const state = expectOk(await buyer.call('GET', `/orders/${order._id}`));
  expect(state).toMatchObject({ state: 'paid' });
  await leave();
});

async function loseNetwork(context: BrowserContext, route: Route, arrives: boolean): Promise<void> {
  if (arrives) await route.fetch();
  await context.setOffline(true);
  await route.abort('internetdisconnected');
}
