import { beforeAll, expect } from 'vitest';
import { atNeed } from '#model/catalogue/need.ts';
import { newCustomer, type Somebody, send, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, toolNamed } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
let customer: Somebody;
beforeAll(async () => {
  customer = await newCustomer(origin);
});

const order = (tool: { _id: string }, quantity: number, price: number) =>
  customer.call('POST', '/orders', {
    ...{ phone: '5550142200', address: '1 Main Street', quantity, tools_price: price, tools_id: tool._id },
  });

spec(
  '3 tools.need',
  'by total the shop lists as the page reckons; what is left out has too few or a higher minimum',
  async () => {
    type Tools = Parameters<typeof atNeed>[0][];
    const all = expectOk(await send(origin, 'GET', '/tools?sort=newest')) as Tools;
    const sums = (tools: Tools) => tools.map((tool) => atNeed(tool, 250).asked);
    const byTotal = expectOk(await send(origin, 'GET', '/tools?sort=total&need=250')) as Tools;
    expect(sums(byTotal)).toEqual(sums(all).toSorted((a, b) => a - b));
    const whole = expectOk(await send(origin, 'GET', '/tools?sort=newest&need=2000&all=1')) as Tools;
    expect(whole).toEqual(all.filter((tool) => atNeed(tool, 2000).stock.code === 'all'));
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.length).toBeLessThan(all.length);
  },
);

spec('3 tool.prices', 'in the list and alone; two thirds of the starting catalogue have steps', async () => {
  const tools = expectOk(await send(origin, 'GET', '/tools')) as Awaited<ReturnType<typeof toolNamed>>[];
  const stepped = tools.filter(({ steps }) => steps.length > 0);
  expect(stepped.length).toBeGreaterThanOrEqual(18);
  for (const { steps, price, min_quantity, pack } of stepped) {
    const rows = [{ from: min_quantity, price }, ...steps];
    expect(rows.map(({ from }) => from % pack)).toEqual(rows.map(() => 0));
    expect(rows.toSorted((a, b) => a.from - b.from)).toEqual(rows);
    expect(rows.toSorted((a, b) => b.price - a.price)).toEqual(rows);
  }
  const wrench = await toolNamed(origin, 'Adjustable Wrench');
  expect((await send(origin, 'GET', `/tools/${wrench._id}`)).body).toMatchObject({
    pack: 1,
    steps: [
      { from: 100, price: 9 },
      { from: 400, price: 8 },
    ],
  });
});

spec(['5 purchase.each', '5 purchase.guard'], '$9 each from 100 on; 94 pieces cost no more than 100', async () => {
  const wrench = await toolNamed(origin, 'Adjustable Wrench');
  expect(await order(wrench, 100, 10)).toMatchObject({
    status: 409,
    body: { code: 'price_changed', figures: { price: 9 } },
  });
  const first = await orderOf(origin, customer, { tool: 'Adjustable Wrench', quantity: 94 });
  expect(first).toMatchObject({ tools_price: 10, total: 940, guard: 40, discount: 270, amount: 630 });
  const second = await orderOf(origin, customer, { tool: 'Adjustable Wrench', quantity: 100 });
  expect(second).toMatchObject({ tools_price: 9, total: 900, discount: 0, amount: 900 });
});

spec('5 purchase.packs', 'boxes of 12: 24 pieces are ordered, 25 are not', async () => {
  const pliers = await toolNamed(origin, 'Combination Pliers');
  expect(await order(pliers, 25, pliers.price)).toMatchObject({
    status: 409,
    body: { code: 'not_whole_packs', detail: 'Sold in boxes of 12. 25 is 2 boxes and 1 piece. Enter 24 or 36.' },
  });
  expect((await order(pliers, 24, pliers.price)).status).toBe(200);
});

spec('5 addTool.steps', 'each mistake beside its field', async () => {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Hacksaw');
  const tool = { name: 'Rasp', image, description: '', min_quantity: '24', available_quantity: '90', price: '19' };
  const refused = await admin.call('POST', '/addTool', { ...tool, pack: '10', steps: [{ from: '100', price: '20' }] });
  expect([refused.status, refused.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    ...[400, ['min_quantity', 'steps.0.price']],
  ]);
});
