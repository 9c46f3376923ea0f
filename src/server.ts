import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { portfolio } from '../content/portfolio.ts';
import { type Config, configurationFacts } from './config.ts';
import { type BackupRounds, keepBackups } from './database/backup/keep-backups.ts';
import { connect } from './database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { createApp, type Mount } from './http/app.ts';
import { serveCurriculumVitae } from './http/curriculum-vitae.ts';
import { serveForCrawlers } from './http/for-crawlers.ts';
import { knownHosts } from './http/known-host.ts';
import { type Listener, listen } from './http/listen.ts';
import { createPages } from './http/pages.ts';
import { staticFiles } from './http/static-files.ts';
import { watchDatabase, watchLoop } from './http/strain.ts';
import { createTurnstile, LIMITS, openTurnstile, type Turnstile } from './http/turnstile.ts';
import { fillPortfolio } from './model/content/portfolio.ts';
import { GOOGLE } from './model/identity/google.ts';
import { failure, type Outcome, success } from './model/kernel/outcome.ts';
import { readStartingContent } from './outside/catalogue/starting-content.ts';
import { createCurriculumVitae } from './outside/content/curriculum-vitae.ts';
import { createBearerTokens, createSigningKey } from './outside/identity/bearer-tokens.ts';
import { createCommonPasswords } from './outside/identity/common-passwords.ts';
import { createGoogle, GOOGLE_ISSUER } from './outside/identity/google.ts';
import { createPasswordHasher } from './outside/identity/password-hasher.ts';
import { createChildEncoder } from './outside/images/child-encoder.ts';
import { createFileStore } from './outside/images/file-store.ts';
import type { PictureStore } from './outside/images/pictures.ts';
import { createLogger } from './outside/kernel/logger.ts';
import { createSmtp } from './outside/mail/smtp.ts';
import { createStripe } from './outside/payments/stripe.ts';
import { createGoogleSandbox } from './sandbox/google/google-sandbox.ts';
import type { StripeSandbox } from './sandbox/stripe/stripe-sandbox.ts';
import { fillShop } from './services/catalogue/fill-shop.ts';
import { forgetAllowances } from './services/identity/allowance.ts';
import { keepDemoAccounts } from './services/identity/demo-accounts.ts';
import { forgetEnded } from './services/identity/forget-ended.ts';
import { identityMails } from './services/identity/identity-mails.ts';
import { loadSigningKeys } from './services/identity/signing-keys.ts';
import { removeUnusedPictures } from './services/images/remove-unused-pictures.ts';
import { anchorAudit } from './services/kernel/anchor-audit.ts';
import { checkAudit } from './services/kernel/check-audit.ts';
import type { Context, Db } from './services/kernel/context.ts';
import { troublesOf } from './services/kernel/examine-shop.ts';
import { isReady } from './services/kernel/is-ready.ts';
import { noteConfiguration } from './services/kernel/note-configuration.ts';
import { resumeAudit } from './services/kernel/resume-audit.ts';
import { startRounds } from './services/kernel/rounds.ts';
import { sealAudit } from './services/kernel/seal-audit.ts';
import { workMails, workOutbox } from './services/kernel/work-outbox.ts';
import { orderMails } from './services/orders/order-mails.ts';
import { closeOldOrders } from './services/payments/close-old-orders.ts';
import { comparePayments } from './services/payments/compare-payments.ts';
import { expireHolds } from './services/payments/expire-holds.ts';
import { forgetEvents } from './services/payments/forget-events.ts';
import { paymentMails } from './services/payments/payment-mails.ts';
import { paymentSenders } from './services/payments/payment-senders.ts';
import { readEvents } from './services/payments/read-events.ts';
import { sweepPayments } from './services/payments/sweep-payments.ts';
import { workInbox } from './services/payments/work-inbox.ts';
import { peopleMails } from './services/people/people-mails.ts';
import * as schema from './tables/schema.ts';
import { createClient } from './web/api/client.ts';
import { createRenderer } from './web/render.ts';

export interface StartOptions {
  /** The folder of package.json. */
  readonly root: string;
  /** Takes what must be closed again, last opened first. The caller disposes of it, after a failure too. */
  readonly resources: AsyncDisposableStack;
  /** Hears what a person who waits would like to know. */
  readonly progress: (text: string) => void;
  /** Address of the pages' server build. Undefined serves them from their sources, with hot reloading. */
  readonly builtPages: string | undefined;
}

