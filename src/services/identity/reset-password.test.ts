import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ORIGIN, ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { signIn } from './sign-in.ts';

const shop = await ownShop();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let network = 0;
/** Asks from a network of its own, unless one is named. */
const ask = (email: string, from = `198.51.100.${++network % 250}`) =>
  shop.call('requestReset', { body: { email }, from });
const reset = (token: string, password: string) => shop.call('resetPassword', { body: { token, password } });
const enter = (email: string, password: string) => shop.call('signIn', { body: { email, password } });

/** Sends what is waiting. The rows are written with the database's own time, which may be ahead of the shop's clock. */
async function deliver() {
  shop.passTime(2 * MINUTE);
  await shop.work();
}

const mailsTo = (email: string) => shop.mailbox.mails().filter((mail) => mail.recipients.includes(email));

async function tokenFor(person: Person): Promise<string> {
  const before = mailsTo(person.email).length;
  expect((await ask(person.email)).status).toBe(200);
  await deliver();
  const [mail] = mailsTo(person.email);
  expect(mailsTo(person.email)).toHaveLength(before + 1);
  const token = /\/reset-password#token=([\w-]{43})\s/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('No token in the mail');
  return token;
}

const sessionsOf = async ({ id }: Person) =>
  (await shop.sql`select count(*)::int as n from session where person_id = ${id}`)[0]?.n;

test('a known, an unknown, a disabled and a demo address get the same answer after the same rows of work', async () => {
  const known = await shop.person();
  const disabled = await shop.person();
  await shop.sql`update person set disabled_at = now() where id = ${disabled.id}`;
  const demo = await shop.person();
  await shop.sql`update person set demo = true where id = ${demo.id}`;
  const emails = [known.email, disabled.email, demo.email, `nobody-${randomUUID()}@example.com`];
  const seen = [];
  for (const email of emails) {
    const work = () => shop.sql`
      select (select count(*)::int from job) as outbox, (select count(*)::int from password_reset) as tokens,
             (select count(*)::int from audit) as audit, (select coalesce(sum(used), 0)::int from allowance) as allowance`;
    const [before] = await work();
    const answer = await ask(email);
    const [after] = await work();
    seen.push({
      status: answer.status,
      body: answer.body,
      headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
      work: Object.entries(after ?? {}).map(([name, n]) => [name, n - before?.[name]]),
    });
  }
  expect(seen[0]).toMatchObject({
    status: 200,
    body: { acknowledged: true },
    work: [
      ['outbox', 1],
      ['tokens', 0],
      ['audit', 0],
      ['allowance', 2],
    ],
  });
  for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
  await deliver();
  expect(mailsTo(known.email).map((mail) => mail.subject)).toEqual(['Reset your Toolyard password']);
  expect(mailsTo(demo.email).map((mail) => mail.subject)).toEqual(['A Toolyard demo account keeps its password']);
  expect(mailsTo(disabled.email)).toEqual([]);
  expect(mailsTo(emails[3] ?? '')).toEqual([]);
  const waiting = await shop.sql`select 1 from job where kind = 'mail.password-reset' and done_at is null`;
  expect(waiting).toEqual([]);
});

test('any spelling of the address is the same account, and what is no address is said', async () => {
  const { email } = await shop.person();
  expect((await ask(`  ${email.toUpperCase()} `)).status).toBe(200);
  await deliver();
  expect(mailsTo(email)).toHaveLength(1);
  for (const wrong of ['', 'sam', 'sam@example.com\r\nBcc: eve@evil.example', null])
    expect((await ask(wrong as string)).status).toBe(400);
  expect((await shop.call('requestReset', { body: { email, role: 'admin' } })).status).toBe(400);
});

test('the link stands in the fragment below the shop\u2019s own origin, whatever the request calls the host', async () => {
  const { email } = await shop.person();
  for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example' }])
    await shop.call('requestReset', { body: { email }, headers, from: '203.0.113.1' });
  await deliver();
  expect(mailsTo(email)).toHaveLength(2);
  for (const { html, text, source } of mailsTo(email)) {
    expect(`${html}${text}${source}`).not.toContain('evil.example');
    expect(text).toContain(`${ORIGIN}/reset-password#token=`);
  }
});

