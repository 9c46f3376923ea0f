import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { keepDemoAccounts } from './demo-accounts.ts';

const shop = await ownShop();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const alive = async ({ cookie }: Person) => (await shop.call('getSession', { headers: { cookie } })).body.user !== null;

describe('a session ends', () => {
  test.each([
    ['customer', 7 * DAY, 30 * DAY],
    ['admin', 8 * HOUR, 24 * HOUR],
  ] as const)('of a %s: without use, and after its time however much it is used', async (role, idle, absolute) => {
    const left = await shop.person(role);
    shop.passTime(idle - 1000);
    expect(await alive(left)).toBe(true);
    shop.passTime(idle - 1000);
    expect(await alive(left)).toBe(true);
    shop.passTime(idle + 1000);
    expect(await alive(left)).toBe(false);

    const used = await shop.person(role);
    let passed = 0;
    while (passed + idle / 2 < absolute) {
      shop.passTime(idle / 2);
      passed += idle / 2;
      expect(await alive(used)).toBe(true);
    }
    shop.passTime(absolute - passed + 1000);
    expect(await alive(used)).toBe(false);
    const { email } = used;
    expect((await shop.call('issueToken', { params: { email }, body: { email } }, used)).status).toBe(401);
  });

  test('as an admin session at once when a customer becomes one', async () => {
    const one = await shop.person();
    shop.passTime(9 * HOUR);
    await shop.sql`update person set role = 'admin' where id = ${one.id}`;
    expect(await alive(one)).toBe(false);
  });
});

describe('rights are those of the moment', () => {
  test('a demoted admin is refused at the next request, a new one let in', async () => {
    const one = await shop.person('admin');
    expect((await shop.call('listOrders', {}, one)).status).toBe(200);
    await shop.sql`update person set role = 'customer' where id = ${one.id}`;
    expect((await shop.call('listOrders', {}, one)).status).toBe(403);
    expect((await shop.call('isAdmin', { params: { email: one.email } }, one)).body).toEqual({ admin: false });
    await shop.sql`update person set role = 'admin' where id = ${one.id}`;
    expect((await shop.call('listOrders', {}, one)).status).toBe(200);
  });

  test('a disabled person is out at the next request, and gets in no more', async () => {
    const one = await shop.person();
    await shop.sql`update person set disabled_at = now() where id = ${one.id}`;
    expect((await shop.call('listMyOrders', { params: { email: one.email } }, one)).status).toBe(401);
    expect(await alive(one)).toBe(false);
    const again = await shop.call('signIn', { body: { email: one.email, password: one.password } });
    expect(again).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });
});

describe('the demonstration accounts', () => {
  const enter = ({ email, password }: { email: string; password: string }) =>
    shop.call('signIn', { body: { email, password } });
  const cookieOf = async (account: { email: string; password: string }) =>
    (await enter(account)).headers.get('set-cookie')?.split(';')[0] ?? '';

  test('are there in test mode, one an admin and one a customer, and made once however often the shop starts', async () => {
    await Promise.all([keepDemoAccounts(shop.context, true), keepDemoAccounts(shop.context, true)]);
    await keepDemoAccounts(shop.context, true);
    expect(await shop.sql`select email, role, demo from person where demo order by role`).toEqual([
      { email: DEMO_ACCOUNTS.customer.email, role: 'customer', demo: true },
      { email: DEMO_ACCOUNTS.admin.email, role: 'admin', demo: true },
    ]);
    for (const account of Object.values(DEMO_ACCOUNTS)) expect((await enter(account)).body.email).toBe(account.email);
  });

  test('have their roles back when the shop starts again', async () => {
    await shop.sql`update person set role = 'admin' where demo`;
    await keepDemoAccounts(shop.context, true);
    expect(await shop.sql`select email, role from person where demo order by role`).toEqual([
      { email: DEMO_ACCOUNTS.customer.email, role: 'customer' },
      { email: DEMO_ACCOUNTS.admin.email, role: 'admin' },
    ]);
    expect((await enter(DEMO_ACCOUNTS.customer)).status).toBe(200);
  });

  test('are shut where real money moves, their sessions too, and open again in test mode', async () => {
    const cookie = await cookieOf(DEMO_ACCOUNTS.admin);
    await keepDemoAccounts(shop.context, false);
    for (const account of Object.values(DEMO_ACCOUNTS)) expect((await enter(account)).status).toBe(401);
    expect((await shop.call('getSession', { headers: { cookie } })).body).toEqual({ user: null });
    expect(await shop.sql`select 1 from session join person on person.id = person_id where demo`).toEqual([]);
    await keepDemoAccounts(shop.context, true);
    expect((await shop.call('getSession', { headers: { cookie } })).body).toEqual({ user: null });
    expect((await enter(DEMO_ACCOUNTS.customer)).status).toBe(200);
    await keepDemoAccounts(shop.context, true);
    const deeds =
      await shop.sql`select action, meta ->> 'role' as role from audit where action like 'demo.%' order by id`;
    expect(deeds.slice(-4)).toEqual([
      ...[
        { action: 'demo.closed', role: null },
        { action: 'demo.closed', role: null },
      ],
      ...['admin', 'customer'].map((role) => ({ action: 'demo.opened', role })),
    ]);
  });

  test('are shut, and the admins that their admin has made are counted until they are demoted or granted anew', async () => {
    const [first, second, third] = [await shop.person(), await shop.person(), await shop.person()];
    const madeBy = async (id: string, actor: string | null) => {
      await shop.sql`update person set role = 'admin' where id = ${id}`;
      await shop.sql`insert into audit (action, actor, target) values ('person.made_admin', ${actor}, ${id})`;
    };
    const [demo] = await shop.sql`select id from person where demo and role = 'admin'`;
    await madeBy(first.id, demo?.id);
    await madeBy(second.id, first.id);
    await madeBy(third.id, null);
    expect(await keepDemoAccounts(shop.context, false)).toBe(2);
    await madeBy(second.id, null);
    expect(await keepDemoAccounts(shop.context, false)).toBe(1);
    await shop.sql`update person set role = 'customer' where id = ${first.id}`;
    expect(await keepDemoAccounts(shop.context, false)).toBe(0);
    expect(await keepDemoAccounts(shop.context, true)).toBe(0);
  });

  test('never take over an account that somebody made with such an address', async () => {
    await shop.sql`update person set email = 'moved.' || email where demo`;
    const { email } = DEMO_ACCOUNTS.admin;
    await shop.call('signUp', { body: { name: 'Mine', email, password: 'my own secret' } });
    await keepDemoAccounts(shop.context, true);
    expect((await enter(DEMO_ACCOUNTS.admin)).status).toBe(401);
    expect((await enter({ email, password: 'my own secret' })).status).toBe(200);
    expect(await shop.sql`select role, demo from person where email = ${email}`).toEqual([
      { role: 'customer', demo: false },
    ]);
    await keepDemoAccounts(shop.context, false);
    expect((await enter({ email, password: 'my own secret' })).status).toBe(200);
  });
});
