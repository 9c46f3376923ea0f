import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { keepDemoAccounts } from '#services/identity/demo-accounts.ts';
import { mintResetToken } from '#services/identity/reset-password.ts';
import { type Choice, ownGoogle } from '../../../tests/harness/own-google.ts';
import { ORIGIN, ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
const google = await ownGoogle(shop);

const address = () => `google-${randomUUID().slice(0, 8)}@example.com`;
const enter = (choice: Choice) => google.browser().enter(choice);
const whoIs = async (cookie: string | undefined) =>
  (await shop.call('getSession', { headers: { cookie: cookie ?? '' } })).body.user;
/** Sends what is waiting. The rows are written with the database's own time, which may be ahead of the shop's clock. */
const subjectsTo = async (email: string) => {
  shop.passTime(120_000);
  await shop.work();
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(email));
  return mails.map(({ subject }) => subject);
};
const passwordWorks = async ({ email, password }: Person) =>
  (await shop.call('signIn', { body: { email, password } })).status === 200;

describe('signing in with Google', () => {
  test('opens an account and a session like the ordinary sign-in, and the same account the next time', async () => {
    const email = address();
    const browser = google.browser();
    const first = await browser.enter({ email: email.toUpperCase(), name: '  Dana\tOrtiz ' });
    expect(first).toMatchObject({ status: 303, to: '/login' });
    expect(first.cookies.find((line) => line.startsWith('__Host-sid'))).toMatch(
      /Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const user = await whoIs(first.session);
    expect(user).toMatchObject({ displayName: 'Dana Ortiz', email });
    const cookie = first.session ?? '';
    const issued = await shop.call('issueToken', { params: { email }, body: { email }, headers: { cookie } });
    const bearer = { headers: { authorization: `Bearer ${issued.body.token}` } };
    expect((await shop.call('listMyOrders', { params: { email }, ...bearer })).status).toBe(200);

    const again = await enter({ email, name: 'Another Name' });
    expect(await whoIs(again.session)).toEqual(user);
    const rows = await shop.sql`select action from audit where actor = ${user.uid} order by id`;
    expect(rows.map((row) => row.action)).toEqual([
      'person.signed_up',
      'google.linked',
      'session.opened',
      'session.opened',
    ]);
  });

  test('cuts a name that is longer than names may be, and tears no character apart', async () => {
    const { session } = await enter({ email: address(), name: `${'x'.repeat(57)}👩🏽‍🔧 Ortiz` });
    expect(await whoIs(session)).toMatchObject({ displayName: 'x'.repeat(57) });
  });

  test('asks the provider with the code flow, PKCE, state and nonce, and says where to come back to exactly', async () => {
    const { to, headers } = await google.browser().go('/auth/google');
    const asked = Object.fromEntries(to ? to.searchParams : []);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'shop',
      redirect_uri: `${google.origin}/auth/google/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(asked[secret]).toMatch(/^[\w-]{43}$/);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const [row] = await shop.sql`select state_hash, browser_hash from google_attempt limit 1`;
    expect(Buffer.concat([row?.state_hash, row?.browser_hash]).toString()).not.toContain(asked.state);
  });

  test('ends the session that the browser had before', async () => {
    const browser = google.browser();
    const first = await browser.enter({ email: address() });
    await browser.enter({ email: address() });
    expect(await whoIs(first.session)).toBeNull();
  });

  test('leaves the browser known to the other accounts that are used in it', async () => {
    const browser = google.browser();
    const people = [await browser.enter({ email: address() }), await browser.enter({ email: address() })];
    expect(people.map(({ to }) => to)).toEqual(['/login', '/login']);
    const device = browser.jar.get('__Host-device');
    expect(await shop.sql`select from known_device where token_hash = sha256(${device}::bytea)`).toHaveLength(2);
  });

  test('ends the session that was opened in another tab meanwhile, by a password or by Google', async () => {
    const browser = google.browser();
    const one = await shop.person();
    const callbacks = [await browser.toCallback({ email: address() }), await browser.toCallback({ email: address() })];
    const headers = { origin: google.origin, cookie: `__Host-google=${browser.jar.get('__Host-google')}` };
    const { email, password } = one;
    const entered = await fetch(`${google.origin}/auth/sign-in`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const byPassword = entered.headers.get('set-cookie')?.split(';')[0];
    expect((await whoIs(byPassword)).uid).toBe(one.id);
    const first = await browser.arrive(callbacks[0] as URL);
    expect(await whoIs(byPassword)).toBeNull();
    const second = await browser.arrive(callbacks[1] as URL);
    expect(await whoIs(first.session)).toBeNull();
    expect(await whoIs(second.session)).not.toBeNull();
    // The person's session on another machine is not this browser's.
    expect((await whoIs(one.cookie)).uid).toBe(one.id);
  });

  test('that fails leaves the session of before', async () => {
    const browser = google.browser();
    const { session } = await browser.enter({ email: address() });
    const callback = await browser.choose(await browser.begin(), { email: address(), verified: false });
    expect((await browser.arrive(callback)).to).toBe('/login?google=unverified');
    expect(await whoIs(session)).not.toBeNull();
  });

  test('can be begun in two tabs, each of which may come to its end', async () => {
    const browser = google.browser();
    const callbacks = [await browser.toCallback({ email: address() }), await browser.toCallback({ email: address() })];
    for (const callback of callbacks.reverse()) expect(await browser.arrive(callback)).toMatchObject({ to: '/login' });
  });

  test('for the first time in several browsers at once makes one account', async () => {
    const email = address();
    const browsers = Array.from({ length: 5 }, () => google.browser());
    const callbacks = await Promise.all(browsers.map((browser) => browser.toCallback({ email })));
    const arrived = await Promise.all(browsers.map((browser, n) => browser.arrive(callbacks[n] as URL)));
    expect(arrived.map(({ to }) => to)).toEqual(Array(5).fill('/login'));
    const users = await Promise.all(arrived.map(({ session }) => whoIs(session)));
    expect(new Set(users.map((user) => user.uid)).size).toBe(1);
  });

  test('is refused with a reason where it is not set up, and nothing breaks', async () => {
    for (const path of ['/auth/google', '/auth/google/callback?code=1&state=2']) {
      const answer = await shop.app.request(`${ORIGIN}${path}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?google=off']);
    }
  });

  test('is refused with a reason while Google does not answer, and works when it does again', async () => {
    const late = await ownGoogle(shop);
    const browser = late.browser();
    const started = await late.unreachable(() => browser.go('/auth/google'));
    expect(started.to?.search).toBe('?google=unreachable');
    const callback = await browser.toCallback({ email: address() });
    expect(await late.unreachable(() => browser.arrive(callback))).toMatchObject({ to: '/login?google=unreachable' });
    expect(await browser.enter({ email: address() })).toMatchObject({ to: '/login' });
  });
});