describe('a new password', () => {
  test('opens the account where the old one no longer does, ends every session and opens none', async () => {
    const person = await shop.person();
    await enter(person.email, person.password);
    await enter(person.email, person.password);
    expect(await sessionsOf(person)).toBe(3);
    const answer = await reset(await tokenFor(person), 'another secret');
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(answer.headers.getSetCookie().join()).not.toContain('__Host-sid');
    expect(await sessionsOf(person)).toBe(0);
    expect((await shop.call('listMyOrders', { params: { email: person.email } }, person)).status).toBe(401);
    expect((await enter(person.email, person.password)).status).toBe(401);
    expect((await enter(person.email, 'another secret')).status).toBe(200);
    await deliver();
    const [told] = mailsTo(person.email);
    expect(told?.subject).toBe('Your Toolyard password was changed');
    expect(told?.text.replace(/\s+/g, ' ')).toContain('if a Google account opened it, it does so no longer');
    const deeds = await shop.sql`select action from audit where target = ${person.id} order by id`;
    expect(deeds.map((row) => row.action)).toEqual(expect.arrayContaining(['password.reset_asked', 'password.reset']));
  });

  test('frees an account that others had locked by guessing', async () => {
    const person = await shop.person();
    for (let n = 0; n < 6; n += 1) await enter(person.email, 'wrong password');
    expect((await enter(person.email, person.password)).status).toBe(429);
    await reset(await tokenFor(person), 'another secret');
    expect((await enter(person.email, 'another secret')).status).toBe(200);
  });

  test('needs the six characters of any password, and leaves the link good', async () => {
    const token = await tokenFor(await shop.person());
    expect((await reset(token, 'short')).body.errors).toEqual([
      { field: 'password', message: 'Password must be 6 Character or longer' },
    ]);
    expect((await reset(token, 'another secret')).status).toBe(200);
  });
});

describe('a link', () => {
  const ended = { status: 410, body: { code: 'reset_link_ended' } };

  test('works once', async () => {
    const person = await shop.person();
    const token = await tokenFor(person);
    expect((await reset(token, 'another secret')).status).toBe(200);
    expect(await reset(token, 'a third secret')).toMatchObject(ended);
    expect((await enter(person.email, 'another secret')).status).toBe(200);
  });

  test('works for an hour', async () => {
    const [early, late] = [await shop.person(), await shop.person()];
    const good = await tokenFor(early);
    shop.passTime(HOUR - 1000);
    expect((await reset(good, 'another secret')).status).toBe(200);
    const old = await tokenFor(late);
    shop.passTime(HOUR);
    expect(await reset(old, 'another secret')).toMatchObject(ended);
    expect((await enter(late.email, late.password)).status).toBe(200);
  });

  test('is worth nothing once another link of the account was used', async () => {
    const person = await shop.person();
    const [first, second] = [await tokenFor(person), await tokenFor(person)];
    expect(first).not.toBe(second);
    expect((await reset(second, 'another secret')).status).toBe(200);
    expect(await reset(first, 'a third secret')).toMatchObject(ended);
  });

  test('of an account that was disabled meanwhile changes nothing', async () => {
    const person = await shop.person();
    const token = await tokenFor(person);
    await shop.sql`update person set disabled_at = now() where id = ${person.id}`;
    expect(await reset(token, 'another secret')).toMatchObject(ended);
    const [row] = await shop.sql`select used_at from password_reset where person_id = ${person.id}`;
    expect(row?.used_at).toBeNull();
  });

  test('that was made up or damaged is refused', async () => {
    const token = await tokenFor(await shop.person());
    const wrong = [
      ...['', 'x', token.slice(1), `${token}A`, `${token} `, token.toUpperCase(), '\u0000', '../..', "' or 1=1 --"],
      ...Array.from({ length: 20 }, () => randomBytes(32).toString('base64url')),
    ];
    for (const made of wrong) expect(await reset(made, 'another secret')).toMatchObject(ended);
    expect((await reset('x'.repeat(201), 'another secret')).status).toBe(400);
    expect((await reset(token, 'another secret')).status).toBe(200);
  });

  test('pressed 20 times at once sets one password', async () => {
    const person = await shop.person();
    const token = await tokenFor(person);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `secret number ${n}`)));
    const won = answers.findIndex((answer) => answer.status === 200);
    expect(answers.map((answer) => answer.status).filter((status) => status !== 410)).toEqual([200]);
    expect((await enter(person.email, `secret number ${won}`)).status).toBe(200);
    await deliver();
    expect(mailsTo(person.email).filter((mail) => mail.subject.endsWith('was changed'))).toHaveLength(1);
  });

  test('and another one of the same account, used at once, set one password and do not wait for each other', async () => {
    const person = await shop.person();
    const tokens = [await tokenFor(person), await tokenFor(person)];
    const answers = await Promise.all(tokens.map((token, n) => reset(token, `secret number ${n}`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 410]);
  });

  test('is nowhere in the database, only its hash', async () => {
    const token = await tokenFor(await shop.person());
    const [{ text } = { text: '' }] = await shop.sql`
      select concat((select string_agg(t::text, ' ') from password_reset t), (select string_agg(t::text, ' ') from job t),
                    (select string_agg(t::text, ' ') from audit t)) as text`;
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token).toString('hex'));
    expect(text).toMatch(/\\\\?x[0-9a-f]{64}/);
  });
});

