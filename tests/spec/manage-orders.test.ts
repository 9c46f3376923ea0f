import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, sessionOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

type Placed = Awaited<ReturnType<typeof orderOf>>;
let buyer: Somebody;
let admin: Somebody;
let unpaid: Placed;
beforeAll(async () => {
  [buyer, admin] = await Promise.all([newCustomer(origin), theAdmin(origin)]);
  const shipped = await orderOf(origin, buyer, { tool: 'Tape Measure' });
  await payFor(origin, buyer, shipped);
  expectOk(await admin.call('PUT', `/manageOrder/${shipped._id}`));
  await payFor(origin, buyer, await orderOf(origin, buyer, { tool: 'Claw Hammer' }));
  unpaid = await orderOf(origin, buyer, { tool: 'Site Toolbox', quantity: 48 });
});

const rowOf = (its: Page, name: string) => its.getByRole('row').filter({ hasText: name });

/** Manage All Orders, where the orders of this file's customer are told by their address. */
async function allOrders(its: Page): Promise<Locator> {
  await its.goto('/dashboard/manageAllOrders');
  const mine = rowOf(its, buyer.email);
  await mine.first().waitFor();
  return mine;
}

spec(
  ['2 manageOrders.table', '4 order.admin-words', '2 manageOrders.action'],
  'id, e-mail, address, tool, quantity, price; Unpaid with Delete, Pending and Shipped already paid',
  async () => {
    const visitor = await visit({ as: admin });
    const rows = await allOrders(visitor.page);
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/Site Toolbox.*48 Foundry Lane.*48 \$720.*Unpaid.*Delete/);
    expect(texts[1]).toMatch(/Claw Hammer.*24 \$216.*Pending.*Already paid.*Mark shipped/);
    expect(texts[2]).toMatch(/Tape Measure.*24 \$120.*Shipped.*Already paid/);
    expect(texts[2]).not.toContain('Mark shipped');
    const id = unpaid._id.replaceAll('-', '').slice(-6).toUpperCase();
    expect(texts[0]?.replaceAll('-', '').toUpperCase()).toContain(id);
    await expect
      .poll(() =>
        rows
          .nth(1)
          .getByRole('button', { name: /Delete/ })
          .count(),
      )
      .toBe(0);
    await visitor.leave();
  },
);

spec('4 order.shipped', 'an admin marks it shipped; for its customer Processing becomes Shipped', async () => {
  const customer = await newCustomer(origin, 'Kenji Mori');
  const order = await orderOf(origin, customer, { tool: 'Hex Key Set' });
  await payFor(origin, customer, order);
  const hers = await visit({ as: customer });
  await hers.page.goto('/dashboard/myorders');
  await rowOf(hers.page, 'Hex Key Set').getByText('Processing', { exact: true }).waitFor();
  const visitor = await visit({ as: admin });
  await visitor.page.goto('/dashboard/manageAllOrders');
  const row = rowOf(visitor.page, customer.email);
  await row.getByRole('button', { name: /^Mark shipped/ }).click();
  await row.getByText('Shipped', { exact: true }).first().waitFor();
  await visitor.leave();
  await hers.page.reload();
  await rowOf(hers.page, 'Hex Key Set').getByText('Shipped', { exact: true }).waitFor();
  await hers.leave();
});

spec(
  ['6 orders.403', '8 handling.403'],
  'refused as somebody who is no admin any more: an alert, signed out, at login, with the reason',
  async () => {
    const visitor = await visit({ as: await theAdmin(origin), expectedErrors: /status of (401|403)/ });
    const problem = { status: 403, code: 'admin_only', title: 'Forbidden', detail: 'Only admins may do this.' };
    await visitor.page.route(/\/manageOrder(\?|$)/, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 403, json: problem }) : route.continue(),
    );
    await visitor.page.goto('/dashboard/manageAllOrders');
    await arrived(visitor.page, '/login');
    await visitor.page.getByText('You have been signed out.').waitFor();
    await visitor.page.getByRole('alert').getByText('Only admins may see all orders.').first().waitFor();
    await expect.poll(() => sessionOf(visitor.page)).toBeNull();
    await visitor.leave();
  },
);
