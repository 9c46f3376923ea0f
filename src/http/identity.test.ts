import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CallAnswer, ORIGIN, ownShop } from '../../tests/harness/own-shop.ts';

const shop = await ownShop();
const fresh = () => `p-${randomUUID()}@example.com`;
const signUp = (body: object, headers = {}) => shop.call('signUp', { body, headers });
const signIn = (body: object, headers = {}) => shop.call('signIn', { body, headers });
const cookieOf = (answer: CallAnswer) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
const _people = async () => (await shop.sql`select count(*)::int as n from person`)[0]?.n;

describe('what a form is told, letter by letter', () => {
  const good = { name: 'Sam', email: 'sam@example.com', password: 'secret' };
  const cases: [object, string, string][] = [
    [{ email: '' }, 'email', 'Email must be Required'],
    [{ email: undefined }, 'email', 'Email must be Required'],
    [{ email: null }, 'email', 'Email must be Required'],
    [{ email: 'sam' }, 'email', 'Email is Invaild'],
    [{ email: 'sam@example' }, 'email', 'Email is Invaild'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'email', 'Email is Invaild'],
    [{ password: '' }, 'password', 'Password must be Required'],
    [{ password: undefined }, 'password', 'Password must be Required'],
    [{ password: '12345' }, 'password', 'Password must be 6 Character or longer'],
    [{ name: '' }, 'name', 'Name must be Required'],
    [{ name: '   ' }, 'name', 'Name must be Required'],
    [{ name: undefined }, 'name', 'Name must be Required'],
  ];
  test.each(cases)('%o', async (its, field, message) => {
    const answer = await signUp({ ...good, ...its });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ field, message }]);
    expect(answer.headers.get('set-cookie')).toBeNull();
    if (field === 'name') return;
    const { name: _none, ...credentials } = { ...good, ...its };
    expect((await signIn(credentials)).body.errors).toEqual([{ field, message }]);
  });

  test('of everything at once', async () => {
    const { body } = await signUp({});
    expect(body.errors.map((it: { message: string }) => it.message)).toEqual([
      'Name must be Required',
      'Email must be Required',
      'Password must be Required',
    ]);
  });

  test('six characters are a password, and every character of a long one counts', async () => {
    const email = fresh();
    expect((await signUp({ name: 'Sam', email, password: '123456' })).status).toBe(200);
    const long = fresh();
    const password = `${'x'.repeat(127)}y`;
    expect((await signUp({ name: 'Sam', email: long, password })).status).toBe(200);
    expect((await signIn({ email: long, password: `${'x'.repeat(127)}z` })).status).toBe(401);
    expect((await signIn({ email: long, password })).status).toBe(200);
    expect((await signUp({ name: 'Sam', email: fresh(), password: 'x'.repeat(129) })).status).toBe(400);
  });
});

describe('one address, one person', () => {
  test('however it is written', async () => {
    const id = randomUUID();
    const email = `twin.${id}@example.com`;
    expect((await signUp({ name: 'One', email, password: 'secret' })).body.email).toBe(email);
    for (const twin of [
      email.toUpperCase(),
      `TWIN.${id}@Example.COM`,
      ` ${email} `,
      `${email}\t`,
      email.replace('k', '\u212a'),
    ]) {
      expect(await signUp({ name: 'Two', email: twin, password: 'secret' }), twin).toMatchObject({
        status: 409,
        body: { code: 'email_taken' },
      });
      expect((await signIn({ email: twin, password: 'secret' })).body.email, twin).toBe(email);
    }
  });

  test('composed or decomposed, an accent is no letter of an address', async () => {
    for (const email of ['jose\u0301@example.com', 'jos\u00e9@example.com', 'a@ex\u00e4mple.com', 'a@\u0435xample.com'])
      expect((await signUp({ name: 'Jo', email, password: 'secret' })).status).toBe(400);
  });

  test('twenty who sign up with it at once make one account', async () => {
    const email = fresh();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        signUp({ name: 'N', email: n % 2 ? email : email.toUpperCase(), password: 'secret' }),
      ),
    );
    expect(answers.map((it) => it.status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await shop.sql`select 1 from person where email = ${email}`).length).toBe(1);
  });
});

