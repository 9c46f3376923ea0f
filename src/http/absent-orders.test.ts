import { expect, test } from 'vitest';
import { ownShop } from '../../tests/harness/own-shop.ts';

const shop = await ownShop();
const [buyer, admin] = [await shop.person(), await shop.person('admin')];

test('an order that is not there is missed in words of whose orders are asked', async () => {
  const absent = { params: { id: crypto.randomUUID() } };
  expect((await shop.call('cancelOrder', absent, buyer)).body.detail).toBe('There is no such order among yours.');
  for (const name of ['shipOrder', 'deleteOrder'] as const)
    expect((await shop.call(name, absent, admin)).body.detail).toBe('There is no such order.');
});

test.each(['P-0', 'P-08', 'P-', 'abc'])('"%s" is no number of a purchase, and what is one is said', async (id) => {
  const { body } = await shop.call('getPurchase', { params: { id } }, buyer);
  expect(body.errors).toEqual([{ field: 'id', message: 'Send the id of an order or the number of a purchase.' }]);
});

test('who is not signed in is told how to be', async () => {
  const answer = await shop.call('getPurchase', { params: { id: crypto.randomUUID() } });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});
