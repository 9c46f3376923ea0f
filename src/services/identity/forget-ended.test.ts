import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { forgetEnded } from './forget-ended.ts';
import { mintResetToken } from './reset-password.ts';
import { noteFailedSignIn } from './sign-in-throttle.ts';

const shop = await ownShop();
const DAY = 86_400_000;

const kept = async () => {
  const [row] = await shop.sql`
    select (select count(*)::int from session) as sessions, (select count(*)::int from password_reset) as proofs`;
  return row;
};

test('sessions and reset proofs are kept as long as they can be used, and a little longer', async () => {
  const person = await shop.person();
  await mintResetToken(shop.context.db, person.id, shop.context.clock());
  expect(await forgetEnded(shop.context)).toBe(0);
  shop.passTime(DAY + 59 * 60_000);
  expect(await forgetEnded(shop.context)).toBe(0);
  expect((await shop.call('getSession', { headers: { cookie: person.cookie } })).body.user).not.toBeNull();
  shop.passTime(2 * 60_000);
  expect(await forgetEnded(shop.context)).toBe(1);
  expect(await kept()).toEqual({ sessions: 1, proofs: 0 });
  shop.passTime(7 * DAY - 3 * 60_000);
  expect(await forgetEnded(shop.context)).toBe(0);
  shop.passTime(4 * 60_000);
  expect((await shop.call('getSession', { headers: { cookie: person.cookie } })).body.user).toBeNull();
  expect(await forgetEnded(shop.context)).toBe(1);
  expect(await forgetEnded(shop.context)).toBe(0);
  expect(await kept()).toEqual({ sessions: 0, proofs: 0 });
});

test('failed sign-ins are kept for as long as they count', async () => {
  await noteFailedSignIn(shop.context, 'account:unknown@example.com');
  shop.passTime(DAY - 60_000);
  await forgetEnded(shop.context);
  const failures = async () => (await shop.sql`select count(*)::int as n from sign_in_failure`)[0]?.n;
  expect(await failures()).toBe(1);
  shop.passTime(2 * 60_000);
  await forgetEnded(shop.context);
  expect(await failures()).toBe(0);
});

test('a sign-in on its way to Google is kept for as long as it may come back', async () => {
  const expiresAt = new Date(shop.context.clock().getTime() + 10 * 60_000);
  await shop.sql`
    insert into google_attempt (state_hash, browser_hash, nonce, verifier, expires_at)
      values ('\\x01', '\\x02', 'nonce', 'verifier', ${expiresAt})`;
  const attempts = async () => (await shop.sql`select count(*)::int as n from google_attempt`)[0]?.n;
  shop.passTime(9 * 60_000);
  await forgetEnded(shop.context);
  expect(await attempts()).toBe(1);
  shop.passTime(2 * 60_000);
  await forgetEnded(shop.context);
  expect(await attempts()).toBe(0);
});
