import { expect } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;

spec('9 lists.saved', 'the 101st list, the 201st line and the 61st character are refused', async () => {
  const buyer = await newCustomer(origin);
  const { _id: tool } = await toolNamed(origin, 'Claw Hammer');
  const save = (name: string, lines = [{ tool, quantity: 24 }]) => buyer.call('POST', '/lists', { name, lines });
  expect((await save('a'.repeat(61))).status).toBe(400);
  expect((await save('Long', Array(201).fill({ tool, quantity: 24 }))).status).toBe(400);
  expectOk(await save('Long', Array(200).fill({ tool, quantity: 24 })));
  for (let no = 2; no <= 100; no += 1) expectOk(await save(`${no}`.padEnd(60, '.')));
  expect(await save('One more')).toMatchObject({ status: 422, body: { code: 'too_many_lists' } });
  expect(expectOk(await buyer.call('GET', '/lists'))).toHaveLength(100);
});

spec('5 list.name', 'in other capitals it is the same name', async () => {
  const [buyer, other] = [await newCustomer(origin), await newCustomer(origin)];
  const { _id: tool } = await toolNamed(origin, 'Claw Hammer');
  const list = { name: 'Van stock', lines: [{ tool, quantity: 24 }] };
  expectOk(await buyer.call('POST', '/lists', list));
  expectOk(await other.call('POST', '/lists', list));
  expect(await buyer.call('POST', '/lists', { ...list, name: 'VAN STOCK' })).toMatchObject({
    ...{ status: 409, body: { detail: 'You have a list with this name.' } },
  });
});