describe('an account that is there already', () => {
  test('is linked as it is when a reset link proved its address: password and sessions stay', async () => {
    const owner = { ...(await shop.person()), password: 'chosen by the link' };
    const token = await mintResetToken(shop.context.db, owner.id, shop.context.clock());
    expect((await shop.call('resetPassword', { body: { token, password: owner.password } })).status).toBe(200);
    const { email, password } = owner;
    const own = (await shop.call('signIn', { body: { email, password } })).headers.get('set-cookie')?.split(';')[0];
    const entered = await enter({ email });
    expect((await whoIs(entered.session)).uid).toBe(owner.id);
    expect(await passwordWorks(owner)).toBe(true);
    expect(await whoIs(own)).not.toBeNull();
    expect((await subjectsTo(email)).toSorted()).toEqual([
      'A Google account now opens your Toolyard account',
      'Your Toolyard password was changed',
    ]);
  });

  test('loses its password and its sessions when its address was not: it may be a trap of somebody else', async () => {
    const trap = await shop.person();
    const entered = await enter({ email: trap.email });
    expect((await whoIs(entered.session)).uid).toBe(trap.id);
    expect(await passwordWorks(trap)).toBe(false);
    expect(await whoIs(trap.cookie)).toBeNull();
    expect((await shop.call('listMyOrders', { params: { email: trap.email } }, trap)).status).toBe(401);
    const rows = await shop.sql`select action, meta from audit where target = ${trap.id} and action ~ '^(pass|goog)'`;
    expect(rows).toEqual([
      { action: 'password.removed', meta: { sessions: 1 } },
      { action: 'google.linked', meta: { verified: false } },
    ]);
    expect(await shop.sql`select email_proof from person where id = ${trap.id}`).toEqual([{ email_proof: 'google' }]);
    expect(await subjectsTo(trap.email)).toEqual(['Your Toolyard account now opens with Google']);
  });

  test('cannot be kept by a sign-in with its password at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const trap = await shop.person();
      const browser = google.browser();
      const callback = await browser.toCallback({ email: trap.email });
      const { email, password } = trap;
      const tries = Array.from({ length: 6 }, () => shop.call('signIn', { body: { email, password } }));
      const entered = await browser.arrive(callback);
      expect(entered.to).toBe('/login');
      const got = await Promise.all(tries);
      const [open] = await shop.sql`select count(*)::int as n from session where person_id = ${trap.id}`;
      expect(open?.n).toBe(1);
      expect(await whoIs(entered.session)).not.toBeNull();
      for (const answer of got) expect(await whoIs(answer.headers.get('set-cookie')?.split(';')[0])).toBeNull();
    }
  });

  test('is linked where Google runs the mailbox: an address of Gmail, or one of a company at Google', async () => {
    for (const domain of ['gmail.com', 'company.example']) {
      const { id } = await shop.person();
      const email = `${id}@${domain}`;
      await shop.sql`update person set email = ${email} where id = ${id}`;
      expect((await whoIs((await enter({ email })).session)).uid).toBe(id);
    }
  });

  test('is not entered by an address of which Google only knows that it was confirmed once', async () => {
    const owner = await shop.person();
    const email = `${owner.id}@outlook.com`;
    await shop.sql`update person set email = ${email} where id = ${owner.id}`;
    for (const hd of [undefined, '', true, ['outlook.com']]) {
      const browser = google.browser();
      const callback = await browser.toCallback({ email });
      const arrived = await google.tampering(
        (claims) => google.sign({ ...claims, hd }),
        () => browser.arrive(callback),
      );
      expect(arrived).toMatchObject({ to: '/login?google=foreign_mailbox', session: undefined });
    }
    expect((await enter({ email })).to).toBe('/login?google=foreign_mailbox');
    expect(await passwordWorks({ ...owner, email })).toBe(true);
    expect(await whoIs(owner.cookie)).toMatchObject({ uid: owner.id });
    expect(await shop.sql`select 1 from google_identity where person_id = ${owner.id}`).toEqual([]);
    expect(await subjectsTo(email)).toEqual([]);
  });

  test('that such an address opened itself is entered by it again, also in several browsers at once', async () => {
    const email = `${randomUUID()}@outlook.com`;
    const browsers = Array.from({ length: 3 }, () => google.browser());
    const callbacks = await Promise.all(browsers.map((browser) => browser.toCallback({ email })));
    const arrived = await Promise.all(browsers.map((browser, n) => browser.arrive(callbacks[n] as URL)));
    expect(arrived.map(({ to }) => to)).toEqual(['/login', '/login', '/login']);
    expect((await enter({ email })).to).toBe('/login');
    expect(await subjectsTo(email)).toEqual([]);
  });

  test('is unlinked by a new password of the mailbox: who has it no longer comes in no more', async () => {
    for (const { domain, to } of [
      { domain: 'outlook.com', to: '/login?google=foreign_mailbox' },
      { domain: 'company.example', to: '/login' },
    ]) {
      const email = `${randomUUID()}@${domain}`;
      const { uid } = await whoIs((await enter({ email })).session);
      const token = await mintResetToken(shop.context.db, uid, shop.context.clock());
      const changed = await shop.call('resetPassword', { body: { token, password: 'of the mailbox of today' } });
      expect(changed.status).toBe(200);
      expect((await enter({ email })).to).toBe(to);
    }
  });

  test('is known by issuer and subject: a changed address leads to the same one, which keeps its own', async () => {
    const email = address();
    const first = await whoIs((await enter({ email })).session);
    const other = address();
    const browser = google.browser();
    const callback = await browser.toCallback({ email });
    const arrived = await google.tampering(
      (claims) => google.sign({ ...claims, email: other }),
      () => browser.arrive(callback),
    );
    expect(await whoIs(arrived.session)).toEqual(first);
    expect(await shop.sql`select 1 from person where email = ${other}`).toEqual([]);
  });
});

