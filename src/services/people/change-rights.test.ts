import { expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { Email } from '#model/kernel/email.ts';
import { keepDemoAccounts } from '#services/identity/demo-accounts.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { changeRights, type RightsDeed } from './change-rights.ts';

const shop = await ownShop();
const change = (who: Person, deed: RightsDeed) => changeRights(shop.context, Email.parse(who.email), deed);
const users = async (who: Person) => (await shop.call('listUsers', {}, who)).status;
const known = async (who: Person) =>
  (await shop.call('getSession', { headers: { cookie: who.cookie } })).body.user !== null;
const deedsTo = async (who: Person) =>
  (await shop.sql`select action from audit where target = ${who.id} and actor is null order by id`).map(
    (row) => row.action,
  );

test('the first admin is made where there is none', async () => {
  const dana = await shop.person();
  expect(await users(dana)).toBe(403);
  expect(await change(dana, 'grant')).toEqual({ ok: true, value: { changed: true } });
  expect(await users(dana)).toBe(200);
  expect(await change(dana, 'grant')).toEqual({ ok: true, value: { changed: false } });
  expect(await deedsTo(dana)).toEqual(['person.made_admin']);
});

test('somebody demoted is signed out and a customer again', async () => {
  const admin = await shop.person('admin');
  expect(await users(admin)).toBe(200);
  expect(await change(admin, 'demote')).toEqual({ ok: true, value: { changed: true } });
  expect(await users(admin)).toBe(401);
  expect(await known(admin)).toBe(false);
  const [row] = await shop.sql`select role from person where id = ${admin.id}`;
  expect(row?.role).toBe('customer');
  expect(await deedsTo(admin)).toEqual(['person.demoted', 'session.revoked']);
});

test('somebody disabled cannot come back until enabled', async () => {
  const dana = await shop.person();
  const enter = () => shop.call('signIn', { body: { email: dana.email, password: dana.password } });
  expect(await change(dana, 'disable')).toEqual({ ok: true, value: { changed: true } });
  expect(await known(dana)).toBe(false);
  expect((await enter()).status).toBe(401);
  expect(await change(dana, 'enable')).toEqual({ ok: true, value: { changed: true } });
  expect((await enter()).status).toBe(200);
});

test('signing out ends every session of that person and of nobody else', async () => {
  const [dana, other] = [await shop.person(), await shop.person()];
  expect(await change(dana, 'sign-out')).toEqual({ ok: true, value: { changed: true } });
  expect([await known(dana), await known(other)]).toEqual([false, true]);
  expect(await change(dana, 'sign-out')).toEqual({ ok: true, value: { changed: false } });
});

test('a demonstration account keeps its rights, and can be signed out', async () => {
  await keepDemoAccounts(shop.context, true);
  const customer = Email.parse(DEMO_ACCOUNTS.customer.email);
  const before = await shop.sql`select role, disabled_at from person where demo order by role`;
  for (const deed of ['grant', 'demote', 'disable', 'enable'] as const)
    for (const { email } of Object.values(DEMO_ACCOUNTS))
      expect(await changeRights(shop.context, Email.parse(email), deed)).toEqual({
        ok: false,
        failure: { code: 'demo_account' },
      });
  expect(await shop.sql`select role, disabled_at from person where demo order by role`).toEqual(before);
  const { email, password } = DEMO_ACCOUNTS.customer;
  await shop.call('signIn', { body: { email, password } });
  expect(await changeRights(shop.context, customer, 'sign-out')).toEqual({ ok: true, value: { changed: true } });
});

test('an address that nobody has changes nothing', async () => {
  const nobody = Email.parse('nobody@example.com');
  expect(await changeRights(shop.context, nobody, 'grant')).toEqual({
    ok: false,
    failure: { code: 'person_not_found' },
  });
});
