import { expect, test } from 'vitest';
import { REVIEW_REASONS, type ReviewReason } from '#model/orders/order.ts';
import { WHY_REVIEW } from '#texts/why-review.ts';
import { ordered, paid } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { toReviewOnce } from './to-review.ts';

const shop = await ownShop();
const [buyer, admin] = [await shop.person(), await shop.person('admin')];
const tool = await shop.tool({ available: 1_000 });

async function paidOrder() {
  const who = await shop.renewed(buyer);
  const { id, amount } = await ordered(shop, who, tool);
  await paid(shop, who, { id, amount });
  const [its] = await shop.sql`select 'P-' || seq as number, paid_intent as intent from purchase where id = ${id}`;
  return { id, amount, number: its?.number as string, intent: its?.intent as string };
}

async function putAside({ id, intent }: { id: string; intent: string }, why: ReviewReason) {
  const [its] = await shop.sql`select state, review_no as no from purchase where id = ${id}`;
  await shop.context.db.transaction((tx) =>
    toReviewOnce(tx, { id, state: its?.state, reviewNo: its?.no }, intent, why),
  );
}

async function mailsAbout(number: string) {
  shop.passTime(60_000);
  await shop.work();
  return shop.mailbox
    .mails()
    .filter(({ recipients, subject }) => recipients.includes(admin.email) && subject.includes(`${number} `));
}

test.each(REVIEW_REASONS)('that an order is put aside is mailed to admins once: %s', async (why) => {
  const its = await paidOrder();
  await putAside(its, why);
  await putAside(its, why);
  expect(await mailsAbout(its.number)).toHaveLength(1);
});

test('the mail says what an admin does about it, and leads to the purchase', async () => {
  const its = await paidOrder();
  await putAside(its, 'returned');
  const [mail] = await mailsAbout(its.number);
  expect(mail?.subject).toBe(`The payment of order ${its.number} must be checked`);
  const words = mail?.text.replace(/\s+/g, ' ');
  expect(words).toContain(WHY_REVIEW.returned);
  expect(words).toContain(`Amount: $${its.amount} `);
  expect(words).not.toContain('disputes');
  expect(words).toContain(`http://shop.test/dashboard/purchases/${its.number}`);
});

test('each further reason is mailed, and nothing to who switched payments to check off', async () => {
  const not = await shop.person('admin');
  const wish = { paidOrder: false, dispute: false, refundRefused: true, lowStock: false };
  await shop.call('chooseAdminMail', { params: { email: not.email }, body: wish }, not);
  const its = await paidOrder();
  for (const why of ['amount', 'mode', 'amount'] as const) await putAside(its, why);
  expect(await mailsAbout(its.number)).toHaveLength(2);
  expect(shop.mailbox.mails().filter(({ recipients }) => recipients.includes(not.email))).toEqual([]);
});
