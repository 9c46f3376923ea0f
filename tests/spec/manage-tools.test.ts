import { expect } from 'vitest';
import { newCustomer, send, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { dialogOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

spec(
  ['2 manageTools.table', '7 DELETE /tools/{id}'],
  'a tool with its numbers; Delete asks, removes it from the catalogue, and its orders still show it',
  async () => {
    const admin = await theAdmin(origin);
    const customer = await newCustomer(origin);
    const name = `Bench Vice of ${process.pid}`;
    const added = await admin.call('POST', '/addTool', {
      ...{ name, description: 'Cast iron, 125 mm jaws.', min_quantity: '4', available_quantity: '60', price: '48' },
      image: expectOk(await send(origin, 'GET', '/tools'))[0].image,
    });
    const id = expectOk(added).insertedId;
    const order = await orderOf(origin, customer, { tool: name });
    const { page, leave } = await visit({ as: admin });
    await page.goto('/dashboard/manageTools');
    const line = page.getByRole('row').filter({ hasText: name });
    await line.waitFor();
    await expect.poll(async () => (await line.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/56 4 \$48/);
    await expect.poll(() => line.locator('img').count()).toBe(1);
    await line.getByRole('button', { name: /^Delete/ }).click();
    const question = dialogOf(page, 'Delete this tool?');
    await question.getByRole('button', { name: 'Delete tool', exact: true }).click();
    // Behind an open dialog no row is in reach either, so the word of the shop is waited for first.
    await page.getByText('Deleted!', { exact: true }).first().waitFor();
    await question.waitFor({ state: 'detached' });
    await line.waitFor({ state: 'detached' });
    expect((await send(origin, 'GET', `/tools/${id}`)).status).toBe(404);
    expect(expectOk(await customer.call('GET', `/orders/${order._id}`)).tools_name).toBe(name);
    expect((await customer.call('DELETE', `/tools/${id}`)).status).toBe(403);
    expect((await send(origin, 'DELETE', `/tools/${id}`)).status).toBe(401);
    await leave();
  },
);
