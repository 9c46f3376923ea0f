import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { forgetEvents } from './forget-events.ts';

const shop = await ownShop();
const DAY = 86_400_000;

test('settled events are forgotten after 90 days, those that are not settled never', async () => {
  const now = shop.context.clock().toISOString();
  await shop.sql`insert into stripe_event (id, type, done_at) values ('evt_done', 'x', ${now}), ('evt_waits', 'x', null)`;
  shop.passTime(90 * DAY - 1);
  expect(await forgetEvents(shop.context)).toBe(0);
  shop.passTime(2);
  expect(await forgetEvents(shop.context)).toBe(1);
  expect([...(await shop.sql`select id from stripe_event`)]).toEqual([{ id: 'evt_waits' }]);
});
