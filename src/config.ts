import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { PASSWORD_MIN } from '#model/identity/credentials.ts';
import { MISHAPS, readMishaps } from '#model/kernel/mishaps.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { MAX_OFFER_PERCENT } from '#model/pricing/offer.ts';

const limit = (max: number) => {
  const error = `must be a whole number from 0 (no limit) to ${max}`;
  return z.coerce.number({ error }).refine((it) => Number.isInteger(it) && it >= 0 && it <= max, { error });
};
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const secret = z.string().trim().min(1).optional();
const keyOf = (begin: string, shape: RegExp) =>
  z
    .string()
    .trim()
    .regex(shape, { error: `must begin with ${begin}` })
    .optional();

const SAMPLE_CONTACT = 'sales@example.com';

const isIn = (length: number, most: number): boolean => 0 < length && length <= most;
const ADDRESS = { lines: 6, letters: 60 } as const;

/** The shop's own database has 100 connections: the others are for background work, backups and commands. */
const MAX_OWN_CONNECTIONS = 80;

const Environment = z
  .object({
    PORT: z.coerce.number({ error: 'must be a port from 1 to 65535' }).int().min(1).max(65_535).default(3000),
    HOST: z.string().min(1).optional(),
    SHOP_DATA: z.string().min(1).default('.shop'),
    BACKUP_DIR: z.string().min(1).optional(),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
      .refine((address) => URL.canParse(address) || address.includes(','), {
        error: 'must be an address such as postgres://user:password@host/database, a # in a password written as %23',
      })
      .optional(),
    PG_OS_USER: z.string().min(1).optional(),
    WORKERS: whole(1, 16).default(1),
    POOL_SIZE: whole(2, 100).optional(),
    SHOP_NAME: z.string({ error: 'must have 1 to 60 characters' }).trim().min(1).max(60).default('Toolyard'),
    SHOP_ADDRESS: z
      .string()
      .transform((text) => text.split('|').map((line) => line.trim()))
      .refine((lines) => lines.length <= ADDRESS.lines && lines.every(({ length }) => isIn(length, ADDRESS.letters)), {
        error: `must be 1 to ${ADDRESS.lines} lines of at most ${ADDRESS.letters} letters, with | between them`,
      })
      .default([]),
    PUBLIC_ORIGIN: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example.com', abort: true })
      .refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
        error: 'must end with the name or port: the shop has its name to itself',
      })
      .optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((list) => list.split(',').map((proxy) => proxy.trim()))
      .refine((list) => list.every(isNetwork), { error: 'must be addresses or subnets such as 10.0.0.1,10.1.0.0/16' })
      .default([]),
    CONTACT_EMAIL: z.email({ error: 'must be an email address' }).default(SAMPLE_CONTACT),
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: 'must be an address such as smtp://user:password@mail.example.com:587',
        abort: true,
      })
      .refine((address) => isEncoded(new URL(address)), {
        error: 'has a % in its user or password that encodes nothing: write it as %25',
      })
      .optional(),
    MAIL_FROM: z.email({ error: 'must be an email address' }).optional(),
    STRIPE_SECRET_KEY: keyOf('sk_test_, sk_live_, rk_test_ or rk_live_', /^[rs]k_(test|live)_/),
    // Every visitor gets it.
    STRIPE_PUBLISHABLE_KEY: keyOf('pk_test_ or pk_live_', /^pk_(test|live)_/),
    STRIPE_WEBHOOK_SECRET: keyOf('whsec_', /^whsec_/),
    PAYPAL_CLIENT_ID: secret,
    PAYPAL_CLIENT_SECRET: secret,
    PAYPAL_WEBHOOK_ID: secret,
    PAYPAL_MODE: z.enum(['test', 'live'], { error: 'must be test or live' }).default('test'),
    PAYMENT_MISHAPS: z
      .string()
      .transform((text) => readMishaps(text))
      .refine((mishaps) => mishaps !== undefined, {
        error: `must be a list of ${Object.keys(MISHAPS).join(', ')}, each perhaps with a percentage such as slow:30`,
      })
      .optional(),
    UNPAID_ORDERS: limit(10_000).default(200),
    UNPAID_STOCK_PERCENT: limit(100).default(50),
    UNCONFIRMED_ORDERS: limit(10_000).default(3),
    UNCONFIRMED_NETWORK_ORDERS: limit(10_000).default(10),
    CLIENT_CONNECTIONS: limit(1_000).default(250),
    SIGNUPS_PER_HOUR: limit(100_000).default(60),
    SIGNUP_CONFIRMATION: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    FIRST_ORDER_OFFER: z
      .literal('off')
      .transform(() => 0)
      .or(z.coerce.number().int().min(0).max(MAX_OFFER_PERCENT))
      .catch(Number.NaN)
      .refine((percent) => !Number.isNaN(percent), {
        error: `must be off or a whole number of percent from 0 to ${MAX_OFFER_PERCENT}`,
      })
      .default(SHOP_FACTS.firstOrderPercent),
    FIRST_ORDER_OFFER_FOR: z.enum(['everyone', 'confirmed'], { error: 'must be everyone or confirmed' }).optional(),
    REVIEWS_FROM: z.enum(['everyone', 'buyers'], { error: 'must be everyone or buyers' }).optional(),
    GOOGLE_CLIENT_ID: secret,
    GOOGLE_CLIENT_SECRET: secret,
    S3_BUCKET: z.string().trim().min(1).optional(),
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/, hostname: /./, error: 'must be an address such as https://s3.example.com' })
      .optional(),
    S3_REGION: secret,
    S3_ACCESS_KEY_ID: secret,
    S3_SECRET_ACCESS_KEY: secret,
    AWS_REGION: secret,
    AWS_ACCESS_KEY_ID: secret,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: secret,
    PASSWORD_MIN: whole(PASSWORD_MIN, 64).default(PASSWORD_MIN),
    EASY_PASSWORDS: z.enum(['allow', 'refuse'], { error: 'must be allow or refuse' }).optional(),
    SAMPLE_DATA: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
    DEMO_ACCOUNTS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
    TEST_COPY: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
      .default('warn'),
  })
  .refine((env) => env.DATABASE_URL || env.WORKERS * (env.POOL_SIZE ?? 0) <= MAX_OWN_CONNECTIONS, {
    error: `WORKERS times POOL_SIZE must be at most ${MAX_OWN_CONNECTIONS} with the shop's own database: lower one of them, or set DATABASE_URL`,
  })
  .refine((env) => Boolean(env.STRIPE_SECRET_KEY) === Boolean(env.STRIPE_PUBLISHABLE_KEY), {
    error: 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together: set both or neither',
  })
  .refine((env) => env.STRIPE_SECRET_KEY || !env.STRIPE_WEBHOOK_SECRET, {
    error: 'STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY',
  })
  .refine((env) => !env.STRIPE_SECRET_KEY || !env.PAYMENT_MISHAPS, {
    error: 'PAYMENT_MISHAPS is for the payment stand-in: set it without the keys of Stripe',
  })
  .refine((env) => isLive(env.STRIPE_SECRET_KEY) === isLive(env.STRIPE_PUBLISHABLE_KEY), {
    error: 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys',
  })
  .refine((env) => Boolean(env.PAYPAL_CLIENT_ID) === Boolean(env.PAYPAL_CLIENT_SECRET), {
    error: 'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together: set both or neither',
  })
  .refine((env) => env.PAYPAL_CLIENT_ID || (env.PAYPAL_MODE === 'test' && !env.PAYPAL_WEBHOOK_ID), {
    error: 'PAYPAL_MODE and PAYPAL_WEBHOOK_ID need PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET',
  })
  .refine((env) => !env.PAYPAL_CLIENT_ID || (env.PAYPAL_MODE === 'live') === isLive(env.STRIPE_SECRET_KEY), {
    error: 'PAYPAL_MODE must be live with live keys of Stripe, and test otherwise',
  })
  .refine((env) => Boolean(env.GOOGLE_CLIENT_ID) === Boolean(env.GOOGLE_CLIENT_SECRET), {
    error: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither',
  })
  .refine((env) => env.TEST_COPY === 'off' || isLive(env.STRIPE_SECRET_KEY) || !env.SMTP_URL, {
    error: 'TEST_COPY is without SMTP_URL: the people in a copy are real, and would be mailed as by the shop',
  })
  .refine((env) => !env.S3_BUCKET || (s3Keys(env).accessKeyId && s3Keys(env).secretAccessKey), {
    error: 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all three or none',
  })
  .refine((env) => env.S3_BUCKET || !(env.S3_ENDPOINT ?? env.S3_ACCESS_KEY_ID ?? env.S3_SECRET_ACCESS_KEY), {
    error: 'S3_BUCKET is missing: the other settings of S3 say nothing without it',
  });

