import { expect, test } from 'vitest';
import { DEFAULT_ADMIN_MAIL } from '#model/people/admin-mail.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const pay = payments(shop);
const buyer = await shop.person();
const NOTHING = { paidOrder: false, dispute: false, refundRefused: false, lowStock: false };
const REFUND_FAILS = '4000000000005126';
const DISPUTED_CARD = '4000000000000259';

const choose = async (admin: Person, its: object) =>
  shop.call('chooseAdminMail', { params: { email: admin.email }, body: { ...NOTHING, ...its } }, admin);
const chosenBy = async (admin: Person) =>
  (await shop.call('getAdminMail', { params: { email: admin.email } }, admin)).body;
/** The mails that an admin gets from now on. */
async function mailsTo({ email }: Person) {
  shop.passTime(60_000);
  await shop.work();
  return shop.mailbox
    .mails()
    .filter(({ recipients }) => recipients.includes(email))
    .toReversed();
}
const subjectsTo = async (who: Person) => (await mailsTo(who)).map(({ subject }) => subject);
async function paidBy(card?: string): Promise<string> {
  const tool = await shop.tool({ available: 100 });
  const order = await ordered(shop, await shop.renewed(buyer), tool);
  const { clientSecret, intentId } = await begun(shop, await shop.renewed(buyer), order);
  await pay.confirm(clientSecret, card);
  for (const event of await pay.events(intentId)) await pay.deliver(event);
  await shop.work();
  return order.id;
}
/** As its customer's papers call it. */
const numberOf = async (id: string) => `P-${(await shop.sql`select seq from purchase where id = ${id}`)[0]?.seq}`;
const newAdmin = () => shop.person('admin');

test('whoever never chose hears of disputes and refused refunds, and of nothing else', async () => {
  const admin = await newAdmin();
  expect(await chosenBy(admin)).toEqual(DEFAULT_ADMIN_MAIL);
  const id = await paidBy(DISPUTED_CARD);
  expect(await subjectsTo(admin)).toEqual([`The payment of order ${await numberOf(id)} is disputed`]);
  await shop.sql`select tell_admins('mail.order-news', news, 'default', '{}')
                   from unnest(array['paidOrder', 'dispute', 'refundRefused', 'lowStock']) news`;
  const told = await shop.sql`
    select payload ->> 'news' as news from job
     where payload ->> 'personId' = ${admin.id} and key like '%:default:%' order by 1`;
  const defaults = Object.entries(DEFAULT_ADMIN_MAIL).flatMap(([news, wanted]) => (wanted ? [news] : []));
  expect(told.map(({ news }) => news)).toEqual(defaults.toSorted());
  await shop.sql`delete from job where key like '%:default:%'`;
});

test('a new paid order is mailed once to those who want it, with a link to it', async () => {
  const [wants, not] = [await newAdmin(), await newAdmin()];
  expect((await choose(wants, { paidOrder: true })).status).toBe(200);
  expect(await chosenBy(wants)).toEqual({ ...NOTHING, paidOrder: true });
  await choose(not, {});
  const id = await paidBy();
  expect(await subjectsTo(wants)).toEqual([`Order ${await numberOf(id)} is paid`]);
  expect(await subjectsTo(not)).toEqual([]);
  const number = await numberOf(id);
  const mail = shop.mailbox.mails().find(({ subject }) => subject === `Order ${number} is paid`);
  expect(mail?.text).toContain(`Open the order:\nhttp://shop.test/dashboard/purchases/${number}\n`);
  const [row] = await shop.sql`select meta from audit where actor = ${wants.id} and action = 'person.chose_mail'`;
  expect(row?.meta).toEqual({ ...NOTHING, paidOrder: true });
});