const SANDBOX_PATH = '/sandbox/stripe';
const GOOGLE_PATH = '/sandbox/google';
const MAILBOX_PATH = '/sandbox/mailbox';
const SANDBOX_KEYS = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' };
const PAYMENT_PAGES = '/dashboard/payment/';
const POOL = 10;
const MINUTE = 60_000;
const MAILS = { ...identityMails, ...peopleMails, ...orderMails, ...paymentMails };

/** Opens the shop. The failure is one sentence that says what to do. */
export async function startShop(config: Config, options: StartOptions): Promise<Outcome<Listener, string>> {
  const { resources, progress, root } = options;
  const { shopName, publicOrigin, contactEmail } = config;
  const log = createLogger(config.logLevel);
  // The port is taken first: the commonest mistake shows before any work is done.
  const listener = await listen(config, log);
  if (!listener.ok) return listener;
  resources.defer(() => listener.value.close());
  try {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o711 });
  } catch (error) {
    return failure(`The data folder ${config.dataFolder} cannot be used (${String(error)}). Set SHOP_DATA to another.`);
  }

  const opened = await openDatabase(config, options, log);
  if (!opened.ok) return opened;
  const { sql, backups } = opened.value;
  const db: Db = drizzle(sql, { schema });
  await resumeAudit(db);
  const { fingerprint, facts } = configurationFacts(config);
  await noteConfiguration({ db }, fingerprint, facts);

  const sandbox = config.stripe ? undefined : await startSandbox(config, resources, log);
  const { google, googleSandbox } = openGoogle(config, resources);
  const webhookSecret = config.stripe?.webhookSecret ?? sandbox?.webhookSecret;
  const mailbox = config.testMailbox ? await startMailbox(config, resources, log) : undefined;
  const smtpUrl = config.smtpUrl ?? mailbox?.url;
  if (!smtpUrl) log.warn('no mail server: SMTP_URL is not set, so nobody gets mail');
  let wake = () => {};
  const context: Context = {
    db,
    log,
    clock: () => new Date(),
    payments: createStripe({
      secretKey: config.stripe?.secretKey ?? SANDBOX_KEYS.secretKey,
      ...(webhookSecret ? { webhookSecret } : {}),
      ...(sandbox ? { apiBase: sandbox.address } : {}),
    }),
    pictures: await openPictures(config),
    encoder: createChildEncoder(),
    hasher: createPasswordHasher(),
    passwords: { ...config.passwords, common: createCommonPasswords() },
    mailer: smtpUrl ? createSmtp({ url: smtpUrl, from: { name: shopName, address: config.mailFrom } }) : undefined,
    shop: { name: shopName, origin: publicOrigin, contactEmail },
    tokens: await createBearerTokens(await loadSigningKeys(db, createSigningKey), config.publicOrigin),
    limits: config.unpaidLimits,
    google,
    wake: () => wake(),
  };

  const filled = await fillShop(context, await readStartingContent(join(root, 'content')), progress);
  if (!filled.ok) return failure(`The picture ${filled.failure.picture} of the starting catalogue cannot be read.`);
  await keepDemoAccounts(context, config.demoAccounts);

  const rounds = startRounds(
    [
      { name: 'inbox', everyMs: 5_000, onWake: true, work: () => workInbox(context) },
      { name: 'outbox', everyMs: 5_000, onWake: true, work: () => workOutbox(context, paymentSenders) },
      { name: 'mail', everyMs: 5_000, onWake: true, work: () => workMails(context, MAILS) },
      { name: 'sweep', everyMs: 30_000, onWake: false, work: () => sweepPayments(context) },
      { name: 'events', everyMs: 5 * MINUTE, onWake: false, work: () => readEvents(context) },
      { name: 'holds', everyMs: 30_000, onWake: false, work: () => expireHolds(context) },
      { name: 'old orders', everyMs: 15 * MINUTE, onWake: false, work: () => closeOldOrders(context) },
      {
        name: 'comparison',
        everyMs: 24 * 60 * MINUTE,
        onWake: false,
        work: () => comparePayments(context).then(() => 0),
      },
      { name: 'pictures', everyMs: 3_600_000, onWake: false, work: () => removeUnusedPictures(context) },
      { name: 'allowances', everyMs: 600_000, onWake: false, work: () => forgetAllowances(context) },
      { name: 'ended', everyMs: 60 * MINUTE, onWake: false, work: () => forgetEnded(context) },
      { name: 'old events', everyMs: 60 * MINUTE, onWake: false, work: () => forgetEvents(context) },
      { name: 'audit', everyMs: 30_000, onWake: false, work: () => sealAudit(context) },
      { name: 'audit check', everyMs: MINUTE, onWake: false, work: () => checkAudit(context) },
      { name: 'audit anchor', everyMs: 60 * MINUTE, onWake: false, work: () => anchorAudit(context) },
      ...(backups
        ? [
            { name: 'backup', everyMs: 10 * MINUTE, onWake: false, work: () => backups.backUp() },
            { name: 'archive', everyMs: MINUTE, onWake: false, work: () => backups.keepUp() },
          ]
        : []),
    ],
    log,
  );
  wake = rounds.wake;
  resources.defer(() => rounds.stop());
  resources.defer(() => backups?.abort());

  const sandboxes = [
    ...(sandbox ? [{ path: SANDBOX_PATH, fetch: sandbox.server.fetch }] : []),
    ...(mailbox ? [{ path: MAILBOX_PATH, fetch: mailbox.fetch }] : []),
    ...(googleSandbox ? [{ path: GOOGLE_PATH, fetch: googleSandbox.fetch }] : []),
  ];
  await openDoors(config, options, context, listener.value, sandboxes);
  // And closed first: what is in hand is answered while all that it needs is still there.
  resources.defer(() => listener.value.close());
  return listener;
}