const MAX_POOL = 10;
/** Of all processes of a machine. */
const POOLS_TOGETHER = 30;
const MIN_POOL = 3;

/** A failure is a list of sentences, one for each variable that is wrong. */
export function readConfig(
  environment: Record<string, string | undefined> = process.env,
): Outcome<Config, readonly string[]> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) return failure(parsed.error.issues.map(sentence));
  const env = parsed.data;
  const unsafe = isLive(env.STRIPE_SECRET_KEY) ? unsafeWhenLive(env) : [];
  if (unsafe.length > 0) return failure(unsafe);
  const config = configOf(env);
  if (config.confirmation === 'required' && !config.smtpUrl && !config.testMailbox && !config.testCopy)
    return failure(['SIGNUP_CONFIRMATION=on needs SMTP_URL: without mail nobody could open an account']);
  return success(config);
}

type Env = z.output<typeof Environment>;
export type Config = ReturnType<typeof configOf>;

const originOf = (env: Env): URL => new URL(env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`);

function configOf(env: Env) {
  const testMode = !isLive(env.STRIPE_SECRET_KEY);
  const testCopy = env.TEST_COPY === 'on';
  /** The people in a copy are real: of a demonstration it has only what is asked for. */
  const unlessSaid = testCopy ? 'off' : 'on';
  const demoAccounts = testMode && (env.DEMO_ACCOUNTS ?? unlessSaid) === 'on';
  const confirmedOnly = (env.FIRST_ORDER_OFFER_FOR ?? (testMode ? 'everyone' : 'confirmed')) === 'confirmed';
  const dataFolder = resolve(env.SHOP_DATA);
  const origin = originOf(env);
  /** Stand-ins that give access to every account are for demonstrations and local shops only. */
  const accountsAreOpen = testMode && (demoAccounts || (isLocal(origin.hostname) && !testCopy));
  return {
    port: env.PORT,
    host: env.HOST ?? (testCopy ? '127.0.0.1' : undefined),
    dataFolder,
    backupFolder: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataFolder, 'backups'),
    databaseUrl: env.DATABASE_URL,
    postgresOsUser: env.PG_OS_USER,
    workers: env.WORKERS,
    /** Per process. */
    poolSize: env.POOL_SIZE ?? Math.max(MIN_POOL, Math.min(MAX_POOL, Math.floor(POOLS_TOGETHER / env.WORKERS))),
    shopName: env.SHOP_NAME,
    /** Lines under the name on papers. */
    shopAddress: env.SHOP_ADDRESS,
    /** Without a trailing slash. */
    publicOrigin: origin.origin,
    /** False when `publicOrigin` is the default. */
    originIsGiven: env.PUBLIC_ORIGIN !== undefined,
    contactIsSample: env.CONTACT_EMAIL === SAMPLE_CONTACT,
    trustedProxies: env.TRUSTED_PROXIES,
    contactEmail: env.CONTACT_EMAIL,
    /** Without it mail goes to the test mailbox, if there is one, else it is not sent. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? env.CONTACT_EMAIL,
    testMailbox: accountsAreOpen && env.SMTP_URL === undefined,
    /** Without it payments go to the sandbox. */
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          }
        : undefined,
    /** Without it test mode has a stand-in, and a live shop no PayPal. */
    paypal:
      env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET
        ? {
            clientId: env.PAYPAL_CLIENT_ID,
            clientSecret: env.PAYPAL_CLIENT_SECRET,
            webhookId: env.PAYPAL_WEBHOOK_ID,
            live: env.PAYPAL_MODE === 'live',
          }
        : undefined,
    paymentMishaps: env.PAYMENT_MISHAPS,
    /** Without it there is the stand-in, if `testGoogle`, else no sign-in with Google. */
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : undefined,
    testGoogle: accountsAreOpen && env.GOOGLE_CLIENT_ID === undefined,
    /** Without it pictures are files in the data folder. */
    s3: env.S3_BUCKET
      ? {
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION ?? env.AWS_REGION ?? 'us-east-1',
          bucket: env.S3_BUCKET,
          ...s3Keys(env),
        }
      : undefined,
    testMode,
    /** In test mode also data that were live are opened. */
    testCopy,
    unpaidLimits: {
      ...{ orders: env.UNPAID_ORDERS, stockPercent: env.UNPAID_STOCK_PERCENT },
      unconfirmed:
        env.UNCONFIRMED_ORDERS === 0
          ? undefined
          : { orders: env.UNCONFIRMED_ORDERS, networkOrders: env.UNCONFIRMED_NETWORK_ORDERS },
    },
    /** Per client, behind a trusted proxy its concurrent requests; 0 for no limit. */
    clientConnections: env.CLIENT_CONNECTIONS,
    /** Per network; 0 for no limit. */
    signUpsPerHour: env.SIGNUPS_PER_HOUR,
    offer: { percent: env.FIRST_ORDER_OFFER, confirmedOnly },
    confirmation: env.SIGNUP_CONFIRMATION === 'on' ? 'required' : confirmedOnly ? 'asked' : 'off',
    reviewsFrom: env.REVIEWS_FROM ?? (testMode ? 'everyone' : 'buyers'),
    // Common passwords are accepted in test mode, as specified, and refused in a live shop.
    passwords: {
      shortest: env.PASSWORD_MIN,
      refuseEasy: (env.EASY_PASSWORDS ?? (testMode ? 'allow' : 'refuse')) === 'refuse',
    },
    demoAccounts,
    /** Sample tools, reviews, partners and figures; never with a live key. */
    sampleData: testMode && (env.SAMPLE_DATA ?? unlessSaid) === 'on',
    logLevel: env.LOG_LEVEL,
  } as const;
}

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|%2f.*|\/.*)$/i.test(host);

/** Several hosts are no URL and unsafe, as none is: PGHOST may name it. The driver takes the last `host` and `sslmode`. */
function isSafeDatabase(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, searchParams } = new URL(address);
  if (isLocal(searchParams.getAll('host').at(-1) || hostname)) return true;
  return String(searchParams.getAll('sslmode')) === 'verify-full';
}

/** Settings that would send data unencrypted; with real money they are refused. One sentence each. */
function unsafeWhenLive(env: Env): string[] {
  const unsafe: string[] = [];
  const origin = originOf(env);
  if (origin.protocol !== 'https:' && !isLocal(origin.hostname))
    unsafe.push('PUBLIC_ORIGIN must begin with https:// when STRIPE_SECRET_KEY is a live key');
  if (env.DATABASE_URL && !isSafeDatabase(env.DATABASE_URL))
    unsafe.push(
      'DATABASE_URL of another machine must end with ?sslmode=verify-full when STRIPE_SECRET_KEY is a live key',
    );
  if (env.S3_ENDPOINT && !env.S3_ENDPOINT.startsWith('https:') && !isLocal(new URL(env.S3_ENDPOINT).hostname))
    unsafe.push('S3_ENDPOINT must begin with https:// when STRIPE_SECRET_KEY is a live key');
  return unsafe;
}

/** Facts for the audit, and a fingerprint of all settings but secrets and those of one process. */
export function configurationFacts(config: Config) {
  const { shopName, publicOrigin, trustedProxies, contactEmail, mailFrom, stripe, paypal, google, s3, testMode } =
    config;
  const facts = {
    payments: stripe ? `Stripe, ${testMode ? 'test' : 'live'}` : 'stand-in',
    webhook: Boolean(stripe?.webhookSecret),
    paypal: paypal ? `PayPal, ${paypal.live ? 'live' : 'test'}` : testMode ? 'stand-in' : 'off',
    payPalWebhook: Boolean(paypal?.webhookId),
    google: google ? 'Google' : config.testGoogle ? 'stand-in' : 'off',
    mail: config.smtpUrl ? 'SMTP' : config.testMailbox ? 'test mailbox' : 'none',
    pictures: s3 ? 'bucket' : 'folder',
    database: config.databaseUrl ? 'given' : 'own',
    demo: config.demoAccounts,
    samples: config.sampleData,
    unpaidOrders: config.unpaidLimits.orders,
    unpaidStockPercent: config.unpaidLimits.stockPercent,
    unconfirmedOrders: config.unpaidLimits.unconfirmed?.orders ?? 0,
    unconfirmedNetworkOrders: config.unpaidLimits.unconfirmed?.networkOrders ?? 0,
    clientConnections: config.clientConnections,
    signUpsPerHour: config.signUpsPerHour,
    firstOrderOffer: config.offer.percent,
    offerForConfirmed: config.offer.confirmedOnly,
    confirmation: config.confirmation,
    reviewsFrom: config.reviewsFrom,
    passwordMin: config.passwords.shortest,
    easyPasswords: !config.passwords.refuseEasy,
    testCopy: config.testCopy,
    log: config.logLevel,
  };
  const mishaps = [...(config.paymentMishaps ?? [])];
  const open = [
    config.shopAddress,
    mishaps,
    stripe?.publishableKey,
    paypal?.clientId,
    google?.clientId,
    s3?.endpoint,
    s3?.region,
    s3?.bucket,
  ];
  const all = JSON.stringify([facts, shopName, publicOrigin, trustedProxies, contactEmail, mailFrom, open]);
  return { facts, fingerprint: createHash('sha256').update(all).digest('hex').slice(0, 16) };
}

type S3Key = `${'S3' | 'AWS'}_${'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}` | 'AWS_SESSION_TOKEN';

/** The shop's own variables win over Amazon's. */
const s3Keys = (env: { readonly [name in S3Key]?: string | undefined }) => ({
  accessKeyId: env.S3_ACCESS_KEY_ID ?? env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? env.AWS_SECRET_ACCESS_KEY ?? '',
  /** Of keys that end after some hours. */
  ...(env.AWS_SESSION_TOKEN && !env.S3_ACCESS_KEY_ID ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
});

function isEncoded({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

const isLive = (key: string | undefined): boolean => /^[a-z]+_live_/.test(key ?? '');

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32)))
  );
}

function sentence(issue: z.core.$ZodIssue): string {
  return issue.path.length > 0 ? `${issue.path.join('.')} ${issue.message}` : issue.message;
}
