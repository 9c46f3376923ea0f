import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { forgetEvents } from './store-event.ts';

const shop = await ownShop();
const DAY = 86_400_000;

test('settled events are forgotten after 90 days, those that are not settled never', async () => {
  const now = shop.context.clock().toISOString();
  await shop.sql`insert into job (queue, kind, key, payload, done_at)
    values ('inbox', 'x', 'evt_done', '{}', ${now}), ('inbox', 'x', 'evt_waits', '{}', null), ('mail', 'x', 'sent', '{}', ${now})`;
  shop.passTime(90 * DAY - 1);
  expect(await forgetEvents(shop.context)).toBe(0);
  shop.passTime(2);
  expect(await forgetEvents(shop.context)).toBe(1);
  expect([...(await shop.sql`select key from job order by key`)]).toEqual([{ key: 'evt_waits' }, { key: 'sent' }]);
});
