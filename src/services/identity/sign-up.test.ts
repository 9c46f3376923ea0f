import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const MINUTE = 60_000;
const address = () => `p-${randomUUID()}@example.com`;
const limited = () => ownShop(undefined, undefined, { signUpsPerHour: 3 });
type Shop = Awaited<ReturnType<typeof limited>>;
const signUp = (shop: Shop, email = address(), from = '192.0.2.7', password = 'secret') =>
  shop.call('signUp', { body: { name: 'Sam', email, password }, from });

test('one network opens so many accounts in an hour, and is told when to come back; others go on', async () => {
  const shop = await limited();
  for (let n = 0; n < 3; n += 1) expect((await signUp(shop)).status).toBe(200);
  const refused = await signUp(shop);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  expect(refused.body.detail).toBe('Too many accounts were opened from your network. Try again in 60 minutes.');
  expect(refused.headers.get('retry-after')).toBe('3600');
  expect(refused.headers.get('set-cookie')).toBeNull();
  expect((await signUp(shop, address(), '192.0.2.8')).status).toBe(200);
  shop.passTime(59 * MINUTE);
  expect((await signUp(shop)).body.detail).toBe(
    'Too many accounts were opened from your network. Try again in 1 minute.',
  );
  shop.passTime(MINUTE);
  expect((await signUp(shop)).status).toBe(200);
});

test('an hour that a clock ahead began is over once the clock is right', async () => {
  const shop = await limited();
  shop.passTime(7 * 24 * 60 * MINUTE);
  for (let n = 0; n < 3; n += 1) await signUp(shop);
  shop.passTime(-7 * 24 * 60 * MINUTE);
  expect((await signUp(shop)).status).toBe(200);
});

test('a hundred sign-ups at once are not a hundred accounts', async () => {
  const shop = await limited();
  const answers = await Promise.all(Array.from({ length: 100 }, () => signUp(shop)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3);
  const [row] = await shop.sql`select count(*)::int as n from person`;
  expect(row?.n).toBeLessThanOrEqual(3);
});

test('sign-ups with known addresses count as well, so a list cannot be tried', async () => {
  const shop = await limited();
  const known = address();
  for (const status of [200, 409, 409, 429]) expect((await signUp(shop, known)).status).toBe(status);
});
