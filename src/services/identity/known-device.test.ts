import { describe, expect, test } from 'vitest';
import { type CallAnswer, ownShop, type Person, type TestShop } from '../../../tests/harness/own-shop.ts';
import { DEVICE_FAILURES } from './known-device.ts';

const shop = await ownShop();
const DAY = 86_400_000;

const deviceOf = ({ headers }: CallAnswer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('__Host-device='))
    ?.split(';')[0] ?? '';
const signIn = (email: string, password: string, cookie = '', from = '192.0.2.7') =>
  shop.call('signIn', { body: { email, password }, headers: { cookie }, from });
/** A person with a browser that has signed in before. */
async function owner(): Promise<{ one: Person; device: string }> {
  const one = await shop.person();
  return { one, device: deviceOf(await signIn(one.email, one.password)) };
}
/** A stranger guesses the password many times without a pause. */
async function guess(email: string, times = 10) {
  for (let n = 0; n < times; n += 1) await signIn(email, `guess number ${n}`, '', '203.0.113.9');
}
const rowsOf = async ({ id }: Person) => shop.sql`select * from known_device where person_id = ${id}`;

describe('a browser that signed in to an account before', () => {
  test('lets its owner in while a stranger keeps guessing; an unknown browser waits', async () => {
    const { one, device } = await owner();
    await guess(one.email);
    expect((await signIn(one.email, one.password)).status).toBe(429);
    expect((await signIn(one.email, one.password, device)).status).toBe(200);
    // The owner's success does not reset the stranger's wait.
    expect((await signIn(one.email, 'another guess', '', '203.0.113.9')).status).toBe(429);
  });

  test('lets its owner in when their network has had too many failures', async () => {
    const own = await ownShop();
    const one = await own.person();
    const enter = (password: string, cookie = '') =>
      own.call('signIn', { body: { email: one.email, password }, headers: { cookie } });
    const device = deviceOf(await enter(one.password));
    await enter('a wrong password');
    await own.sql`update allowance set used = 100000`;
    expect((await enter(one.password)).status).toBe(429);
    expect((await enter(one.password, device)).status).toBe(200);
  });

  test('does not let a thief of its cookie guess without limit, one by one or in parallel', async () => {
    const { one, device } = await owner();
    await guess(one.email);
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(one.email, `guess number ${n}`, device)),
    );
    expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(DEVICE_FAILURES);
    expect((await signIn(one.email, one.password, device)).status).toBe(429);
  });

  test('has all its tries again after its owner signed in', async () => {
    const { one, device } = await owner();
    await guess(one.email);
    let its = device;
    for (let round = 0; round < 3; round += 1) {
      for (let n = 1; n < DEVICE_FAILURES; n += 1) expect((await signIn(one.email, 'a slip', its)).status).toBe(401);
      const entered = await signIn(one.email, one.password, its);
      expect(entered.status).toBe(200);
      its = deviceOf(entered);
    }
  });

  test('counts for no other account, and not with an invented or outdated cookie', async () => {
    const { one, device } = await owner();
    const other = await shop.person();
    await guess(one.email);
    await guess(other.email);
    expect((await signIn(other.email, other.password, device)).status).toBe(429);
    for (const made of ['__Host-device=', '__Host-device=x', `${device}A`, `__Host-device=${'a'.repeat(43)}`])
      expect((await signIn(one.email, one.password, made)).status).toBe(429);
    // Each sign-in changes the cookie, so an older copy is useless.
    expect((await signIn(one.email, one.password, device)).status).toBe(200);
    expect((await signIn(one.email, one.password, device)).status).toBe(429);
  });

  test('stays known to both of two people who share it', async () => {
    const { one, device } = await owner();
    const other = await shop.person();
    const shared = deviceOf(await signIn(other.email, other.password, device));
    await guess(one.email);
    await guess(other.email);
    const entered = await signIn(one.email, one.password, shared);
    expect(entered.status).toBe(200);
    expect((await signIn(other.email, other.password, deviceOf(entered))).status).toBe(200);
  });

  test('is unknown after a password change, except the one that made it', async () => {
    const { one, device } = await owner();
    const changed = await shop.call(
      'changePassword',
      { body: { current: one.password, password: 'another secret' } },
      one,
    );
    await guess(one.email);
    expect((await signIn(one.email, 'another secret', device)).status).toBe(429);
    expect((await signIn(one.email, 'another secret', deviceOf(changed))).status).toBe(200);
  });

  test('has a cookie that scripts, other sites and the network cannot read; only its hash is stored', async () => {
    const { one, device } = await owner();
    const entered = await signIn(one.email, one.password, device);
    const cookie = entered.headers.getSetCookie().find((it) => it.startsWith('__Host-device='));
    for (const part of ['Max-Age=15552000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(part);
    const [row] = await shop.sql`select string_agg(t::text, ' ') as text from known_device t`;
    expect(row?.text).not.toContain(device.split('=')[1]);
  });

  test('is forgotten after half a year', async () => {
    const own: TestShop = await ownShop();
    const one = await own.person();
    const { forgetEnded } = await import('./forget-ended.ts');
    own.passTime(179 * DAY);
    await forgetEnded(own.context);
    expect(await own.sql`select 1 from known_device where person_id = ${one.id}`).toHaveLength(1);
    own.passTime(2 * DAY);
    await forgetEnded(own.context);
    expect(await own.sql`select 1 from known_device where person_id = ${one.id}`).toHaveLength(0);
  });
});