/** The client of S3 is large: it is loaded by the shops that use it. */
async function openPictures({ s3, dataFolder }: Config): Promise<PictureStore> {
  if (!s3) return createFileStore(join(dataFolder, 'images'));
  const { createS3Store } = await import('./outside/images/s3-store.ts');
  return createS3Store(s3);
}

/** Connects to the database that the configuration names, or starts the shop's own, and brings it up to date. */
async function openDatabase(
  config: Config,
  { resources, progress, root }: StartOptions,
  log: Logger,
): Promise<Outcome<{ sql: Sql; backups: BackupRounds | undefined }, string>> {
  const note = (line: string) => log.warn({ database: true }, line);
  let own: EmbeddedPostgres | undefined;
  const { postgresOsUser: osUser, backupFolder } = config;
  if (!config.databaseUrl) {
    progress('Starting the database');
    const folder = join(config.dataFolder, 'postgres');
    const embedded = await startEmbeddedPostgres({ folder, osUser, backups: backupFolder, log: note });
    if (!embedded.ok) return failure(embedded.failure.message);
    own = embedded.value;
    resources.defer(() => own?.stop());
  }
  const sql = connect(own?.connection ?? config.databaseUrl ?? '', { max: POOL, log: note });
  resources.defer(() => sql.end({ timeout: 2 }));
  const migrated = await migrate(sql, pathToFileURL(join(root, 'migrations/')));
  if (!migrated.ok) return failure(migrated.failure.message);
  const backups =
    own &&
    keepBackups({
      ...{ sql, admin: own.adminConnection, osUser, backups: backupFolder, data: join(own.folder, 'data') },
      pictures: config.s3 ? undefined : join(config.dataFolder, 'images'),
      examine: (shop) => troublesOf(drizzle(shop, { schema })),
      clock: () => new Date(),
      log: { info: note, error: (line) => log.error({ backup: true }, line) },
    });
  return success({ sql, backups });
}

async function startSandbox(
  config: Config,
  resources: AsyncDisposableStack,
  log: Logger,
): Promise<{ server: StripeSandbox; address: string; webhookSecret: string }> {
  const { createStripeSandbox } = await import('./sandbox/stripe/stripe-sandbox.ts');
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const server = createStripeSandbox({
    ...SANDBOX_KEYS,
    store: join(config.dataFolder, 'sandbox-stripe.sqlite'),
    ...(config.paymentMishaps && { mishaps: config.paymentMishaps }),
    webhook: { url: `http://${config.host ?? '127.0.0.1'}:${config.port}/stripe/webhook`, secret: webhookSecret },
    log,
  });
  resources.defer(() => server.close());
  const { host, port } = await server.listen(0);
  if (config.paymentMishaps)
    log.warn({ mishaps: Object.fromEntries(config.paymentMishaps) }, 'the payment stand-in fails on purpose');
  return { server, address: `http://${host}:${port}`, webhookSecret };
}