describe('the session cookie', () => {
  test('has exactly these attributes, and lives as long as the session of its role can', async () => {
    const email = fresh();
    const entered = await signUp({ name: 'Sam', email, password: 'secret' });
    const attributes = (answer: CallAnswer) => answer.headers.getSetCookie()[0]?.split('; ').toSorted();
    const token = expect.stringMatching(/^__Host-sid=[\w-]{43}$/);
    const fixed = ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'];
    expect(attributes(entered)).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure', token]);
    await shop.sql`update person set role = 'admin' where email = ${email}`;
    const again = await signIn({ email, password: 'secret' });
    expect(attributes(again)).toEqual([fixed[0], 'Max-Age=86400', ...fixed.slice(1), token]);
    expect(entered.headers.getSetCookie().map((it) => it.split('=')[0])).toEqual(['__Host-sid', '__Host-device']);
    const left = await shop.call('signOut', { headers: { cookie: cookieOf(again) } });
    expect(left.headers.getSetCookie()).toEqual(['__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict']);
  });

  test('is kept as a hash only', async () => {
    const { cookie } = await shop.person();
    const rows = await shop.sql`select encode(token_hash, 'escape') as kept from session`;
    expect(rows.map((row) => row.kept).join()).not.toContain(cookie.split('=')[1]);
  });

  test('of before ends when somebody signs in on the same browser', async () => {
    const one = await shop.person();
    const again = await signIn({ email: one.email, password: one.password }, { cookie: one.cookie });
    expect(cookieOf(again)).not.toBe(one.cookie);
    expect((await shop.call('getSession', { headers: { cookie: one.cookie } })).body).toEqual({ user: null });
    expect((await shop.call('listMyOrders', { params: { email: one.email } }, one)).status).toBe(401);
    expect((await shop.call('getSession', { headers: { cookie: cookieOf(again) } })).body.user.uid).toBe(one.id);
  });

  test('ends at sign-out, with its bearer; other sessions of the person go on', async () => {
    const one = await shop.person();
    const elsewhere = cookieOf(await signIn({ email: one.email, password: one.password }));
    await shop.call('signOut', { headers: { cookie: one.cookie } });
    expect((await shop.call('listMyOrders', { params: { email: one.email } }, one)).status).toBe(401);
    expect(
      (await shop.call('issueToken', { params: { email: one.email }, body: { email: one.email } }, one)).status,
    ).toBe(401);
    expect((await shop.call('getSession', { headers: { cookie: elsewhere } })).body.user.uid).toBe(one.id);
    expect((await shop.call('signOut')).status).toBe(200);
  });
});

describe('only the pages of the shop itself may use the cookie', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://shop.test.evil.example' },
    { origin: 'http://shop.test:8080' },
    { origin: 'https://shop.test' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: '', 'sec-fetch-site': 'same-site' },
  ];
  test.each(foreign)('not those of %o', async (headers) => {
    const one = await shop.person();
    const email = fresh();
    const calls = [
      shop.call('issueToken', { params: { email: one.email }, body: { email: one.email }, headers }, one),
      shop.call('signOut', { headers }, one),
      signIn({ email: one.email, password: one.password }, headers),
      signUp({ name: 'Sam', email, password: 'secret' }, headers),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_origin', figures: { origin: ORIGIN } } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await shop.call('getSession', { headers: { cookie: one.cookie } })).body.user.uid).toBe(one.id);
  });

  test('a browser that names no origin but brings the cookie is not believed either', async () => {
    const one = await shop.person();
    const answer = await shop.app.request(`${ORIGIN}/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: one.cookie },
    });
    expect(answer.status).toBe(403);
    const same = { cookie: one.cookie, 'sec-fetch-site': 'same-origin' };
    expect((await shop.app.request(`${ORIGIN}/auth/sign-out`, { method: 'POST', headers: same })).status).toBe(200);
  });
});
