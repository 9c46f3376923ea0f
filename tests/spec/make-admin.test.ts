import { expect } from 'vitest';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, dialogOf, sessionOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

spec('2 makeAdmin.table', 'name, e-mail, and either the badge or the button', async () => {
  const customer = await newCustomer(origin, 'Helene Vogt');
  const admin = await visit({ as: await theAdmin(origin) });
  await admin.page.goto('/dashboard/makeAdmin');
  const row = (text: string) => admin.page.getByRole('row').filter({ hasText: text });
  const hers = row(customer.email);
  await hers.getByText('Helene Vogt').first().waitFor();
  await hers.getByRole('button', { name: /^Make Admin/ }).waitFor();
  const demo = row('demo.admin@example.com');
  await demo.getByText('Admin', { exact: true }).first().waitFor();
  await expect.poll(() => demo.getByRole('button', { name: /^Make Admin/ }).count()).toBe(0);
  await admin.leave();
});

spec('4 user.make-admin', 'asked by name, a customer becomes an admin, and no button leads back', async () => {
  const customer = await newCustomer(origin, 'Priya Raman');
  const admin = await visit({ as: await theAdmin(origin) });
  await admin.page.goto('/dashboard/makeAdmin');
  const row = admin.page.getByRole('row').filter({ hasText: customer.email });
  await row.getByRole('button', { name: /^Make Admin/ }).click();
  const question = dialogOf(admin.page, 'Make Priya Raman an admin?');
  await question.getByRole('button', { name: 'Make Admin', exact: true }).click();
  await row.getByText('Admin', { exact: true }).first().waitFor();
  await expect.poll(() => row.getByRole('button').count()).toBe(0);
  expect(expectOk(await customer.call('GET', `/admin/${customer.email}`))).toEqual({ admin: true });
  await admin.leave();
});

spec('6 users.403', 'a refused list signs out, and the login page says so', async () => {
  const visitor = await visit({ as: await theAdmin(origin), expectedErrors: /status of (401|403)/ });
  const problem = { status: 403, code: 'admin_only', title: 'Forbidden', detail: 'Only admins may do this.' };
  await visitor.page.route('**/user', (route) => route.fulfill({ status: 403, json: problem }));
  await visitor.page.goto('/dashboard/makeAdmin');
  await arrived(visitor.page, '/login');
  await visitor.page.getByText('You have been signed out.').waitFor();
  await expect.poll(() => sessionOf(visitor.page)).toBeNull();
  await visitor.leave();
});
