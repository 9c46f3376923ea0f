import { expect, test } from 'vitest';
import { createApp } from '#http/app.ts';
import { SESSION_COOKIE } from '#http/may-call.ts';
import { ORIGIN, ownShop } from '../../../tests/harness/own-shop.ts';
import { mintResetToken } from './reset-password.ts';

const shop = await ownShop();
const strict = { ...shop.context, passwords: { ...shop.context.passwords, shortest: 8, refuseEasy: true } };
const app = createApp({ context: strict, publicOrigin: ORIGIN, shopName: 'Toolyard' });

async function send(path: string, body: unknown, cookie = '') {
  const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie };
  const answer = await app.request(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const EASY = [
  ['seven77', 'Password must be 8 Character or longer'],
  ['password1', 'This password is little more than names that others know. Choose another one.'],
  ['Toolyard26', 'This password is little more than names that others know. Choose another one.'],
  ['dana.ortiz1', 'This password is little more than names that others know. Choose another one.'],
  ['trustno1', 'This password is one of those that are guessed first. Choose another one.'],
  ['1QAZ2wsx3edc', 'This password is one of those that are guessed first. Choose another one.'],
] as const;

test('by none of the three ways to a password is one taken that others guess first', async () => {
  const one = await shop.person();
  for (const [password, message] of EASY) {
    const refused = { status: 400, body: { code: 'weak_password', errors: [{ field: 'password', message }] } };
    const email = 'dana.ortiz@example.com';
    expect(await send('/auth/sign-up', { name: 'Dana Ortiz', email, password }), password).toMatchObject(refused);
    if (password.startsWith('dana')) continue;
    const token = await mintResetToken(shop.context.db, one.id, shop.context.clock());
    expect(await send('/auth/reset-password', { token, password }), password).toMatchObject(refused);
    const changing = { current: one.password, password };
    expect(await send('/auth/change-password', changing, one.cookie), password).toMatchObject(refused);
    // The link is still good for a better one.
    expect((await send('/auth/reset-password', { token, password: one.password })).status).toBe(200);
    const again = await shop.call('signIn', { body: { email: one.email, password: one.password } });
    Object.assign(one, { cookie: again.headers.get('set-cookie')?.split(';')[0] ?? SESSION_COOKIE });
  }
  expect(await shop.sql`select 1 from person where email = 'dana.ortiz@example.com'`).toEqual([]);
});

test('a phrase is taken, and a password of before opens its account still', async () => {
  const phrase = { name: 'Dana Ortiz', email: 'dana.ortiz@example.com', password: 'nine green bottles on a wall' };
  expect((await send('/auth/sign-up', phrase)).status).toBe(200);
  const old = { email: 'old@example.com', password: '123456' };
  expect((await shop.call('signUp', { body: { name: 'Old', ...old } })).status).toBe(200);
  expect((await send('/auth/sign-in', old)).status).toBe(200);
});
