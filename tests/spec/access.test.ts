import { expect } from 'vitest';
import { newCustomer, send } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

spec('6 admin.check', 'GET /admin/{email} answers about the caller; the pages ask it', async () => {
  const customer = await newCustomer(origin);
  const visitor = await visit({ as: customer });
  const asked = visitor.page.waitForRequest((request) => request.url().includes(`/admin/`));
  await visitor.page.goto('/');
  expect(decodeURIComponent((await asked).url())).toContain(`/admin/${customer.email}`);
  await visitor.page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await visitor.leave();
  expect((await send(origin, 'GET', `/admin/${customer.email}`)).status).toBe(401);
});