async function startMailbox(config: Config, resources: AsyncDisposableStack, log: Logger) {
  const { createMailbox } = await import('./sandbox/mailbox/mailbox.ts');
  const store = join(config.dataFolder, 'sandbox-mailbox.sqlite');
  const mailbox = createMailbox({ store, path: MAILBOX_PATH, log });
  resources.defer(() => mailbox.close());
  const { host, port } = await mailbox.listen(0);
  return { fetch: mailbox.fetch, url: `smtp://${host}:${port}` };
}

/** Google where the shop has a client there, else in test mode the stand-in, else nothing. */
function openGoogle({ google, testMode, publicOrigin, shopName }: Config, resources: AsyncDisposableStack) {
  const redirectUri = `${publicOrigin}${GOOGLE.callback}`;
  if (google) return { google: createGoogle({ ...google, issuer: GOOGLE_ISSUER, redirectUri, standIn: false }) };
  if (!testMode) return { google: undefined };
  const client = { clientId: 'shop', clientSecret: randomBytes(24).toString('hex'), redirectUri };
  const issuer = `${publicOrigin}${GOOGLE_PATH}`;
  const googleSandbox = createGoogleSandbox({ ...client, issuer, shopName });
  resources.defer(() => googleSandbox.close());
  // The shop asks the stand-in directly, wherever its public address leads.
  const fetch = (url: string, init: RequestInit) =>
    googleSandbox.fetch(new Request(url.replace(issuer, publicOrigin), init));
  return { google: createGoogle({ ...client, issuer, standIn: true, fetch }), googleSandbox };
}

/** How much is done at once, and that less is taken on while the event loop or the database keeps everybody waiting. */
function openTurnstiles(context: Context, resources: AsyncDisposableStack): Turnstile {
  const loop = watchLoop();
  resources.defer(() => loop.stop());
  const database = watchDatabase(() => isReady(context));
  return createTurnstile(LIMITS, () => [loop.strained(), database.strained()].includes(true));
}

/** Puts the calls, the files and the pages behind the port that is already open. */
async function openDoors(
  config: Config,
  { resources, root, builtPages }: StartOptions,
  context: Context,
  listener: Listener,
  sandboxes: readonly Mount[],
): Promise<void> {
  const { publicOrigin, shopName, contactEmail } = config;
  const cv = createCurriculumVitae(fillPortfolio(portfolio, { contactEmail, origin: publicOrigin }), publicOrigin);
  const shop = {
    name: shopName,
    origin: publicOrigin,
    contactEmail,
    testMode: config.testMode,
    demoAccounts: config.demoAccounts,
    google: context.google !== undefined,
    mailbox: config.testMailbox ? MAILBOX_PATH : null,
    shortestPassword: config.passwords.shortest,
    payments: {
      publishableKey: config.stripe?.publishableKey ?? SANDBOX_KEYS.publishableKey,
      apiBase: config.stripe ? null : SANDBOX_PATH,
    },
    curriculumVitaeBytes: async () => (await cv.bytes()).byteLength,
  };
  // The calls that pages make of themselves are part of the page's own place.
  const calls = createApp({ context, publicOrigin, shopName, turnstile: openTurnstile });
  const api = createClient({ origin: publicOrigin, fetch: async (url, init) => calls.request(url, init) });
  const turnstile = openTurnstiles(context, resources);
  const development = builtPages === undefined;
  const report = (error: unknown) => context.log.error({ err: error }, 'page failed');
  const renderer = await createRenderer({ root, pages: builtPages ?? listener.server, api, shop, report });
  resources.defer(() => renderer.close());
  const pages = createPages({
    render: renderer.render,
    withPolicy: !development,
    turnstile,
    ...(config.stripe ? { stripeBelow: PAYMENT_PAGES } : {}),
  });
  const withCurriculumVitae = serveCurriculumVitae(cv, pages);
  const forCrawlers = serveForCrawlers(publicOrigin, (request) => withCurriculumVitae.fetch(request));
  const documents = async (request: Request) => forCrawlers.fetch(request);
  const files = development ? documents : staticFiles(join(root, 'build', 'client'), documents).fetch;
  const app = createApp({
    context,
    publicOrigin,
    shopName,
    turnstile,
    pages: files,
    sandboxes,
    trustedProxies: config.trustedProxies,
    answersTo: knownHosts(config.originIsGiven ? publicOrigin : undefined),
  });
  listener.serve(app.fetch, renderer.vite?.middlewares);
}
