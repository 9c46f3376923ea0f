import { argon2Sync, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { Email } from '#model/kernel/email.ts';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { ORIGIN, ownShop } from '../../../tests/harness/own-shop.ts';
import { keepDemoAccounts } from './demo-accounts.ts';
import { signIn as enterShop, FAILURES_OF_NETWORK } from './sign-in.ts';

const shop = await ownShop();
const SECOND = 1000;
const DAY = 86_400_000;

const signIn = (email: string, password: string) => shop.call('signIn', { body: { email, password } });

/** What tells one refusal from another, the time of the request aside. */
const seen = ({ status, body, headers }: Awaited<ReturnType<typeof signIn>>) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
});

test('a known address, an unknown one and a disabled account get the same answer, also when they must wait', async () => {
  const known = await shop.person();
  const disabled = await shop.person();
  await shop.sql`update person set disabled_at = now() where id = ${disabled.id}`;
  const unknown = `nobody-${randomUUID()}@example.com`;
  for (let tries = 0; tries < 8; tries += 1) {
    const answers = [
      await signIn(known.email, 'wrong password'),
      await signIn(unknown, 'wrong password'),
      await signIn(disabled.email, disabled.password),
    ].map(seen);
    expect(answers[0]?.status).toBe(tries < 5 ? 401 : 429);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  }
});

