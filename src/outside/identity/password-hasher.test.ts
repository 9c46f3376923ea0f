import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const hasher = createPasswordHasher();

test('a hash is argon2id with the costs that OWASP asks for and a salt of its own', async () => {
  const [one, other] = [await hasher.hash('secret'), await hasher.hash('secret')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  const salt = Buffer.from(one.split('$')[4] ?? '', 'base64');
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, message: 'secret', nonce: salt });
  expect(one.split('$')[5]).toBe(tag.toString('base64').replace('=', ''));
});

test('every character counts, and the same letters written another way are the same password', async () => {
  const hash = await hasher.hash(`${'x'.repeat(127)}é`);
  expect(await hasher.verify(`${'x'.repeat(127)}e\u0301`, hash)).toBe(true);
  for (const wrong of [`${'x'.repeat(127)}e`, 'x'.repeat(127), `${'x'.repeat(126)}Xé`, '', `${'x'.repeat(127)}é `])
    expect(await hasher.verify(wrong, hash)).toBe(false);
  expect(await hasher.verify('secret', undefined)).toBe(false);
});

test('a hash with the costs of another day is understood and known as such', async () => {
  const cost = { memory: 7_168, passes: 5, parallelism: 1, tagLength: 24 };
  const nonce = Buffer.from('0123456789abcdef');
  const tag = argon2Sync('argon2id', { ...cost, message: 'secret', nonce });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const old = `$argon2id$v=19$m=7168,t=5,p=1$${base64(nonce)}$${base64(tag)}`;
  expect(await hasher.verify('secret', old)).toBe(true);
  expect(await hasher.verify('Secret', old)).toBe(false);
  expect(hasher.isOutdated(old)).toBe(true);
  expect(hasher.isOutdated(await hasher.hash('secret'))).toBe(false);
});

test.each(['', 'secret', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=19456,t=2,p=1$YQ$YQ'])(
  '"%s" is no hash of this shop',
  async (hash) => {
    await expect(hasher.verify('secret', hash)).rejects.toThrow('not of this shop');
  },
);
