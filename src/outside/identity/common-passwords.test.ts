import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { PASSWORD_MIN } from '#model/identity/credentials.ts';
import { createCommonPasswords } from './common-passwords.ts';

test('knows what is tried first, however it is written, and nothing else', async () => {
  const common = createCommonPasswords();
  for (const password of ['123456', 'password', 'PassWord', 'qwerty', 'iloveyou', 'football', 'trustno1'])
    expect([password, await common.has(password)]).toEqual([password, true]);
  for (const password of ['correct horse battery staple', 'q7#vT2', '', 'constructor', '__proto__'])
    expect([password, await common.has(password)]).toEqual([password, false]);
});

test('has far more than 3,000 that the shop would take otherwise', () => {
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN);
  expect(new Set(longEnough).size).toBeGreaterThan(20_000);
  expect(longEnough.filter(({ length }) => length >= 8).length).toBeGreaterThan(3_000);
});
