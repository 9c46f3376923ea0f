import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { configurationFacts, readConfig } from '#config.ts';
import * as schema from '#tables/schema.ts';
import { ownDatabase } from '../../../tests/harness/own-database.ts';
import { noteConfiguration } from './note-configuration.ts';

const client = await ownDatabase();
const db = drizzle(client.pool, { schema });

const SECRETS = {
  DATABASE_URL: 'postgres://shop:canary-database@db/shop',
  SMTP_URL: 'smtp://shop:canary-mail@mail.example.com',
  STRIPE_SECRET_KEY: 'sk_test_canary',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'canary-paypal',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'canary-google',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'canary-store',
};

function start(environment: Record<string, string>) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.failure.join());
  const { fingerprint, facts } = configurationFacts(config.value);
  return noteConfiguration({ db }, fingerprint, facts);
}

const noted = () => client`select actor, target, meta from audit where action = 'shop.configured' order by id`;

test('a start leaves a row when a setting is another than at the last start', async () => {
  await start({});
  await start({});
  expect(await noted()).toMatchObject([{ actor: null, target: 'shop', meta: { payments: 'stand-in', demo: true } }]);
  for (const changed of [
    { SHOP_NAME: 'Another' },
    { SHOP_ADDRESS: '48 Foundry Lane' },
    { PUBLIC_ORIGIN: 'https://shop.example.com' },
    { CONTACT_EMAIL: 'canary@example.com' },
    { MAIL_FROM: 'canary@example.com' },
    { TRUSTED_PROXIES: '10.0.0.1' },
    { UNPAID_ORDERS: '3' },
    { DEMO_ACCOUNTS: 'off' },
    { CLIENT_CONNECTIONS: '0' },
    { PASSWORD_MIN: '12' },
    { EASY_PASSWORDS: 'refuse' },
    { TEST_COPY: 'on' },
    { LOG_LEVEL: 'debug' },
    SECRETS,
    {},
  ]) {
    const { length } = await noted();
    await start(changed);
    expect([changed, (await noted()).length]).toEqual([changed, length + 1]);
  }
});

test('another place of the process is no other setting', async () => {
  const { length } = await noted();
  await start({ PORT: '4000', HOST: '127.0.0.1', SHOP_DATA: '/elsewhere', PUBLIC_ORIGIN: 'http://localhost:3000' });
  expect(await noted()).toHaveLength(length);
});

test('no secret and no address is in it', async () => {
  await start({ ...SECRETS, CONTACT_EMAIL: 'canary@example.com' });
  expect(JSON.stringify(await noted())).not.toContain('canary');
});
