import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { NEW_ADMINS_PER_HOUR } from '#model/people/user.ts';
import { keepDemoAccounts } from '#services/identity/demo-accounts.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const shop = await ownShop();
const make = (email: string, caller: Person) => shop.call('makeAdmin', { params: { email } }, caller);
const roleOf = async (who: Person) => (await shop.sql`select role from person where id = ${who.id}`)[0]?.role;
const deeds = async (who: Person) => [
  ...(await shop.sql`select actor, meta from audit where action = 'person.made_admin' and target = ${who.id}`),
];

describe('a new admin', () => {
  test('is one at the next request, with the token and the session of before', async () => {
    const [admin, dana] = [await shop.person('admin'), await shop.person()];
    expect((await shop.call('listUsers', {}, dana)).status).toBe(403);
    expect(await make(dana.email, admin)).toMatchObject({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    expect((await shop.call('listUsers', {}, dana)).status).toBe(200);
    expect((await shop.call('isAdmin', { params: { email: dana.email } }, dana)).body).toEqual({ admin: true });
    expect((await shop.call('addReview', { body: { review: 'Good.', star: 5 } }, dana)).status).toBe(403);
    expect(await deeds(dana)).toEqual([{ actor: admin.id, meta: {} }]);
  });

  test('is made once, however often it is asked for', async () => {
    const [admin, dana] = [await shop.person('admin'), await shop.person()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(dana.email.toUpperCase(), admin)));
    expect(answers.map((it) => it.status)).toEqual(Array(8).fill(200));
    expect(answers.reduce((sum, it) => sum + it.body.modifiedCount, 0)).toBe(1);
    expect(await deeds(dana)).toHaveLength(1);
  });

  test('has the sessions of an admin: shorter ones', async () => {
    const own = await ownShop();
    const [admin, dana, other] = [await own.person('admin'), await own.person(), await own.person()];
    await own.call('makeAdmin', { params: { email: dana.email } }, admin);
    const knows = async (who: Person) =>
      (await own.call('getSession', { headers: { cookie: who.cookie } })).body.user !== null;
    expect([await knows(dana), await knows(other)]).toEqual([true, true]);
    own.passTime(9 * HOUR);
    expect([await knows(dana), await knows(other)]).toEqual([false, true]);
  });
});

test('the list says whose email is confirmed', async () => {
  const [admin, dana, kofi] = [await shop.person('admin'), await shop.person(), await shop.person()];
  await shop.sql`update person set email_proof = 'mail' where id = ${kofi.id}`;
  const confirmed = async ({ email }: Person) =>
    (await shop.call('listUsers', { query: { email } }, admin)).body[0].emailConfirmed;
  expect([await confirmed(dana), await confirmed(kofi)]).toEqual([false, true]);
});

describe('nobody is made an admin', () => {
  test('by a customer, not even themselves', async () => {
    const dana = await shop.person();
    expect((await make(dana.email, dana)).status).toBe(403);
    expect(await roleOf(dana)).toBe('customer');
  });

  test('who is not there or whose account is closed', async () => {
    const [admin, closed] = [await shop.person('admin'), await shop.person()];
    await shop.sql`update person set disabled_at = now() where id = ${closed.id}`;
    for (const email of ['nobody@example.com', closed.email])
      expect(await make(email, admin)).toMatchObject({ status: 404, body: { code: 'person_not_found' } });
    expect((await make('no address', admin)).status).toBe(400);
    expect(await roleOf(closed)).toBe('customer');
  });

  test('by way of a demonstration account, which everybody signs in to', async () => {
    const own = await ownShop();
    await keepDemoAccounts(own.context, true);
    const { email, password } = DEMO_ACCOUNTS.admin;
    const entered = await own.call('signIn', { body: { email, password } });
    const headers = { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' };
    const { token } = (await own.call('issueToken', { params: { email }, body: { email }, headers })).body;
    const call = (target: string) =>
      own.call('makeAdmin', { params: { email: target }, headers: { authorization: `Bearer ${token}` } });
    expect(await call(DEMO_ACCOUNTS.customer.email)).toMatchObject({
      status: 403,
      body: { code: 'demo_account', detail: expect.stringContaining('rights') },
    });
    expect(await call(email)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await own.sql`select role from person where demo order by role`).toEqual([
      { role: 'customer' },
      { role: 'admin' },
    ]);
  });

  test('from a session whose sign-in is more than 12 hours ago', async () => {
    const own = await ownShop();
    const [admin, dana] = [await own.person('admin'), await own.person()];
    own.passTime(7 * HOUR);
    await own.call('getSession', { headers: { cookie: admin.cookie } });
    own.passTime(5 * HOUR + MINUTE);
    const issued = await own.call('issueToken', {
      params: { email: admin.email },
      body: { email: admin.email },
      headers: { cookie: admin.cookie },
    });
    const answer = await own.call(
      'makeAdmin',
      { params: { email: dana.email } },
      { ...admin, token: issued.body.token },
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_too_old' } });
    expect((await own.sql`select role from person where id = ${dana.id}`)[0]?.role).toBe('customer');
  });
});

test('one admin makes ten an hour, all at once or one by one; another admin makes their own', async () => {
  const own = await ownShop();
  const [admin, other] = [await own.person('admin'), await own.person('admin')];
  const people = await Promise.all(Array.from({ length: NEW_ADMINS_PER_HOUR + 3 }, () => own.person()));
  const ask = (who: Person, caller = admin) => own.call('makeAdmin', { params: { email: who.email } }, caller);
  const answers = await Promise.all(people.map((who) => ask(who)));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(NEW_ADMINS_PER_HOUR);
  const refused = answers.filter((it) => it.status === 429);
  expect(refused).toHaveLength(3);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_660);
    expect(body.detail).toMatch(/^You made 10 admins within an hour\. Wait \d+ minutes/);
  }
  const [left] = people.filter((_, index) => answers[index]?.status === 429);
  const [done] = people.filter((_, index) => answers[index]?.status === 200);
  if (!left || !done) throw new Error('nobody was refused');
  // Asking again for what is done changes nothing, so it is always answered.
  expect((await ask(done)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect((await ask(left, other)).body.modifiedCount).toBe(1);
});

test('all users come by name, with role and photo and without anything else; closed accounts do not come', async () => {
  const own = await ownShop();
  const [admin, dana, closed] = [await own.person('admin'), await own.person(), await own.person()];
  await own.sql`update person set name = 'zoe' where id = ${admin.id}`;
  await own.sql`update person set name = 'Dana', photo = '/images/a.webp' where id = ${dana.id}`;
  await own.sql`update person set disabled_at = now() where id = ${closed.id}`;
  const { status, body } = await own.call('listUsers', {}, admin);
  expect(status).toBe(200);
  expect(body).toEqual([
    { name: 'Dana', email: dana.email, emailConfirmed: false, role: 'customer', photo: '/images/a.webp' },
    { name: 'zoe', email: admin.email, emailConfirmed: false, role: 'admin', photo: null },
  ]);
});

test('of more than a thousand the first come by name, page after page leads to all, and an e-mail to one', async () => {
  const own = await ownShop();
  const admin = await own.person('admin');
  await own.sql`insert into person (name, email)
    select (array['Dana', 'dana', 'Zoe'])[n % 3 + 1], 'p' || n || '@example.com' from generate_series(1, 2100) n`;
  const all = (await own.sql`select email from person order by lower(name), email`).map(({ email }) => email);
  async function pages(query: Record<string, string> = {}): Promise<string[][]> {
    const answer = await own.call('listUsers', { query }, admin);
    const emails = answer.body.map(({ email }: { email: string }) => email);
    const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    if (!link) return [emails];
    return [emails, ...(await pages(Object.fromEntries(new URL(link, 'http://shop').searchParams)))];
  }
  expect(await pages()).toEqual([all.slice(0, 1000), all.slice(1000, 2000), all.slice(2000)]);
  expect(await pages({ email: 'P7@example.com' })).toEqual([['p7@example.com']]);
  expect(await pages({ email: 'p0@example.com' })).toEqual([[]]);
  expect((await own.call('listUsers', { query: { after: '7' } }, admin)).status).toBe(400);
  expect((await own.call('listUsers', { query: { after: randomUUID() } }, admin)).body).toEqual([]);
});
