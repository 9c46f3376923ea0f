import { beforeEach, expect, test } from 'vitest';
import { ownShop, SENDERS } from '../../../tests/harness/own-shop.ts';
import { findHealthProblems } from './find-health-problems.ts';
import { workMails, workOutbox } from './send-messages.ts';

const shop = await ownShop();
const problems = () => findHealthProblems(shop.context);
beforeEach(() => shop.sql`delete from job`);

/** One of an hour ago, due by minutes from now. */
const wait = (its: { kind: string; attempts: number; dueIn: number; error?: string }) => shop.sql`
  insert into job (queue, kind, key, payload, created_at, run_at, attempts, last_error)
  values ('outbox', ${its.kind}, ${its.kind}, '{}', now() - interval '1 hour',
          now() + ${its.dueIn}::int * interval '1 minute', ${its.attempts}, ${its.error ?? null})`;

test('a job that is overdue or has failed is a problem after five minutes', async () => {
  await wait({ kind: 'refund', attempts: 0, dueIn: -60 });
  expect(await problems()).toEqual(['messages']);
  await shop.sql`delete from job`;
  await wait({ kind: 'send-refund', attempts: 5, dueIn: 2, error: 'unreachable' });
  expect(await problems()).toEqual(['messages']);
});

test('a refund that its provider thinks about, or that is put off while its payment is disputed, hides no trouble', async () => {
  await wait({ kind: 'send-refund', attempts: 9, dueIn: 10, error: 'pending' });
  await wait({ kind: 'refund', attempts: 0, dueIn: 4 });
  await wait({ kind: 'cancel-intent', attempts: 9, dueIn: 10, error: 'still open' });
  expect(await problems()).toEqual([]);
});

test('what only a later release sends waits for it without a try, and is a problem after five minutes', async () => {
  for (const queue of ['mail', 'outbox'])
    await shop.sql`
      insert into job (queue, kind, key, payload, created_at, attempts)
      values (${queue}, 'mail.of-a-later-release', ${queue}, '{"orderId": "1"}', now() - interval '1 hour', 11)`;
  shop.passTime(1_000);
  expect([await workMails(shop.context, SENDERS), await workOutbox(shop.context, SENDERS)]).toEqual([1, 1]);
  const rows =
    await shop.sql`select attempts, payload, run_at > ${shop.context.clock().toISOString()} as later from job where dead_at is null`;
  expect([...rows]).toEqual([1, 2].map(() => ({ attempts: 11, payload: { orderId: '1' }, later: true })));
  expect(await problems()).toEqual(['messages']);
});

test('what a clock that was ahead has left for a time to come is told', async () => {
  const leave = (queue: string, ahead: string) => shop.sql`
    insert into job (queue, kind, key, payload, created_at, run_at)
    values (${queue}, 'a', ${queue + ahead}, '{}', now() + ${ahead}::interval, now() + ${ahead}::interval)`;
  await leave('mail', '4 minutes');
  await leave('elsewhere', '1 day');
  expect(await problems()).toEqual([]);
  for (const queue of ['outbox', 'mail', 'inbox']) {
    await leave(queue, '1 day');
    expect(await problems()).toEqual(['clock']);
    await shop.sql`delete from job where key = ${`${queue}1 day`}`;
  }
  // A retry, and what a process had taken that then died.
  await wait({ kind: 'refund', attempts: 0, dueIn: 62 });
  expect(await problems()).toEqual([]);
  await shop.sql`update job set run_at = now() + interval '1 day' where kind = 'refund'`;
  expect(await problems()).toEqual(['clock']);
  await shop.sql`update job set run_at = now(), locked_until = now() + interval '1 day' where kind = 'refund'`;
  expect(await problems()).toEqual(['clock']);
});

test('a mail that was given up is told for a day', async () => {
  await shop.sql`insert into job (queue, kind, key, payload, dead_at) values ('mail', 'mail.receipt', 'dead', '{}', now())`;
  expect(await problems()).toEqual(['mails']);
  await shop.sql`update job set dead_at = now() - interval '25 hours'`;
  expect(await problems()).toEqual([]);
});
