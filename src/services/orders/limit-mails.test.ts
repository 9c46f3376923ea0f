import { pino } from 'pino';
import { expect, test } from 'vitest';
import { MAIL_LIMITS } from '#model/mail/mail-limits.ts';
import { begun, CARDS, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person, SENDERS, type TestShop } from '../../../tests/harness/own-shop.ts';
import { findHealthProblems } from '../kernel/find-health-problems.ts';
import { MAIL, workMails } from '../kernel/send-messages.ts';

const HOUR = 3_600_000;
const mailsTo = (shop: TestShop, { email }: Person) =>
  shop.mailbox.mails().filter((mail) => mail.recipients.includes(email));
/** The rows are written with the database's own time, which may be ahead of the shop's clock. */
async function deliver(shop: TestShop) {
  shop.passTime(120_000);
  await shop.work();
}
async function orderAndCancel(shop: TestShop, buyer: Person, times: number) {
  const tool = await shop.tool({ available: 100_000 });
  for (let n = 0; n < times; n += 1) {
    const { id } = await ordered(shop, buyer, tool);
    expect((await shop.call('cancelOrder', { params: { id } }, buyer)).status).toBe(200);
  }
}

test('placing and cancelling orders repeatedly sends an address ten mails of each kind at most', async () => {
  const shop = await ownShop();
  const [victim, other] = [await shop.person(), await shop.person()];
  await orderAndCancel(shop, victim, 30);
  await orderAndCancel(shop, other, 1);
  await deliver(shop);
  expect(mailsTo(shop, victim)).toHaveLength(20);
  expect(mailsTo(shop, other)).toHaveLength(2);
  const [dropped] = await shop.sql`
    select count(*)::int as n, bool_and(payload = '{}') as empty from job where last_error = 'over the hourly number'`;
  expect(dropped).toEqual({ n: 40, empty: true });
  shop.passTime(HOUR);
  await orderAndCancel(shop, await shop.renewed(victim), 1);
  await deliver(shop);
  expect(mailsTo(shop, victim)).toHaveLength(22);
});

test('the number holds for mails whose first try found no mail server, and counts none twice', async () => {
  const shop = await ownShop();
  const buyer = await shop.person();
  await orderAndCancel(shop, buyer, 12);
  shop.passTime(120_000);
  const away = { ...shop.context, mailer: undefined, log: pino({ level: 'silent' }) };
  while ((await workMails(away, SENDERS)) > 0);
  shop.refuseMail(() => ({ code: 451, message: 'Not now' }));
  shop.passTime(60_000);
  await workMails({ ...shop.context, log: away.log }, SENDERS);
  shop.refuseMail(() => undefined);
  await deliver(shop);
  await deliver(shop);
  expect(mailsTo(shop, buyer)).toHaveLength(20);
});

test('an unconfirmed address gets no mail of unpaid orders, also where the mail server came later', async () => {
  const shop = await ownShop(undefined, undefined, { confirmation: 'asked' });
  const buyer = await shop.person();
  await orderAndCancel(shop, buyer, 1);
  shop.passTime(120_000);
  const away = { ...shop.context, mailer: undefined, log: pino({ level: 'silent' }) };
  while ((await workMails(away, SENDERS)) > 0);
  await deliver(shop);
  expect(mailsTo(shop, buyer).map(({ subject }) => subject)).toEqual(['Confirm your email for Toolyard']);
});

test('mails about a new address of an unpaid order are limited to ten an hour, as all mails that cost nothing to cause', async () => {
  const shop = await ownShop();
  const [buyer, admin] = [await shop.person(), await shop.person('admin')];
  const { id } = await ordered(shop, buyer, await shop.tool());
  await deliver(shop);
  for (let n = 0; n < 12; n += 1)
    await shop.call('changeShipTo', { params: { id }, body: { address: `${n} Main Street` } }, admin);
  await deliver(shop);
  expect(mailsTo(shop, buyer).filter(({ subject }) => subject.endsWith('another address'))).toHaveLength(10);
});