test('that an order is paid says when it ships only while it is paid and has pieces that are yet to leave', async () => {
  const admin = await newAdmin();
  await choose(admin, { paidOrder: true });
  const tellAgain = async (id: string, cause: string) => {
    await shop.sql`
      select tell_admins('mail.order-news', 'paidOrder', ${cause}, ${JSON.stringify({ orderId: id })}::text::jsonb)`;
    return (await mailsTo(admin)).at(-1)?.text;
  };
  const [shipped, refunded] = [await paidBy(), await paidBy()];
  expect(await tellAgain(shipped, 'paid')).toMatch(/It ships by \d+ \w+ \d{4}/);
  const { status } = await shop.call('shipPurchase', { params: { id: shipped }, body: {} }, await shop.renewed(admin));
  expect(status).toBe(200);
  expect(await tellAgain(shipped, 'gone')).not.toMatch(/ships? |shipped/);
  expect(await tellAgain(await paidBy(DISPUTED_CARD), 'disputed')).not.toMatch(/ships? by|can be shipped/);
  const [its] = await shop.sql`select amount_cents / 100.0 as amount from purchase where id = ${refunded}`;
  const body = { amount: Number(its?.amount), reason: 'Asked for' };
  const given = await shop.call('refundPurchase', { params: { id: refunded }, body }, await shop.renewed(admin));
  expect(given.status).toBe(200);
  expect(await tellAgain(refunded, 'given back')).not.toMatch(/ships? |shipped/);
});

test('a dispute is mailed once however often its event comes, and not to who switched it off', async () => {
  const [wants, not] = [await newAdmin(), await newAdmin()];
  await choose(not, {});
  const id = await paidBy(DISPUTED_CARD);
  const [row] = await shop.sql`select paid_intent as intent from purchase where id = ${id}`;
  for (const event of await pay.events(row?.intent)) await pay.deliver({ ...event, id: `${event.id}again` });
  expect(await subjectsTo(wants)).toEqual([`The payment of order ${await numberOf(id)} is disputed`]);
  expect(await subjectsTo(not)).toEqual([]);
});

test('a refund that did not go through is mailed', async () => {
  const admin = await newAdmin();
  const id = await paidBy(REFUND_FAILS);
  const body = { amount: 50, reason: 'Late' };
  expect((await shop.call('refundPurchase', { params: { id }, body }, admin)).status).toBe(200);
  await subjectsTo(admin);
  const [row] = await shop.sql`select paid_intent as intent from purchase where id = ${id}`;
  for (const event of await pay.events(row?.intent)) await pay.deliver(event);
  expect(await subjectsTo(admin)).toEqual([`The refund of order ${await numberOf(id)} did not go through`]);
});

test('a refund of a part that did not go through names its own amount and pieces, and no kind of provider', async () => {
  // A first order has the offer.
  await paidBy();
  const admin = await newAdmin();
  const id = await paidBy(REFUND_FAILS);
  const body = { lines: [{ order: id, pieces: 2 }], amount: 20, reason: 'Damaged' };
  expect((await shop.call('refundPurchase', { params: { id }, body }, admin)).status).toBe(200);
  await subjectsTo(admin);
  const [row] = await shop.sql`select paid_intent as intent from purchase where id = ${id}`;
  for (const event of await pay.events(row?.intent)) await pay.deliver(event);
  const [mail, ...others] = await mailsTo(admin);
  expect(others).toEqual([]);
  expect(mail?.html).toContain('$20 did not reach the customer.');
  expect(mail?.text).toContain('The payment provider could not give this money back');
  expect(mail?.text).toMatch(/\nTest Hammer: 2 of 5\nNot returned: \$20\n/);
  expect(mail?.text).not.toContain('$50');
});

test('low stock is mailed when it falls below the minimum, and again only after it was enough', async () => {
  const admin = await newAdmin();
  await choose(admin, { lowStock: true });
  const tool = await shop.tool({ name: 'Last Rasp', available: 12, minQuantity: 5 });
  const order = async (quantity: number) => ordered(shop, await shop.renewed(buyer), tool, quantity);
  await order(5);
  expect(await subjectsTo(admin)).toEqual([]);
  await order(7);
  expect(await subjectsTo(admin)).toEqual(['Out of stock: Last Rasp']);
  const change = async (pieces: number) =>
    shop.call(
      'changeStock',
      {
        params: { id: tool.id },
        body: { kind: pieces > 0 ? 'restock' : 'correction', pieces, reason: 'Counted' },
      },
      await shop.renewed(admin),
    );
  expect((await change(3)).status).toBe(200);
  await change(-1);
  expect(await subjectsTo(admin)).toHaveLength(1);
  await change(3);
  await change(-4);
  expect(await subjectsTo(admin)).toEqual(['Out of stock: Last Rasp', 'Low stock: Last Rasp']);
});