describe('a sign-in under way', () => {
  test('with the old password does not outlive a reset', async () => {
    const person = await shop.person();
    const token = await tokenFor(person);
    const { hasher } = shop.context;
    // The reset comes after the old password was found right, before its session is opened.
    const slow = {
      ...shop.context,
      hasher: {
        ...hasher,
        verify: async (...its: Parameters<typeof hasher.verify>) => {
          const right = await hasher.verify(...its);
          expect((await reset(token, 'another secret')).status).toBe(200);
          return right;
        },
      },
    };
    const entered = await signIn(slow, {
      email: person.email as never,
      password: person.password,
      client: '192.0.2.1',
    });
    expect(entered).toMatchObject({ ok: false, failure: { code: 'wrong_credentials' } });
    expect(await sessionsOf(person)).toBe(0);
  });

  test('leaves no session behind, however it races with a reset', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await shop.person();
      const token = await tokenFor(person);
      const [changed] = await Promise.all([
        reset(token, 'another secret'),
        ...Array.from({ length: 4 }, () => enter(person.email, person.password)),
      ]);
      expect(changed?.status).toBe(200);
      expect(await sessionsOf(person)).toBe(0);
    }
  }, 60_000);
});

describe('the limits', () => {
  test('three mails an hour for one account; more are dropped without a word, also for nobody\u2019s address', async () => {
    const { email } = await shop.person();
    for (const address of [email, `nobody-${randomUUID()}@example.com`]) {
      for (let n = 0; n < 5; n += 1) expect((await ask(address)).body).toEqual({ acknowledged: true });
      const [row] = await shop.sql`select count(*)::int as n from job where payload ->> 'email' = ${address}`;
      expect(row?.n).toBe(3);
    }
    await deliver();
    expect(mailsTo(email)).toHaveLength(3);
    shop.passTime(HOUR);
    await ask(email);
    await deliver();
    expect(mailsTo(email)).toHaveLength(4);
  });

  test('ten an hour from one network, whatever its headers say; another network asks on', async () => {
    const from = '192.0.2.77';
    const one = (n: number) =>
      shop.call('requestReset', {
        body: { email: `someone-${n}-${randomUUID()}@example.com` },
        headers: { 'x-forwarded-for': `10.0.0.${n}` },
        from,
      });
    for (let n = 0; n < 10; n += 1) expect((await one(n)).status).toBe(200);
    const told = await one(11);
    expect(told).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('someone@example.com', '192.0.2.78')).status).toBe(200);
    shop.passTime(Number(told.headers.get('retry-after')) * 1000);
    expect((await one(12)).status).toBe(200);
  });
});

test('only the shop\u2019s own pages may ask', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const { email } = await shop.person();
  expect((await shop.call('requestReset', { body: { email }, headers })).status).toBe(403);
  expect((await shop.call('resetPassword', { body: { token: 'x', password: 'secret' }, headers })).status).toBe(403);
});