test('a new address of an unpaid purchase: the admin reads that an unconfirmed email is not told', async () => {
  const shop = await ownShop(undefined, undefined, { confirmation: 'asked' });
  const [buyer, admin] = [await shop.person(), await shop.person('admin')];
  const { id } = await ordered(shop, buyer, await shop.tool());
  const change = async (address: string) =>
    (await shop.call('changeShipTo', { params: { id }, body: { address } }, admin)).body;
  const heard = async () => {
    await deliver(shop);
    return mailsTo(shop, buyer).filter(({ subject }) => subject.endsWith('another address')).length;
  };
  expect(await change('1 Quay')).toMatchObject({ modifiedCount: 1, told: false });
  expect(await heard()).toBe(0);
  await shop.sql`update person set email_proof = 'mail' where id = ${buyer.id}`;
  expect(await change('2 Quay')).toMatchObject({ modifiedCount: 1, told: true });
  expect(await heard()).toBe(1);
  const { changes } = (await shop.call('getPurchase', { params: { id } }, admin)).body;
  expect(changes).toMatchObject([{ told: false }, { told: true }]);
});

test('mails about payments are delayed, never dropped', async () => {
  const shop = await ownShop();
  const buyer = await shop.person();
  const { id } = await ordered(shop, buyer, await shop.tool());
  const { perHour } = MAIL_LIMITS.paid;
  await shop.sql`
    insert into job (queue, kind, key, payload)
    select 'mail', 'mail.order-resumed', 'test:' || n, jsonb_build_object('orderId', ${id}::text)
      from generate_series(1, ${perHour + 3}::int) as n`;
  await deliver(shop);
  const resumed = () => mailsTo(shop, buyer).filter(({ subject }) => subject.endsWith('goes on')).length;
  expect(resumed()).toBe(perHour);
  const waiting = await shop.sql`select attempts, last_error from job where done_at is null and dead_at is null`;
  expect([...waiting]).toEqual(Array.from({ length: 3 }, () => ({ attempts: 0, last_error: null })));
  shop.passTime(HOUR / 6);
  expect(await findHealthProblems(shop.context)).not.toContain('messages');
  shop.passTime(HOUR);
  await shop.work();
  expect(resumed()).toBe(perHour + 3);
});

test('in a shop with confirmations an unconfirmed address gets only mails about its account and its money', async () => {
  const shop = await ownShop(undefined, undefined, { confirmation: 'asked' });
  const pay = payments(shop);
  const buyer = await shop.person();
  await orderAndCancel(shop, buyer, 2);
  await deliver(shop);
  expect(mailsTo(shop, buyer).map(({ subject }) => subject)).toEqual(['Confirm your email for Toolyard']);
  const order = await ordered(shop, buyer, await shop.tool());
  const { clientSecret } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret, CARDS.good);
  await shop.call('requestReset', { body: { email: buyer.email } });
  await deliver(shop);
  const [confirmation, ...others] = mailsTo(shop, buyer)
    .map(({ subject }) => subject)
    .toReversed();
  expect(confirmation).toContain('Confirm');
  expect(others.filter((subject) => subject.includes('Reset'))).toHaveLength(1);
  expect(others.filter((subject) => /placed/i.test(subject))).toEqual([]);
  await shop.sql`update person set email_proof = 'mail' where id = ${buyer.id}`;
  const before = mailsTo(shop, buyer).length;
  await orderAndCancel(shop, buyer, 1);
  await deliver(shop);
  expect(mailsTo(shop, buyer)).toHaveLength(before + 2);
});

test('a reset mail is sent before all waiting order mails, and an index finds both', async () => {
  const shop = await ownShop();
  const buyer = await shop.person();
  const { id } = await ordered(shop, buyer, await shop.tool());
  await shop.sql`update job set done_at = now()`;
  await shop.sql`
    insert into job (queue, kind, key, payload, run_at)
    select 'mail', 'mail.order-placed', 'test:' || n, jsonb_build_object('orderId', ${id}::text), now() - interval '1 hour'
      from generate_series(1, 20000) as n`;
  await shop.sql`analyze job`;
  await shop.call('requestReset', { body: { email: buyer.email } });
  shop.passTime(120_000);
  expect(await workMails(shop.context, SENDERS)).toBe(MAIL.atOnce);
  const [reset] = await shop.sql`select done_at is not null as done from job where kind = 'mail.password-reset'`;
  expect(reset?.done).toBe(true);
  const plan = await shop.sql`
    explain select id from job where queue = 'mail' and done_at is null and dead_at is null and run_at <= now()
      and (locked_until is null or locked_until <= now()) order by priority, run_at, id limit 5 for update skip locked`;
  const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps).toContain('Index Scan using job_next');
  expect(steps).not.toContain('Sort');
});