test('that a tool is out of stock says whether it can be ordered ahead of its delivery, and how many pieces', async () => {
  const admin = await newAdmin();
  await choose(admin, { lowStock: true });
  const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const soldOut = async (its: object) => {
    const tool = await shop.tool({ available: 5, ...its });
    await ordered(shop, await shop.renewed(buyer), tool, 5);
    return (await mailsTo(admin)).at(-1)?.text;
  };
  const ahead = { restockAt: day(8), backorderLimit: 40 };
  expect(await soldOut(ahead)).toContain('40 pieces can still be ordered ahead of the delivery on ');
  const nobody = 'so nobody can order it now';
  expect(await soldOut(ahead)).not.toContain(nobody);
  for (const its of [{}, { ...ahead, restockAt: day(-2) }, { ...ahead, backorderLimit: 4, minQuantity: 5 }])
    expect(await soldOut(its)).toContain(nobody);
});

test('pieces that are back before the mail leaves are no news', async () => {
  const admin = await newAdmin();
  await choose(admin, { lowStock: true });
  const tool = await shop.tool({ name: 'Quick Rasp', available: 5, minQuantity: 5 });
  const order = await ordered(shop, await shop.renewed(buyer), tool, 5);
  const waits = await shop.sql`select 1 from job where payload ->> 'toolId' = ${tool.id} and done_at is null`;
  expect(waits.length).toBeGreaterThan(0);
  await shop.call('cancelOrder', { params: { id: order.id } }, await shop.renewed(buyer));
  expect(await subjectsTo(admin)).toEqual([]);
});

test('who is disabled, demoted or changed their mind before the mail leaves gets none', async () => {
  const [disabled, demoted, other, demo] = [await newAdmin(), await newAdmin(), await newAdmin(), await newAdmin()];
  for (const admin of [disabled, demoted, other]) await choose(admin, { paidOrder: true });
  await shop.sql`update person set demo = true where id = ${demo.id}`;
  expect(await chosenBy(demo)).toEqual(NOTHING);
  await shop.sql`update person set disabled_at = now() where id = ${disabled.id}`;
  const posted = async () =>
    (await shop.sql`select payload ->> 'personId' as id from job where done_at is null`).map(({ id }) => id);
  await shop.sql`select tell_admins('mail.order-news', 'paidOrder', 'test', '{}')`;
  await shop.sql`select tell_admins('mail.order-news', 'dispute', 'test', '{}')`;
  expect(await posted()).toEqual(expect.arrayContaining([demoted.id, other.id]));
  for (const { id } of [disabled, demo]) expect(await posted()).not.toContain(id);
  await shop.sql`update person set role = 'customer' where id = ${demoted.id}`;
  await choose(other, {});
  for (const admin of [disabled, demoted, other]) expect(await subjectsTo(admin)).toEqual([]);
});

test('what a change does not name stays as it was chosen, in another tab perhaps, or as it is for whoever never chose', async () => {
  const admin = await newAdmin();
  const change = (body: object) => shop.call('chooseAdminMail', { params: { email: admin.email }, body }, admin);
  expect((await change({ paidOrder: true })).status).toBe(200);
  expect(await chosenBy(admin)).toEqual({ ...DEFAULT_ADMIN_MAIL, paidOrder: true });
  await Promise.all([change({ dispute: false }), change({ lowStock: true })]);
  expect(await chosenBy(admin)).toEqual({ paidOrder: true, dispute: false, refundRefused: true, lowStock: true });
});

test('what is sent must say one of the four, and nothing else', async () => {
  const admin = await newAdmin();
  for (const body of [{}, { ...NOTHING, lowStock: 'yes' }, { ...NOTHING, role: true }]) {
    const answer = await shop.call('chooseAdminMail', { params: { email: admin.email }, body }, admin);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  }
  expect(await chosenBy(admin)).toEqual(DEFAULT_ADMIN_MAIL);
});
