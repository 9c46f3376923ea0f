import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

test.each([
  [{}, []],
  [{ PUBLIC_ORIGIN: 'https://shop.example.com' }, []],
  [{ PUBLIC_ORIGIN: 'http://shop.example.com' }, ['PUBLIC_ORIGIN']],
  [{ DATABASE_URL: 'postgres://shop:word@db.example.com/shop' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://shop:word@db.example.com/shop?sslmode=require' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://shop:word@db.example.com/shop?sslmode=verify-full' }, []],
  [{ DATABASE_URL: 'postgres://shop:word@one:5432,two:5432/shop' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://shop:word@localhost/shop' }, []],
  [{ DATABASE_URL: 'postgres://shop:word@%2Frun%2Fpostgresql/shop' }, []],
  [{ DATABASE_URL: 'postgres://shop:word@db/shop?host=/run/postgresql' }, []],
  [{ DATABASE_URL: 'postgres:///shop' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://shop:word@localhost/shop?host=db.example.com' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://shop:word@db/shop?sslmode=verify-full&sslmode=disable' }, ['DATABASE_URL']],
  [
    { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'c', S3_ENDPOINT: 'http://s3.example.com' },
    ['S3_ENDPOINT'],
  ],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'c', S3_ENDPOINT: 'https://s3.example.com' }, []],
])('with a live key %o is refused for %o: what is in the clear; in test mode it is taken', (settings, refused) => {
  const live = readConfig({ ...LIVE, ...settings } as Record<string, string>);
  expect(live.ok ? [] : live.failure).toEqual(refused.map((name) => expect.stringContaining(`${name} `)));
  expect(readConfig(settings as Record<string, string>).ok).toBe(true);
});

test('each key of Stripe is what it says: the publishable one is handed to every visitor', () => {
  const read = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? [] : config.failure;
  };
  const [secret, open] = [
    'STRIPE_SECRET_KEY must begin with sk_test_',
    'STRIPE_PUBLISHABLE_KEY must begin with pk_test_',
  ];
  const begins = (its: readonly string[]) => its.map((it) => expect.stringContaining(it));
  for (const mode of ['test', 'live']) {
    const [sk, rk, pk] = [`sk_${mode}_1`, `rk_${mode}_1`, `pk_${mode}_1`];
    for (const key of [sk, rk]) expect(read({ STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: pk })).toEqual([]);
    expect(read({ STRIPE_SECRET_KEY: sk, STRIPE_PUBLISHABLE_KEY: sk })).toEqual(begins([open]));
    expect(read({ STRIPE_SECRET_KEY: pk, STRIPE_PUBLISHABLE_KEY: sk })).toEqual(begins([secret, open]));
  }
  expect(read({ ...LIVE, STRIPE_WEBHOOK_SECRET: 'foo' })).toEqual(begins(['STRIPE_WEBHOOK_SECRET must begin']));
  expect(read({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual(begins(['STRIPE_WEBHOOK_SECRET needs']));
});

test('an address of the shop is a name, perhaps with a port, that browsers reach', () => {
  for (const PUBLIC_ORIGIN of ['ftp://shop.example.com', 'https://shop.example.com/tools', 'shop.example.com'])
    expect(readConfig({ PUBLIC_ORIGIN })).toMatchObject({ failure: [expect.stringContaining('PUBLIC_ORIGIN must ')] });
  expect(readConfig({ PUBLIC_ORIGIN: 'http://10.0.0.2:8080/' })).toMatchObject({
    value: { publicOrigin: 'http://10.0.0.2:8080' },
  });
});

test('a name of the shop fits into its header', () => {
  expect(readConfig({ SHOP_NAME: 'x'.repeat(60) }).ok).toBe(true);
  for (const SHOP_NAME of ['x'.repeat(61), '  '])
    expect(readConfig({ SHOP_NAME })).toMatchObject({ failure: ['SHOP_NAME must have 1 to 60 characters'] });
});

test('an address for papers is some lines that fit under the name', () => {
  const read = (SHOP_ADDRESS: string) => {
    const config = readConfig({ SHOP_ADDRESS });
    return config.ok ? config.value.shopAddress : config.failure;
  };
  expect(read('')).toEqual([]);
  expect(read('48 Foundry Lane | Leeds LS9 8AG|VAT GB 123 4567 89')).toEqual([
    ...['48 Foundry Lane', 'Leeds LS9 8AG', 'VAT GB 123 4567 89'],
  ]);
  expect(read(Array(6).fill('x'.repeat(60)).join('|'))).toHaveLength(6);
  for (const wrong of ['x'.repeat(61), 'a|b|c|d|e|f|g', 'a||b', '|'])
    expect(read(wrong)).toEqual(['SHOP_ADDRESS must be 1 to 6 lines of at most 60 letters, with | between them']);
});

test.each([
  ['DATABASE_URL', 'postgres://shop:wo#rd@localhost/shop', '%23'],
  ['SMTP_URL', 'smtp://', 'smtp://user:password@'],
  ['SMTP_URL', 'smtp://user:50%off@mail.example.com', 'write it as %25'],
  ['PUBLIC_ORIGIN', 'https://user:word@shop.example.com', 'end with the name'],
  ['PUBLIC_ORIGIN', 'https://shop.example.com/?a=1', 'end with the name'],
])('%s is an address that leads somewhere: %s', (name, value, said) => {
  expect(readConfig({ [name]: value })).toMatchObject({ failure: [expect.stringContaining(said)] });
});

test('accounts that a mail opens need a mail server', () => {
  const [on, mail] = [{ SIGNUP_CONFIRMATION: 'on' }, { SMTP_URL: 'smtp://mail.example.com' }];
  const away = { PUBLIC_ORIGIN: 'https://shop.example.com', DEMO_ACCOUNTS: 'off' };
  // Nobody has to open an account in a copy.
  expect(readConfig({ ...on, TEST_COPY: 'on' }).ok).toBe(true);
  for (const settings of [LIVE, away] as Record<string, string>[]) {
    expect(readConfig({ ...settings, ...on })).toMatchObject({ failure: [expect.stringContaining('needs SMTP_URL')] });
    expect(readConfig({ ...settings, ...on, ...mail }).ok).toBe(true);
  }
});

test('stand-ins that let anybody into any account are for demonstrations and shops on this machine', () => {
  const standIns = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok && [config.value.testMailbox, config.value.testGoogle];
  };
  const away = { PUBLIC_ORIGIN: 'https://shop.example.com' };
  const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  expect(standIns({})).toEqual([true, true]);
  expect(standIns({ DEMO_ACCOUNTS: 'off' })).toEqual([true, true]);
  expect(standIns(away)).toEqual([true, true]);
  expect(standIns({ ...away, DEMO_ACCOUNTS: 'off' })).toEqual([false, false]);
  expect(standIns({ ...away, DEMO_ACCOUNTS: 'off', TEST_COPY: 'on' })).toEqual([false, false]);
  expect(standIns({ SMTP_URL: 'smtp://mail.example.com', ...keys })).toEqual([false, false]);
  expect(standIns(LIVE)).toEqual([false, false]);
});

test('a copy of live data opens on this machine and as no demonstration, unless both are asked for', () => {
  const read = (environment: Record<string, string>) => {
    const config = readConfig({ TEST_COPY: 'on', ...environment });
    if (!config.ok) return config.failure;
    const { host, demoAccounts, sampleData, testMailbox, testGoogle } = config.value;
    return [host, demoAccounts, sampleData, testMailbox, testGoogle];
  };
  for (const origin of [{}, { PUBLIC_ORIGIN: 'https://shop.example.com' }] as Record<string, string>[])
    expect(read(origin)).toEqual(['127.0.0.1', false, false, false, false]);
  const asked = { HOST: '0.0.0.0', DEMO_ACCOUNTS: 'on', SAMPLE_DATA: 'on' };
  expect(read(asked)).toEqual(['0.0.0.0', true, true, true, true]);
  expect(read({ ...asked, ...LIVE })).toEqual(['0.0.0.0', false, false, false, false]);
});

test('a copy of live data mails nobody, and what has live keys is no copy', () => {
  const copy = { TEST_COPY: 'on', SMTP_URL: 'smtp://mail.example.com' };
  expect(readConfig(copy)).toEqual({ ok: false, failure: [expect.stringContaining('TEST_COPY is without SMTP_URL')] });
  expect(readConfig({ ...LIVE, ...copy }).ok).toBe(true);
});

test('what others guess first is refused as a password where real money moves, unless it is set otherwise', () => {
  const rules = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? config.value.passwords : config.failure;
  };
  expect(rules({})).toEqual({ shortest: 6, refuseEasy: false });
  expect(rules(LIVE)).toEqual({ shortest: 6, refuseEasy: true });
  expect(rules({ ...LIVE, EASY_PASSWORDS: 'allow' })).toEqual({ shortest: 6, refuseEasy: false });
  expect(rules({ EASY_PASSWORDS: 'refuse', PASSWORD_MIN: '12' })).toEqual({ shortest: 12, refuseEasy: true });
  for (const PASSWORD_MIN of ['5', '65', '8.5', 'six'])
    expect(rules({ PASSWORD_MIN })).toEqual(['PASSWORD_MIN must be a whole number from 6 to 64']);
});

test('the first-order offer has a percent, or is off, and wants a confirmed e-mail where real money moves', () => {
  const offer = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? config.value.offer : config.failure;
  };
  expect(offer({})).toEqual({ percent: 30, confirmedOnly: false });
  expect(offer(LIVE)).toEqual({ percent: 30, confirmedOnly: true });
  expect(offer({ ...LIVE, FIRST_ORDER_OFFER_FOR: 'everyone' })).toEqual({ percent: 30, confirmedOnly: false });
  expect(offer({ FIRST_ORDER_OFFER_FOR: 'confirmed' })).toEqual({ percent: 30, confirmedOnly: true });
  for (const off of ['off', '0']) expect(offer({ FIRST_ORDER_OFFER: off })).toMatchObject({ percent: 0 });
  for (const wrong of ['51', '-1', '2.5', 'much', 'on'])
    expect(offer({ FIRST_ORDER_OFFER: wrong })).toEqual([
      'FIRST_ORDER_OFFER must be off or a whole number of percent from 0 to 50',
    ]);
  const confirmation = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? config.value.confirmation : config.failure;
  };
  expect(confirmation({})).toBe('off');
  expect(confirmation(LIVE)).toBe('asked');
  expect(confirmation({ FIRST_ORDER_OFFER_FOR: 'confirmed' })).toBe('asked');
  expect(confirmation({ SIGNUP_CONFIRMATION: 'on' })).toBe('required');
  expect(confirmation({ SIGNUP_CONFIRMATION: 'maybe' })).toEqual(['SIGNUP_CONFIRMATION must be on or off']);
  expect(offer({ FIRST_ORDER_OFFER_FOR: 'nobody' })).toEqual(['FIRST_ORDER_OFFER_FOR must be everyone or confirmed']);
});

test('everyone reviews, but only buyers where real money moves, unless it is set otherwise', () => {
  const from = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? config.value.reviewsFrom : config.failure;
  };
  expect([from({}), from({ REVIEWS_FROM: 'buyers' })]).toEqual(['everyone', 'buyers']);
  expect([from(LIVE), from({ ...LIVE, REVIEWS_FROM: 'everyone' })]).toEqual(['buyers', 'everyone']);
  expect(from({ REVIEWS_FROM: 'friends' })).toEqual(['REVIEWS_FROM must be everyone or buyers']);
});

const s3Of = (environment: Record<string, string>) => {
  const config = readConfig(environment);
  return config.ok ? config.value.s3 : config.failure;
};

test('pictures are files unless a bucket is named, whatever the machine knows of Amazon', () => {
  expect(s3Of({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-north-1' })).toBeUndefined();
});

test("a bucket takes the shop's own names first and Amazon's after them", () => {
  const amazon = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-north-1' };
  expect(s3Of({ S3_BUCKET: 'pictures', ...amazon })).toEqual({
    ...{ bucket: 'pictures', endpoint: undefined, region: 'eu-north-1' },
    ...{ accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const temporary = { ...amazon, AWS_SESSION_TOKEN: 't' };
  expect(s3Of({ S3_BUCKET: 'pictures', ...temporary })).toMatchObject({ accessKeyId: 'a', sessionToken: 't' });
  const own = { S3_ACCESS_KEY_ID: 'c', S3_SECRET_ACCESS_KEY: 'd', S3_REGION: 'x', S3_ENDPOINT: 'http://store:9000' };
  expect(s3Of({ S3_BUCKET: 'pictures', ...temporary, ...own })).toEqual({
    ...{ bucket: 'pictures', endpoint: 'http://store:9000', region: 'x' },
    ...{ accessKeyId: 'c', secretAccessKey: 'd' },
  });
});

test('half of the settings is a mistake that names what is missing', () => {
  expect(s3Of({ S3_BUCKET: 'pictures' })).toEqual([expect.stringContaining('S3_ACCESS_KEY_ID')]);
  expect(s3Of({ S3_ENDPOINT: 'http://store:9000' })).toEqual([expect.stringContaining('S3_BUCKET')]);
  const keys = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'c', S3_SECRET_ACCESS_KEY: 'd' };
  for (const S3_ENDPOINT of ['store:9000', 'localhost:9000', 'http://'])
    expect(s3Of({ ...keys, S3_ENDPOINT })).toEqual([expect.stringContaining('such as https://')]);
});

test('the payment stand-in may fail on purpose, Stripe may not', () => {
  const read = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? config.value.paymentMishaps : config.failure;
  };
  expect(read({})).toBeUndefined();
  expect(read({ PAYMENT_MISHAPS: 'lost-webhooks,slow:30' })).toEqual(
    new Map([
      ['lost-webhooks', 100],
      ['slow', 30],
    ]),
  );
  expect(read({ PAYMENT_MISHAPS: 'lost' })).toEqual([expect.stringContaining('must be a list of lost-webhooks,')]);
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  expect(read({ ...keys, PAYMENT_MISHAPS: 'slow' })).toEqual([expect.stringContaining('without the keys of Stripe')]);
});

test('the connections of all processes of a machine stay within what its own database has', () => {
  const of = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? [config.value.workers, config.value.poolSize] : config.failure;
  };
  expect(of({})).toEqual([1, 10]);
  expect(of({ WORKERS: '2' })).toEqual([2, 10]);
  expect(of({ WORKERS: '4' })).toEqual([4, 7]);
  expect(of({ WORKERS: '16' })).toEqual([16, 3]);
  expect(of({ WORKERS: '16', POOL_SIZE: '5' })).toEqual([16, 5]);
  const tooMany = expect.stringContaining('WORKERS times POOL_SIZE must be at most 80');
  expect(of({ WORKERS: '16', POOL_SIZE: '6' })).toEqual([tooMany]);
  expect(of({ POOL_SIZE: '81' })).toEqual([tooMany]);
  expect(of({ WORKERS: '16', POOL_SIZE: '20', DATABASE_URL: 'postgres://shop@db/shop' })).toEqual([16, 20]);
  expect(of({ WORKERS: '0' })).toEqual(['WORKERS must be a whole number from 1 to 16']);
  expect(of({ POOL_SIZE: '1' })).toEqual(['POOL_SIZE must be a whole number from 2 to 100']);
});

test('PayPal has both keys or none, and is live where cards are', () => {
  const read = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return config.ok ? config.value.paypal : config.failure;
  };
  const keys = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' };
  const known = { clientId: 'a', clientSecret: 'b', webhookId: undefined };
  expect(read({})).toBeUndefined();
  expect(read(LIVE)).toBeUndefined();
  expect(read(keys)).toEqual({ ...known, live: false });
  expect(read({ ...LIVE, ...keys, PAYPAL_MODE: 'live' })).toEqual({ ...known, live: true });
  const live = expect.stringContaining('PAYPAL_MODE must be live with live keys');
  expect(read({ ...LIVE, ...keys })).toEqual([live]);
  expect(read({ ...keys, PAYPAL_MODE: 'live' })).toEqual([live]);
  for (const half of [{ PAYPAL_CLIENT_ID: 'a' }, { PAYPAL_CLIENT_SECRET: 'b' }])
    expect(read(half)).toEqual(expect.arrayContaining([expect.stringContaining('go together')]));
  for (const alone of [{ PAYPAL_WEBHOOK_ID: 'a' }, { PAYPAL_MODE: 'live' }])
    expect(read(alone as Record<string, string>)).toEqual([expect.stringContaining('need PAYPAL_CLIENT_ID')]);
});
