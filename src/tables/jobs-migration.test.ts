import { expect, test } from 'vitest';
import { migrate } from '../../platform/postgres/migrate.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { emptyShopBefore, MIGRATIONS } from '../../tests/harness/shop-before.ts';

const sql = await ownDatabase();

test('messages and events of a shop of before are there as jobs, and those that were known stay known', async () => {
  await emptyShopBefore(sql, '0051');
  await sql`
    insert into outbox (kind, dedupe, payload, attempts, done_at, dead_at, last_error)
    values ('mail.receipt', 'sent', '{}', 1, now(), null, null),
           ('mail.order-placed', 'waits', '{"orderId": "1"}', 0, null, null, null),
           ('mail.password-reset', 'first', '{"email": "a@example.com"}', 2, null, null, 'refused 451'),
           ('mail.receipt', 'dead', '{}', 12, null, now(), 'refused 550'),
           ('refund', 'money', '{"orderId": "1", "intentId": "pi_1"}', 3, null, null, 'unreachable')`;
  await sql`
    insert into stripe_event (id, type, intent_id, attempts, done_at, last_error)
    values ('evt_1', 'charge.succeeded', 'pi_1', 1, now(), null), ('evt_2', 'x', null, 4, null, 'unknown')`;

  expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
  const rows = await sql`
    select concat_ws(' ', queue, priority, kind, key, attempts, payload) as job, last_error as error,
           case when done_at is not null then 'done' when dead_at is not null then 'dead' else 'due' end as state
      from job where run_at <= now() order by id`;
  expect(rows.map(({ job, error, state }) => [job, state, error])).toEqual([
    ['mail 0 mail.receipt sent 1 {}', 'done', null],
    ['mail 0 mail.order-placed waits 0 {"orderId": "1"}', 'due', null],
    ['mail -1 mail.password-reset first 2 {"email": "a@example.com"}', 'due', 'refused 451'],
    ['mail 0 mail.receipt dead 12 {}', 'dead', 'refused 550'],
    ['outbox 0 refund money 3 {"orderId": "1", "intentId": "pi_1"}', 'due', 'unreachable'],
    ['inbox 0 charge.succeeded evt_1 1 {"intentId": "pi_1"}', 'done', null],
    ['inbox 0 x evt_2 4 {"intentId": null}', 'due', 'unknown'],
  ]);
});
