import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { workInbox } from './work-inbox.ts';

const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const tool = await shop.tool();

test('events that somebody has in hand are not taken up by another before a minute is over', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret);
  const events = await pay.events(intentId);
  for (const event of events) await pay.deliver(event);
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { look } = shop.context.payments;
  const slow: typeof look = async (id) => {
    asked.resolve();
    await answer.promise;
    return look(id);
  };
  const first = workInbox({ ...shop.context, payments: { ...shop.context.payments, look: slow } });
  await asked.promise;
  expect(await workInbox(shop.context)).toBe(0);
  shop.passTime(60_000);
  expect(await workInbox(shop.context)).toBe(events.length);
  answer.resolve();
  expect(await first).toBe(events.length);
  const deeds = await shop.sql`select action from audit where target = ${order.id} and action = 'order.paid'`;
  expect(deeds).toHaveLength(1);
  expect(await shop.sql`select from job where queue = 'inbox' and done_at is null`).toHaveLength(0);
});

describe('an event of a payment that the shop does not know', () => {
  const told = async (payload: object, attempts: number) => {
    const [job] = await shop.sql`
      insert into job (queue, kind, key, payload, run_at, attempts)
      values ('inbox', 'PAYMENT.CAPTURE.REVERSED', ${`evt_${randomUUID()}`}, ${JSON.stringify(payload)}, ${shop.context.clock().toISOString()}, ${attempts})
      returning id`;
    expect(await workInbox(shop.context)).toBe(1);
    const [row] =
      await shop.sql`select done_at is not null as done, last_error as error from job where id = ${job?.id}`;
    return { ...row };
  };
  const open = { done: false, error: 'unknown' };
  const over = { done: true, error: null };

  test.each([
    ['by its name', { intentId: 'pi_of_another_program' }],
    ['by that of its capture', { intentId: null, captureId: 'CAPTURE-OF-ANOTHER' }],
  ])('%s is tried twelve times: it may be recorded yet', async (_how, payload) => {
    expect(await told(payload, 0)).toEqual(open);
    expect(await told(payload, 10)).toEqual(open);
    expect(await told(payload, 11)).toEqual(over);
  });

  test('and that names none is over at once', async () => {
    expect(await told({ intentId: null }, 0)).toEqual(over);
  });
});

test('one event that cannot be settled now says so alone; those with it are done', async () => {
  const ready = async () => {
    const order = await ordered(shop, await shop.renewed(buyer), tool);
    return begun(shop, await shop.renewed(buyer), order);
  };
  const [fails, works] = [await ready(), await ready()];
  const at = shop.context.clock().toISOString();
  for (const { intentId } of [fails, works])
    await shop.sql`insert into job (queue, kind, key, payload, run_at)
      values ('inbox', 'payment_intent.created', ${`evt_${intentId}`}, jsonb_build_object('intentId', ${intentId}::text), ${at})`;
  shop.setTrouble(({ path }) => (path.includes(fails.intentId) ? 'fail-before' : 'none'));
  expect(await workInbox(shop.context)).toBe(2);
  shop.setTrouble(() => 'none');
  const rows = await shop.sql`select payload ->> 'intentId' as intent, done_at is not null as done, last_error as error
    from job where key like 'evt_pi_%' order by done_at nulls first`;
  expect([...rows]).toEqual([
    { intent: fails.intentId, done: false, error: 'unreachable' },
    { intent: works.intentId, done: true, error: null },
  ]);
});
