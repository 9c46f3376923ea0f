import { afterAll, expect, test, vi } from 'vitest';
import { formatLetterDay } from '#texts/format-time.ts';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { findings } from '../../../../tests/harness/purchases.ts';
import { giveUpUnanswered } from '../../payments/give-up-unanswered.ts';
import { orderSenders } from './serve-waiting.ts';

const shop = await ownShop();
shop.toNextDay();
const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

const restock = async (id: string, pieces: number) =>
  shop.call(
    'changeStock',
    { params: { id }, body: { kind: 'restock', pieces, reason: 'Delivery' } },
    await shop.person('admin'),
  );

/** How often a job has woken the senders, and the messages that it wrote. */
async function done(kind: keyof typeof orderSenders, toolId: string) {
  const wake = vi.fn();
  const [before] = await shop.sql`select coalesce(max(id), 0) as last from job`;
  await orderSenders[kind]({ ...shop.context, wake }, { toolId });
  const sent = await shop.sql`select kind, payload from job where id > ${before?.last} order by id`;
  return { woken: wake.mock.calls.length, sent: [...sent] };
}

test('everybody who asked for no more than there is is told, however many they are', async () => {
  const tool = await shop.tool({ available: 0 });
  await shop.sql`
    with them as (insert into person (email, name)
      select 'watcher' || n || '@example.com', 'Sam' from generate_series(1, 205) n returning id)
    insert into stock_watch (tool_id, person_id, pieces) select ${tool.id}, id, 10 from them`;
  const late = await shop.person();
  await shop.call('setWatch', { params: { id: tool.id }, body: { pieces: 11 } }, late);
  await restock(tool.id, 10);
  const { woken, sent } = await done('tell-watchers', tool.id);
  expect([woken, sent.length]).toEqual([1, 205]);
  const left = await shop.sql`select person_id from stock_watch where tool_id = ${tool.id}`;
  expect([...left]).toEqual([{ person_id: late.id }]);
});

test('who has paid is told of the pieces that are put aside, and of another day once', async () => {
  const tool = await shop.tool({ available: 0, restockAt: day(10), backorderLimit: 200, minQuantity: 1 });
  const { id, buyer } = await paidPurchase(shop, [{ tool, quantity: 30, mayWait: true }]);
  await shop.sql`update tool set restock_at = ${day(12)}, version = version + 1 where id = ${tool.id}`;
  const promised = { [id]: day(10) };
  const payload = { toolId: tool.id, personId: buyer.id, promised };
  expect(await done('tell-waiting', tool.id)).toEqual({ woken: 1, sent: [{ kind: 'mail.delivery-moved', payload }] });
  expect(await done('tell-waiting', tool.id)).toEqual({ woken: 1, sent: [] });
  await restock(tool.id, 10);
  const arrived = { kind: 'mail.pieces-arrived', payload: { orderId: id, pieces: 10 } };
  expect(await done('allocate', tool.id)).toEqual({ woken: 1, sent: [arrived] });
  expect(await done('allocate', tool.id)).toEqual({ woken: 1, sent: [] });
  await restock(tool.id, 20);
  await shop.work();
});

test('jobs of a deleted tool send nothing', async () => {
  const nowhere = '00000000-0000-4000-8000-000000000000';
  for (const kind of ['allocate', 'tell-watchers', 'tell-waiting'] as const)
    expect((await done(kind, nowhere)).sent).toEqual([]);
});

test('a question that leaves late leaves a week to answer all the same, and keeps its end once it has left', async () => {
  const tool = await shop.tool({ available: 10, restockAt: day(10), backorderLimit: 200, minQuantity: 1 });
  const { id, buyer } = await paidPurchase(shop, [{ tool, quantity: 30, mayWait: true }]);
  const agreeBy = async () => (await shop.sql`select agree_by::text from orders where id = ${id}`)[0]?.agree_by;
  /** Told of that day, by a mail that leaves so many days later. */
  const moved = async (days: number, late: number) => {
    await shop.sql`update tool set restock_at = ${day(days)}, version = version + 1 where id = ${tool.id}`;
    await done('tell-waiting', tool.id);
    const before = await agreeBy();
    shop.passTime(late * 86_400_000);
    await shop.work();
    return before;
  };
  expect(await moved(60, 20)).toBe(day(-10));
  expect(await agreeBy()).toBe(day(7));
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(buyer.email));
  expect(mails.map(({ text }) => text).join()).toContain(`Your yes is needed by ${formatLetterDay(day(7))}`);
  expect(await giveUpUnanswered(shop.context)).toBe(0);
  await moved(90, 5);
  expect(await agreeBy()).toBe(day(2));
  shop.passTime(4 * 86_400_000);
  expect(await giveUpUnanswered(shop.context)).toBe(1);
  await shop.work();
});