describe('the stand-in, which believes whatever is typed,', () => {
  test('opens no admin account and no demonstration account', async () => {
    const tried = await ownGoogle(shop, { standIn: true });
    const admin = await shop.person('admin');
    expect(await tried.browser().enter({ email: admin.email })).toMatchObject({ to: '/login?google=admin' });
    await keepDemoAccounts(shop.context, true);
    for (const { email } of Object.values(DEMO_ACCOUNTS))
      expect((await tried.browser().enter({ email })).to).toBe('/login?google=demonstration');
  });

  test('opens an account that became an admin since no more', async () => {
    const tried = await ownGoogle(shop, { standIn: true });
    const email = address();
    await tried.browser().enter({ email });
    await shop.sql`update person set role = 'admin' where email = ${email}`;
    expect(await tried.browser().enter({ email })).toMatchObject({ to: '/login?google=admin' });
  });

  test('proves nothing once the shop is live', async () => {
    const tried = await ownGoogle(shop, { standIn: true });
    const email = address();
    const typed = await tried.browser().enter({ email });
    expect(await shop.sql`select email_proof from person where email = ${email}`).toEqual([
      { email_proof: 'stand-in' },
    ]);
    const real = await enter({ email });
    expect(await whoIs(typed.session)).toBeNull();
    expect(await whoIs(real.session)).not.toBeNull();
    expect(await shop.sql`select email_proof from person where email = ${email}`).toEqual([{ email_proof: 'google' }]);
  });
});