test('after five failures each further one doubles the wait, up to a quarter of an hour', async () => {
  const { email } = await shop.person();
  for (let n = 0; n < 5; n += 1) expect((await signIn(email, 'wrong password')).status).toBe(401);
  const waits: number[] = [];
  for (let n = 0; n < 13; n += 1) {
    const told = await signIn(email, 'wrong password');
    expect(told).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    const seconds = Number(told.headers.get('retry-after'));
    const wait = seconds < 120 ? `${seconds} second` : `${Math.ceil(seconds / 60)} minute`;
    expect(told.body.detail).toBe(`Too many failed tries. Wait ${wait}${seconds === 1 ? '' : 's'} and try again.`);
    waits.push(seconds);
    shop.passTime(seconds * SECOND);
    expect((await signIn(email, 'wrong password')).status).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test('who knows the password is in after the wait that was named, however many others tried meanwhile', async () => {
  const { email, password } = await shop.person();
  for (let n = 0; n < 5; n += 1) await signIn(email, 'wrong password');
  const told = await signIn(email, password);
  expect(told.status).toBe(429);
  for (let n = 0; n < 20; n += 1) expect((await signIn(email, 'wrong password')).status).toBe(429);
  shop.passTime(Number(told.headers.get('retry-after')) * SECOND);
  expect((await signIn(email, password)).status).toBe(200);
  for (let n = 0; n < 4; n += 1) expect((await signIn(email, 'wrong password')).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(200);
});

test('a day without a failure, and one slip waits for nothing', async () => {
  const { email, password } = await shop.person();
  for (let n = 0; n < 5; n += 1) await signIn(email, 'wrong password');
  shop.passTime(DAY - 60 * SECOND);
  expect((await signIn(email, 'wrong password')).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(429);
  shop.passTime(DAY + SECOND);
  expect((await signIn(email, 'wrong password')).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(200);
});

test('who signs in often and rightly never waits, and failures of one account are not those of another', async () => {
  const one = await shop.person();
  const other = await shop.person();
  for (let n = 0; n < 6; n += 1) await signIn(other.email, 'wrong password');
  for (let n = 0; n < 12; n += 1) expect((await signIn(one.email, one.password)).status).toBe(200);
});

test('spelling the address another way is not another account to guess at', async () => {
  const { email } = await shop.person();
  for (let n = 0; n < 5; n += 1) await signIn(n % 2 ? email.toUpperCase() : ` ${email}`, 'wrong password');
  expect((await signIn(email, 'wrong password')).status).toBe(429);
});

test('a hundred guesses at once are not a hundred guesses', async () => {
  const { email } = await shop.person();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => signIn(email, `guess ${n}`)));
  const judged = answers.filter((answer) => answer.status === 401);
  // Five are free, two are worked at side by side, and a few may pass before a failure is written down.
  expect(judged.length).toBeLessThanOrEqual(12);
  expect(answers.filter((answer) => answer.status === 503).every((answer) => answer.headers.get('retry-after'))).toBe(
    true,
  );
  const [row] = await shop.sql`select max(failures)::int as failures from sign_in_failure`;
  expect(row?.failures).toBeGreaterThanOrEqual(judged.length);
});

test('the table of failures names nobody, the audit no address', async () => {
  const { email } = await shop.person();
  await signIn(email, 'wrong password');
  const rows =
    await shop.sql`select subject as text from sign_in_failure union all select target || meta::text from audit`;
  expect(rows.map((row) => row.text).join()).not.toContain(email.split('@')[0]);
});

test('a network that failed three hundred times in an hour waits, whichever account it tries; others do not', async () => {
  const own = await ownShop();
  const one = await own.person();
  const from = (remoteAddress: string, password: string) =>
    own.app.request(
      `${ORIGIN}/auth/sign-in`,
      {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify({ email: one.email, password }),
      },
      { incoming: { socket: { remoteAddress } } },
    );
  expect((await from('192.0.2.7', 'wrong password')).status).toBe(401);
  await own.sql`update allowance set used = ${FAILURES_OF_NETWORK - 1}`;
  expect((await from('192.0.2.7', 'wrong password')).status).toBe(401);
  expect((await from('192.0.2.7', one.password)).status).toBe(429);
  expect((await from('192.0.2.8', one.password)).status).toBe(200);
  own.passTime(3_600 * SECOND);
  expect((await from('192.0.2.7', one.password)).status).toBe(200);
});

test('times written by a fast clock lock nobody out after the clock is set back', async () => {
  const own = await ownShop();
  const { email, password } = await own.person();
  const enter = (secret: string) => own.call('signIn', { body: { email, password: secret } });
  own.passTime(7 * DAY);
  for (let n = 0; n < 6; n += 1) await enter('wrong password');
  await own.sql`update allowance set used = ${FAILURES_OF_NETWORK}`;
  own.passTime(-7 * DAY);
  expect((await enter(password)).status).toBe(200);
});

test('a password whose hash was made with other costs opens its account, and is hashed with those of today', async () => {
  const { id, email, password } = await shop.person();
  const cost = { memory: 1_024, passes: 3, parallelism: 1, tagLength: 32 };
  const nonce = Buffer.from('sixteen bytes ok');
  const tag = argon2Sync('argon2id', { ...cost, message: password, nonce });
  const [salt, value] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  await shop.sql`update password set hash = ${`$argon2id$v=19$m=1024,t=3,p=1$${salt}$${value}`} where person_id = ${id}`;
  const entered = await Promise.all([1, 2, 3].map(() => signIn(email, password)));
  expect(entered.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [row] = await shop.sql`select hash from password where person_id = ${id}`;
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, `${password}!`)).status).toBe(401);
});

test('a password does not run out', async () => {
  const { email, password } = await shop.person();
  shop.passTime(5 * 365 * 86_400 * SECOND);
  expect((await signIn(email, password)).status).toBe(200);
});

test('who is disabled while the password is verified gets the answer of a disabled account, and no session', async () => {
  const { id, email, password } = await shop.person();
  const { hasher } = shop.context;
  const disabling = {
    ...hasher,
    verify: async (secret: string, hash: string | undefined) => {
      const right = await hasher.verify(secret, hash);
      await shop.sql`update person set disabled_at = now() where id = ${id}`;
      await shop.sql`delete from session where person_id = ${id}`;
      return right;
    },
  };
  const credentials = { email: Email.parse(email), password, client: '192.0.2.9' };
  expect(await enterShop({ ...shop.context, hasher: disabling }, credentials)).toEqual({
    ok: false,
    failure: { code: 'wrong_credentials' },
  });
  expect(await shop.sql`select 1 from session where person_id = ${id}`).toEqual([]);
});

test('who is disabled at the moment of the sign-in is not in', async () => {
  const { id, email, password } = await shop.person();
  const entering = await shop.sql.begin(async (sql) => {
    await sql`select 1 from person where id = ${id} for update`;
    await sql`update person set disabled_at = now() where id = ${id}`;
    const asked = signIn(email, password);
    await expect.poll(() => lockWaits(shop)).toBe(1);
    await sql`delete from session where person_id = ${id}`;
    return { asked };
  });
  expect(await entering.asked).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  expect(await shop.sql`select 1 from session where person_id = ${id}`).toEqual([]);
});

test('wrong passwords do not lock a demo account, but the limit of the network holds', async () => {
  const own = await ownShop();
  await keepDemoAccounts(own.context, true);
  const { email, password } = DEMO_ACCOUNTS.customer;
  const enter = (secret: string) => own.call('signIn', { body: { email, password: secret } });
  for (let n = 0; n < 8; n += 1) expect((await enter('wrong password')).status).toBe(401);
  expect((await enter(password)).status).toBe(200);
  await own.sql`update allowance set used = ${FAILURES_OF_NETWORK}`;
  expect((await enter(password)).status).toBe(429);
  await keepDemoAccounts(own.context, false);
  own.passTime(3_600 * SECOND);
  for (let n = 0; n < 5; n += 1) expect((await enter(password)).status).toBe(401);
  expect((await enter(password)).status).toBe(429);
});
