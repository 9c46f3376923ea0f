import { expect } from 'vitest';
import { send, theAdmin } from '../harness/people.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

async function adding() {
  const visitor = await visit({ as: await theAdmin(origin), expectedErrors: /status of (400|422)/ });
  await visitor.page.goto('/dashboard/addTool');
  await heading(visitor.page, 'Add Tools').waitFor();
  await visitor.page.getByRole('main').getByLabel('Name', { exact: true }).waitFor();
  return visitor;
}

const FIELDS = ['Name', 'Description', 'Minimum quantity', 'Available quantity', 'Price'] as const;

spec('2 addTool.form', 'five fields, a picture file and Add tool', async () => {
  const { page, leave } = await adding();
  for (const label of FIELDS) await page.getByRole('main').getByLabel(label, { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('main').locator('input[type=file]').count()).toBe(1);
  await page.getByRole('button', { name: 'Add tool', exact: true }).waitFor();
  await leave();
});

spec('5 addTool.none', 'an empty form is sent; what the shop refuses stands beside the fields', async () => {
  const { page, leave } = await adding();
  await expect.poll(() => page.getByRole('main').locator('[required]').count()).toBe(0);
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/addTool'));
  await page.getByRole('button', { name: 'Add tool', exact: true }).click();
  expect((await sent).status()).toBe(400);
  await expect.poll(() => page.locator('.err').filter({ visible: true }).count()).toBeGreaterThan(2);
  await leave();
});

spec(
  ['8 addTool.success', '3 tool.numbers', '3 tool.as-entered'],
  '"Successfully Added"; numbers are sent as typed and are numbers of the tool; the home page shows it',
  async () => {
    const { page, leave } = await adding();
    const name = `Bolt Cutter of ${process.pid}`;
    const typed = [name, 'Compound lever, hardened jaws, for rod up to 8 mm.', '10', '400', '31'];
    for (const [index, label] of FIELDS.entries()) {
      await page
        .getByRole('main')
        .getByLabel(label, { exact: true })
        .fill(typed[index] ?? '');
    }
    await page.locator('input[type=file]').setInputFiles(await samplePicture('bolt-cutter.png'));
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    const sent = page.waitForRequest((request) => request.url().endsWith('/addTool'));
    await page.getByRole('button', { name: 'Add tool', exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ min_quantity: '10', available_quantity: '400', price: '31' });
    await page.getByText('Successfully Added', { exact: true }).first().waitFor();
    const { body } = await send(origin, 'GET', '/tools');
    const tool = body.findLast((one: { name: string }) => one.name === name);
    expect(tool).toMatchObject({ name, min_quantity: 10, available_quantity: 400, price: 31 });
    await page.goto('/');
    await page.getByRole('article', { name }).waitFor();
    await leave();
  },
);
