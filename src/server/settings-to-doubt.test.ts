import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { settingsToDoubt } from './settings-to-doubt.ts';

const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
const SMTP_URL = 'smtp://mail.example.com';
const PUBLIC_ORIGIN = 'https://shop.example.com';
const DATABASE_URL = 'postgres://shop:word@localhost/shop';
const BUCKET = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'c' };

test.each([
  [{}, []],
  [{ SMTP_URL }, ['no address']],
  [{ SMTP_URL, PUBLIC_ORIGIN }, []],
  [LIVE, ['no address', 'no contact']],
  [{ ...LIVE, SMTP_URL, PUBLIC_ORIGIN, CONTACT_EMAIL: 'us@example.com' }, []],
  [
    { DATABASE_URL, SHOP_DATA: '/shop' },
    ['pictures are in no backup: with DATABASE_URL the shop makes none. Have /shop/images'],
  ],
  [{ DATABASE_URL, ...BUCKET }, []],
])('of %o is said at the start: %o', (settings, said) => {
  const config = readConfig(settings as Record<string, string>);
  if (!config.ok) throw new Error(config.failure.join());
  expect(settingsToDoubt(config.value)).toEqual(said.map((text) => expect.stringContaining(text)));
});
