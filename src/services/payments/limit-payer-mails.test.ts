import { expect, test } from 'vitest';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { BOSS, confirmed, payByLink, promised, regularOf } from '../../../tests/harness/promises.ts';

test('an address that somebody typed as that of a payer gets so many mails an hour; the others wait', async () => {
  const shop = await ownShop();
  const { token } = await promised(shop, await regularOf(shop), [{ tool: await shop.tool(), quantity: 10 }]);
  const paid = await payByLink(shop, token);
  expect((await confirmed(shop, token, paid.body.clientSecret)).status).toBe(200);
  const [order] = await shop.sql`
    select orders.id from orders join purchase on purchase.id = purchase_id where promise_id is not null`;
  const refund = { lines: [{ order: order?.id, pieces: 1 }], amount: 10, reason: 'Damaged' };
  const admin = await shop.person('admin');
  const refunded = await shop.call('refundPurchase', { params: { id: order?.id }, body: refund }, admin);
  expect(refunded.status).toBe(200);

  // The database writes jobs by its own clock.
  shop.passTime(120_000);
  await shop.work();
  const heard = () => shop.mailbox.mails().filter(({ recipients }) => recipients.includes(BOSS.email)).length;
  expect(heard()).toBe(2);

  const { perHour } = MAIL_LIMITS.paid;
  const [its] = await shop.sql`
    select refund.id as "refundId", intent_id as "intentId", payment.order_id as "orderId"
      from refund join payment on payment.order_id = refund.purchase_id where payer_email = ${BOSS.email}`;
  for (const kind of ['mail.payer-receipt', 'mail.payer-refund']) {
    shop.passTime(3_600_000);
    const before = heard();
    await shop.sql`
      insert into job (queue, kind, key, payload)
      select 'mail', ${kind}, ${kind} || n, ${JSON.stringify(its)}::jsonb from generate_series(1, ${perHour + 3}::int) n`;
    await shop.work();
    expect(heard() - before, kind).toBe(perHour);
    const waiting = await shop.sql`select attempts, last_error from job where done_at is null and dead_at is null`;
    expect([...waiting]).toEqual(Array.from({ length: 3 }, () => ({ attempts: 0, last_error: null })));
    shop.passTime(3_600_000);
    await shop.work();
    expect(heard() - before, kind).toBe(perHour + 3);
  }
});
