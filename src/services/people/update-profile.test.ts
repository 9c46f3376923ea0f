import { beforeEach, describe, expect, test } from 'vitest';
import { keptPicture } from '../../../tests/harness/own-picture.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { PROFILE_CHANGES_AN_HOUR } from './update-profile.ts';

const shop = await ownShop();
const KEY = 'a1'.repeat(16);
const PHOTO = await keptPicture(shop, KEY);

const TOLD = {
  education: 'City and Guilds, Carpentry',
  location: 'Leeds, United Kingdom',
  phone: '5550142200',
  photo: PHOTO,
  linkedin: 'linkedin.com/in/dana-ortiz',
};

let dana: Person;
beforeEach(async () => {
  dana = await shop.person();
});
const read = (who: Person = dana, caller = who) => shop.call('getProfile', { params: { email: who.email } }, caller);
const write = (body: unknown, who: Person = dana, caller = who) =>
  shop.call('updateProfile', { params: { email: who.email }, body }, caller);

describe('a profile', () => {
  test('has nothing but name and e-mail at first, then what was told, then what was told anew', async () => {
    const empty = { education: null, location: null, phone: null, photo: null, linkedin: null };
    expect((await read()).body).toEqual({
      name: 'Sam Sample',
      email: dana.email,
      emailConfirmed: false,
      role: 'customer',
      ...empty,
    });

    expect(await write({ name: 'Dana Ortiz', ...TOLD })).toMatchObject({ status: 200, body: { acknowledged: true } });
    const kept = { ...TOLD, linkedin: 'https://linkedin.com/in/dana-ortiz' };
    expect((await read()).body).toEqual({
      name: 'Dana Ortiz',
      email: dana.email,
      emailConfirmed: false,
      role: 'customer',
      ...kept,
    });

    expect((await write({ ...TOLD, location: 'York' })).status).toBe(200);
    expect((await read()).body).toEqual({
      name: 'Dana Ortiz',
      email: dana.email,
      emailConfirmed: false,
      role: 'customer',
      ...kept,
      location: 'York',
    });
  });

  test('keeps a name of earlier that is longer than names may be now, but takes no other such', async () => {
    const name = 'x'.repeat(80);
    await shop.sql`update person set name = ${name} where id = ${dana.id}`;
    expect((await write({ name, ...TOLD })).status).toBe(200);
    expect((await read()).body).toMatchObject({ name, location: TOLD.location });
    const other = await write({ name: 'y'.repeat(80), ...TOLD });
    expect(other.body.errors).toEqual([{ field: 'name', message: 'Name must be 60 Character or shorter' }]);
    expect((await read()).body.name).toBe(name);
  });

  test('is changed so often in an hour, each time with a row of the audit', async () => {
    for (let n = 0; n < PROFILE_CHANGES_AN_HOUR; n += 1)
      expect((await write({ ...TOLD, location: `York ${n}` })).status).toBe(200);
    const refused = await write({ ...TOLD, location: 'Leeds' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts', figures: { of: 'profiles' } } });
    expect(refused.body.detail).toBe('Your profile was changed very often within an hour. Try again in 60 minutes.');
    expect((await read()).body.location).toBe(`York ${PROFILE_CHANGES_AN_HOUR - 1}`);
    const rows = await shop.sql`select from audit where action = 'person.told_profile' and actor = ${dana.id}`;
    expect(rows).toHaveLength(PROFILE_CHANGES_AN_HOUR);
    const other = await shop.person();
    expect((await write(TOLD, other)).status).toBe(200);
  });

  test('shows at once in the session', async () => {
    await write({ name: 'Dana Ortiz', ...TOLD });
    const { body } = await shop.call('getSession', { headers: { cookie: dana.cookie } });
    expect(body.user).toMatchObject({ displayName: 'Dana Ortiz', photoURL: PHOTO, email: dana.email });
  });

  test('leaves an audit row that says nothing of what was told', async () => {
    await write(TOLD);
    const rows =
      await shop.sql`select action, target, meta from audit where actor = ${dana.id} and action like 'person.t%'`;
    expect([...rows]).toEqual([{ action: 'person.told_profile', target: dana.id, meta: {} }]);
  });

  test('is read and written by its owner only, not even by an admin', async () => {
    for (const other of [await shop.person(), await shop.person('admin')]) {
      expect((await read(dana, other)).status).toBe(403);
      expect((await write(TOLD, dana, other)).status).toBe(403);
    }
    expect((await read()).body.education).toBeNull();
  });

  test('is the same under every spelling of the address', async () => {
    const answer = await shop.call('getProfile', { params: { email: dana.email.toUpperCase() } }, dana);
    expect(answer).toMatchObject({ status: 200, body: { email: dana.email } });
  });
});

describe('what is refused', () => {
  const unchanged = async () => {
    const [row] = await shop.sql`select role, email, name, photo, demo, disabled_at from person where id = ${dana.id}`;
    expect(row).toEqual({
      role: 'customer',
      email: dana.email,
      name: 'Sam Sample',
      photo: null,
      demo: false,
      disabled_at: null,
    });
    expect((await read()).body.education).toBeNull();
    expect((await shop.call('isAdmin', { params: { email: dana.email } }, dana)).body).toEqual({ admin: false });
  };

  test.each(
    ['role', 'Role', 'ROLE', 'roles', 'role[]', 'user.role', 'person_role', 'admin', 'isAdmin', 'is_admin', 'superuser']
      .concat(['email', 'Email', 'e-mail', 'mail', 'email_verified', 'emailVerified', 'id', '_id', 'uid', 'person_id'])
      .concat(['personId', 'demo', 'disabledAt', 'disabled_at', 'createdAt', 'realm', 'permissions', 'scope', 'claims'])
      .concat(['__proto__', 'constructor', 'prototype', '$set', 'password', 'hash', 'token', 'displayName', 'photoURL'])
      .concat(['acknowledged', 'updatedAt']),
  )('the field %s', async (field) => {
    const body = JSON.parse(`{${JSON.stringify(field)}: "admin", ${JSON.stringify(TOLD).slice(1)}`);
    const answer = await write(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    await unchanged();
  });

  test.each(['education', 'location', 'phone', 'photo', 'linkedin'])('no %s', async (field) => {
    for (const value of [undefined, null, '', '   ', 5]) {
      const answer = await write({ ...TOLD, [field]: value });
      expect([value, answer.status]).toEqual([value, 400]);
      expect(answer.body.errors.map((it: { field: string }) => it.field)).toEqual([field]);
    }
    await unchanged();
  });

  test.each([
    ['education', 'x'.repeat(201)],
    ['education', 'two\nlines'],
    ['location', 'nul\u0000'],
    ['phone', 'call me'],
    ['linkedin', 'javascript:alert(1)'],
    ['linkedin', 'https://evil.example/in/dana'],
    ['photo', 'https://evil.example/dana.webp'],
    ['photo', 'data:image/svg+xml,<svg onload=alert(1)>'],
    ['photo', 'javascript:alert(1)'],
    ['photo', `${PHOTO}?x`],
    ['photo', `/images/../${KEY}/1200.webp`],
    ['photo', `/images/${KEY}/640.webp`],
    ['photo', `/images/${'b2'.repeat(16)}/1200.webp`],
    ['name', ''],
    ['name', 'x'.repeat(61)],
    ['name', 'x'.repeat(81)],
  ])('%s %j', async (field, value) => {
    const answer = await write({ ...TOLD, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((it: { field: string }) => it.field)).toEqual([field]);
    await unchanged();
  });

  test('a body that is no object', async () => {
    for (const body of [[], 'text', 5, null]) expect((await write(body)).status).toBe(400);
    await unchanged();
  });
});

test('text that looks like a program is kept as the text that it is', async () => {
  const text = '"><img src=x onerror=alert(1)>';
  await write({ ...TOLD, name: text, education: text, location: text });
  expect((await read()).body).toMatchObject({ name: text, education: text, location: text });
});