describe('a reset by mail, while a stranger keeps guessing and asking for links', () => {
  const ask = (email: string, from = '203.0.113.9') => shop.call('requestReset', { body: { email }, from });
  const deliver = async () => {
    shop.passTime(120_000);
    await shop.work();
  };
  const tokensTo = (email: string) =>
    shop.mailbox
      .mails()
      .filter((mail) => mail.recipients.includes(email))
      .flatMap(({ text }) => /reset-password#token=([\w-]{43})\s/.exec(text)?.[1] ?? []);
  const reset = (token = '') => shop.call('resetPassword', { body: { token, password: 'another secret' } });

  test('leaves a browser that can sign in although the guessing continues', async () => {
    const { one, device } = await owner();
    await ask(one.email);
    await deliver();
    await guess(one.email);
    const changed = await reset(tokensTo(one.email)[0]);
    expect(changed.status).toBe(200);
    await guess(one.email);
    expect((await signIn(one.email, 'another secret')).status).toBe(429);
    expect((await signIn(one.email, 'another secret', device)).status).toBe(429);
    expect((await signIn(one.email, 'another secret', deviceOf(changed))).status).toBe(200);
  });

  test('always has a valid link, however many are asked for', async () => {
    const one = await shop.person();
    for (let minute = 0; minute < 240; minute += 5) {
      for (let n = 0; n < 4; n += 1) await ask(one.email, `198.51.${minute}.${n}`);
      await shop.work();
      const [newest] = tokensTo(one.email);
      const [good] = await shop.sql`
        select count(*)::int as n from password_reset
         where person_id = ${one.id} and used_at is null and expires_at > ${shop.context.clock().toISOString()}`;
      expect({ minute, good: good?.n > 0, mailed: newest !== undefined }).toEqual({ minute, good: true, mailed: true });
      shop.passTime(5 * 60_000);
    }
  });

  test('can be asked for again as soon as a link was used, even when the hourly limit was reached', async () => {
    const one = await shop.person();
    for (let n = 0; n < 5; n += 1) await ask(one.email, `198.52.0.${n}`);
    await deliver();
    expect(tokensTo(one.email)).toHaveLength(3);
    expect((await reset(tokensTo(one.email)[0])).status).toBe(200);
    await ask(one.email, '198.52.0.9');
    await deliver();
    expect(tokensTo(one.email)).toHaveLength(4);
    expect((await reset(tokensTo(one.email)[0])).status).toBe(200);
  });
});

test('a signed-in person can change the password while strangers guess', async () => {
  const one = await shop.person();
  await guess(one.email);
  const body = { current: one.password, password: 'another secret' };
  expect((await shop.call('changePassword', { body }, one)).status).toBe(200);
});

test('signing an owner out everywhere from the machine forgets all their browsers', async () => {
  const { one } = await owner();
  expect((await rowsOf(one)).length).toBeGreaterThan(0);
  const { changeRights } = await import('../people/change-rights.ts');
  await changeRights(shop.context, one.email as never, 'sign-out');
  expect(await rowsOf(one)).toHaveLength(0);
});
