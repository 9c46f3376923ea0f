import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { keepDemoAccounts } from './demo-accounts.ts';

const shop = await ownShop();

const change = ({ cookie }: { cookie: string }, current: string, password: string) =>
  shop.call('changePassword', { body: { current, password }, headers: { cookie } });
const enter = (email: string, password: string) => shop.call('signIn', { body: { email, password } });
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const isAlive = async (cookie: string) => (await shop.call('getSession', { headers: { cookie } })).body.user !== null;
const mailsTo = ({ email }: Person) =>
  shop.mailbox
    .mails()
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ subject }) => subject);

describe('a person who knows their password', () => {
  test('gets another one, a new session in place of all, and a mail', async () => {
    const one = await shop.person();
    const elsewhere = cookieOf((await enter(one.email, one.password)).headers);
    const changed = await change(one, one.password, 'another secret');
    expect(changed).toMatchObject({ status: 200, body: { uid: one.id, email: one.email } });
    const now = cookieOf(changed.headers);
    expect(now).not.toBe(one.cookie);
    expect([await isAlive(one.cookie), await isAlive(elsewhere), await isAlive(now)]).toEqual([false, false, true]);
    expect((await shop.call('listMyOrders', { params: { email: one.email } }, one)).status).toBe(401);
    expect((await enter(one.email, one.password)).status).toBe(401);
    expect((await enter(one.email, 'another secret')).status).toBe(200);
    shop.passTime(60_000);
    await shop.work();
    expect(mailsTo(one)).toEqual(['Your Toolyard password was changed']);
    const deeds = await shop.sql`select action from audit where actor = ${one.id} and action like 'password%'`;
    expect(deeds).toEqual([{ action: 'password.changed' }]);
  });

  test('gets no mail if their account is closed before it leaves', async () => {
    const one = await shop.person();
    await change(one, one.password, 'another secret');
    await shop.sql`update person set disabled_at = now() where id = ${one.id}`;
    shop.passTime(60_000);
    await shop.work();
    expect(mailsTo(one)).toEqual([]);
  });

  test('at once in two tabs: one of the two counts', async () => {
    const one = await shop.person();
    const both = await Promise.all(['first secret', 'second secret'].map((it) => change(one, one.password, it)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    const opened = await Promise.all(['first secret', 'second secret'].map((it) => enter(one.email, it)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('nothing is changed', () => {
  test('by a wrong password, which waits like a failed sign-in and apart from those of strangers', async () => {
    const one = await shop.person();
    const refused = await change(one, 'not my secret', 'another secret');
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_password', errors: [{ field: 'current' }] } });
    for (let n = 0; n < 4; n += 1) await change(one, 'not my secret', 'another secret');
    const waits = await change(one, one.password, 'another secret');
    expect(waits).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await enter(one.email, one.password)).status).toBe(200);
    shop.passTime(2_000);
    expect((await change(one, 'not my secret', 'another secret')).status).toBe(403);
    expect(await isAlive(one.cookie)).toBe(true);
  });

  test('without a session, by another site, or to a password that is none', async () => {
    const one = await shop.person();
    const body = { current: one.password, password: 'another secret' };
    expect((await shop.call('changePassword', { body })).status).toBe(401);
    expect(
      (await shop.call('changePassword', { body, headers: { authorization: `Bearer ${one.token}` } })).status,
    ).toBe(401);
    const foreign = { cookie: one.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await shop.call('changePassword', { body, headers: foreign })).status).toBe(403);
    for (const password of ['', 'five5', 'x'.repeat(129), null, 123456])
      expect(
        (await shop.call('changePassword', { body: { ...body, password }, headers: { cookie: one.cookie } })).status,
      ).toBe(400);
    expect((await enter(one.email, one.password)).status).toBe(200);
  });

  test('of a person who has no password, which Google opens', async () => {
    const one = await shop.person();
    await shop.sql`delete from password where person_id = ${one.id}`;
    expect(await change(one, one.password, 'another secret')).toMatchObject({
      status: 409,
      body: { code: 'no_password', detail: expect.stringContaining('That disconnects Google.') },
    });
  });

  test('of a demonstration account, which everybody uses', async () => {
    await keepDemoAccounts(shop.context, true);
    const { email, password } = DEMO_ACCOUNTS.customer;
    const cookie = cookieOf((await enter(email, password)).headers);
    expect((await change({ cookie }, password, 'mine alone')).body.code).toBe('demo_account');
    expect((await enter(email, password)).status).toBe(200);
  });
});
