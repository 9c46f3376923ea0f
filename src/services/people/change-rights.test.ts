import { expect, test } from 'vitest';
import { Email } from '#model/kernel/email.ts';
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

test('an address that nobody has changes nothing', async () => {
  const nobody = Email.parse('nobody@example.com');
  expect(await changeRights(shop.context, nobody, 'grant')).toEqual({
    ok: false,
    failure: { code: 'person_not_found' },
  });
});
