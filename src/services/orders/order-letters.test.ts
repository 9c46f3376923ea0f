import { expect, test } from 'vitest';
import type { MailedOrder } from './mailed-order.ts';
import { orderCancelled, stockNews } from './order-letters.ts';

const shop = { name: 'Toolyard', origin: 'https://shop.example', contactEmail: 'shop@example.com' } as never;

test('what was cancelled can be ordered again from its mail', () => {
  const order = { number: 'P-2052', tools_name: '12 tools', quantity: 144, amount: 96, discount: 0, lines: [] };
  expect(orderCancelled(order as unknown as MailedOrder, shop).action).toEqual({
    label: 'Order again',
    url: 'https://shop.example/dashboard/purchases/P-2052/again',
  });
});

test('low stock leads to the stock of that tool', () => {
  const tool = { id: 'tool-1', name: 'Rasp', available: 2, minQuantity: 5 };
  expect(stockNews(tool, undefined, shop).action).toEqual({
    label: 'Restock it',
    url: 'https://shop.example/dashboard/manageTools/tool-1/stock',
  });
});
