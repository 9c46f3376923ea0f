import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { resumeAudit } from '#platform/audit/resume-audit.ts';
import { createAnswerCache } from '#platform/cache/answer-cache.ts';
import { type Lead, standForLead } from '#platform/jobs/lead.ts';
import { startRounds } from '#platform/jobs/rounds.ts';
import { watchOverload } from '#platform/limits/overload.ts';
import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import { createPool } from '#platform/postgres/pool.ts';
import { startWorkers } from '#platform/processes/workers.ts';
import { portfolio } from '../content/portfolio.ts';
import { type Config, configurationFacts } from './config.ts';
import { createApp, handlers, knownHosts } from './http/app.ts';
import { beforeApp, invalidating, publicAnswers } from './http/before-app.ts';
import { crawlerRoutes } from './http/catalogue/for-crawlers.ts';
import { curriculumVitaeRoutes } from './http/content/curriculum-vitae.ts';
import { createLimiter, type Limiter, limitsOf } from './http/limiter.ts';
import { type Listener, listen } from './http/listen.ts';
import { type Mount, serveMounts } from './http/mounts.ts';
import { createPages } from './http/pages.ts';
import { staticFiles } from './http/static-files.ts';
import { fillPortfolio } from './model/content/portfolio.ts';
import { failure, type Outcome, success } from './model/kernel/outcome.ts';
import { PROMISE_LINKS } from './model/orders/promise.ts';
import { createCurriculumVitae, createPaperWriter } from './outside/content/paper-writer.ts';
import { createBearerTokens, createSigningKey } from './outside/identity/bearer-tokens.ts';
import { createCommonPasswords } from './outside/identity/common-passwords.ts';
import { createPasswordHasher } from './outside/identity/password-hasher.ts';
import { createChildEncoder } from './outside/images/child-encoder.ts';
import { createLogger } from './outside/kernel/logger.ts';
import { createSmtp } from './outside/mail/smtp.ts';
import { joinProviders } from './outside/payments/payments.ts';
import { createStripe } from './outside/payments/stripe.ts';
import { backgroundWork } from './server/background.ts';
import { refuseCopy } from './server/copied-data.ts';
import { createDirectClient } from './server/direct-client.ts';
import { countSamplesOnSale, fillShop } from './server/fill-shop.ts';
import { lookForDamage } from './server/look-for-damage.ts';
import type { StartOptions } from './server/open-database.ts';
import { CLOSING_QUERIES_MS, DEADLINES, dbOf, openDatabase } from './server/open-database.ts';
import { openPictures } from './server/open-pictures.ts';
import { settingsToDoubt } from './server/settings-to-doubt.ts';
import {
  googleBehind,
  type KnownStandIns,
  paymentsBehind,
  payPalBehind,
  type StandIns,
  shownStandIns,
  startStandIns,
} from './server/stand-ins.ts';
import { readStartingContent } from './server/starting-content.ts';
import { keepDemoAccounts } from './services/identity/demo-accounts.ts';
import { loadSigningKeys } from './services/identity/signing-keys.ts';
import type { Context, Db } from './services/kernel/context.ts';
import { noteConfiguration } from './services/kernel/note-configuration.ts';
import { createRenderer } from './web/render.ts';

const PAYMENT_PAGES = ['/dashboard/payment/', PROMISE_LINKS];
/** Per process: a tenth of the memory that it may use. */
const CACHE_BYTES = 16 * 1024 ** 2;

/** Serves the requests: this process or its workers. */
interface Front {
  open(context: Context, database: string | ConnectionOptions, standIns: StandIns): Promise<Outcome<void, string>>;
  close(): Promise<void>;
}

/** The failure is one sentence that says what to do. */
export async function startShop(config: Config, options: StartOptions): Promise<Outcome<void, string>> {
  const { resources, progress, root } = options;
  const log = createLogger(config.logLevel);
  let wake = () => {};
  // The port first: that it is in use is the most common mistake.
  const front = await (config.workers > 1 && options.builtPages
    ? openWorkers(config, options.builtPages, options, log, () => wake())
    : openPort(config, options, log));
  if (!front.ok) return front;
  try {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o711 });
  } catch (error) {
    return failure(`The data folder ${config.dataFolder} cannot be used (${String(error)}). Set SHOP_DATA to another.`);
  }
  const copied = refuseCopy(config);
  if (copied) return failure(copied);

  const opened = await openDatabase(config, options, log);
  if (!opened.ok) return opened;
  const { pool, maintenance, target, backups } = opened.value;
  const db = dbOf(pool, DEADLINES.background);
  await resumeAudit(db);
  const { fingerprint, facts } = configurationFacts(config);
  await noteConfiguration({ db }, fingerprint, facts);
  const started = await startStandIns(config, resources, log);
  if (!started.ok) return started;
  const standIns = started.value;
  const context = await createContext(config, db, standIns, log, () => wake());
  if (!context.mailer) log.warn('no mail server: SMTP_URL is not set, so no mail is sent');
  for (const doubt of settingsToDoubt(config)) log.warn(doubt);

  void tryPictures(context);

  if (config.sampleData) {
    const filled = await fillShop(context, await readStartingContent(join(root, 'content')), progress);
    if (!filled.ok) return failure(`The picture ${filled.failure.picture} of the starting catalogue cannot be read.`);
  }
  const samples = config.testMode ? 0 : await countSamplesOnSale(db);
  if (samples > 0)
    log.warn(
      { tools: samples },
      'sample tools are on sale for real money: delete them in Manage Tools, or edit there those that you do sell',
    );
  const doubtful = await keepDemoAccounts(context, config.demoAccounts);
  if (doubtful > 0)
    log.warn(
      { admins: doubtful },
      'the demo admin, as whom anybody could sign in, made these admins: demote those you do not know, npm run admin -- demote someone@example.com',
    );

  const rounds = startRounds(backgroundWork(context, backups, config.dataFolder), log, () => lead.leads());
  // Only this process does background work on a database of the shop's own.
  const lead: Lead = backups ? { leads: () => true, stop: async () => {} } : standForLead(context, rounds.begin);
  if (backups) rounds.begin();
  wake = rounds.wake;
  resources.defer(() => lead.stop());
  resources.defer(() => rounds.stop());
  resources.defer(() => backups?.abort());

  const open = await front.value.open(context, target, standIns);
  void lookForDamage(context.pictures, maintenance, log);
  // Deferred last, so closed first: requests in progress still have what they need.
  resources.defer(async () => {
    backups?.abort();
    await Promise.all([front.value.close(), rounds.stop(), lead.stop()]);
  });
  return open;
}

async function openPort(config: Config, options: StartOptions, log: Logger): Promise<Outcome<Front, string>> {
  const listener = await listen(config, log);
  if (!listener.ok) return listener;
  const { close } = listener.value;
  options.resources.defer(close);
  const open: Front['open'] = async (background, database, { mounts }) => {
    const pool = createPool(database, { max: config.poolSize, log: (line) => log.warn({ database: true }, line) });
    options.resources.defer(() => pool.end(CLOSING_QUERIES_MS));
    const context = { ...background, db: dbOf(pool, DEADLINES.request) };
    await serveShop(config, options, context, listener.value, mounts);
    return success(undefined);
  };
  return success({ open, close });
}

/** What the parent says to a worker. */
export interface WorkerSetup {
  readonly pages: string;
  readonly database: string | ConnectionOptions;
  readonly standIns: KnownStandIns;
  /** Where `serveMounts` serves the stand-ins. */
  readonly mounts: string;
}

async function openWorkers(
  { workers }: Config,
  pages: string,
  { resources }: StartOptions,
  log: Logger,
  wake: () => void,
): Promise<Outcome<Front, string>> {
  const program = fileURLToPath(new URL('worker.js', pages));
  const started = await startWorkers<WorkerSetup>({ program, count: workers, resources, log, wake });
  if (!started.ok) return started;
  const open: Front['open'] = async (_context, database, standIns) => {
    const mounts = await serveMounts(standIns.mounts);
    resources.defer(() => mounts.close());
    return started.value.open({ pages, database, standIns: standIns.known, mounts: mounts.address });
  };
  return success({ open, close: started.value.stop });
}

export async function createContext(
  config: Config,
  db: Db,
  standIns: StandIns,
  log: Logger,
  wake: () => void,
): Promise<Context> {
  const { shopName: name, shopAddress: address, publicOrigin: origin, contactEmail } = config;
  const smtpUrl = config.smtpUrl ?? standIns.known.smtpUrl;
  const from = { name, address: config.mailFrom };
  const replyTo = config.contactIsSample ? undefined : contactEmail;
  return {
    db,
    log,
    clock: () => new Date(),
    payments: joinProviders(createStripe(paymentsBehind(config, standIns)), await openPayPal(config, standIns)),
    pictures: await openPictures(config),
    papers: createPaperWriter(),
    encoder: createChildEncoder(),
    hasher: createPasswordHasher(),
    passwords: { ...config.passwords, common: createCommonPasswords() },
    mailer: smtpUrl ? createSmtp({ url: smtpUrl, from, replyTo, standIn: !config.smtpUrl }) : undefined,
    shop: { name, address, origin, contactEmail },
    tokens: await createBearerTokens(await loadSigningKeys(db, createSigningKey), origin),
    limits: config.unpaidLimits,
    offer: config.offer,
    confirmation: config.confirmation,
    signUpsPerHour: config.signUpsPerHour,
    reviewsFrom: config.reviewsFrom,
    google: googleBehind(config, standIns),
    sampleData: config.sampleData,
    wake,
  };
}

/** Loads the client of PayPal only when it is used. */
async function openPayPal(config: Config, standIns: StandIns) {
  const its = payPalBehind(config, standIns);
  if (!its) return undefined;
  const { createPayPal } = await import('./outside/payments/paypal.ts');
  return createPayPal(its);
}

/** A bucket that is away, or refuses the key, is said at once and not only by the first picture. */
async function tryPictures({ pictures, log }: Context): Promise<void> {
  try {
    await pictures.has(`${'0'.repeat(32)}/320.webp`);
  } catch (error) {
    log.error({ err: error }, 'pictures cannot be read: check the settings of S3_BUCKET, or the folder in SHOP_DATA');
  }
}

function openLimiter({ workers }: Config, context: Context, resources: AsyncDisposableStack): Limiter {
  const { overloaded, stop } = watchOverload(() =>
    context.db.execute('select 1').catch((error) => context.log.warn({ err: error }, 'not ready')),
  );
  resources.defer(stop);
  return createLimiter(limitsOf(workers), overloaded);
}

/** Serves calls, files and pages on the port that is already open. */
export async function serveShop(
  config: Config,
  { resources, root, builtPages }: Omit<StartOptions, 'progress'>,
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
    sampleData: config.sampleData,
    google: context.google !== undefined,
    shortestPassword: config.passwords.shortest,
    offer: config.offer,
    confirmation: config.confirmation,
    ...shownStandIns(config),
    curriculumVitaeBytes: async () => (await cv.bytes()).byteLength,
  };
  const api = createDirectClient(context, handlers);
  const limiter = openLimiter(config, context, resources);
  const development = builtPages === undefined;
  const report = (error: unknown) => context.log.error({ err: error }, 'page failed');
  const renderer = await createRenderer({ root, pages: builtPages ?? listener.server, api, shop, report });
  resources.defer(() => renderer.close());
  const pages = createPages({
    render: renderer.render,
    withPolicy: !development,
    linksBelow: PROMISE_LINKS,
    limiter,
    ...(config.stripe ? { stripeBelow: PAYMENT_PAGES } : {}),
  });
  const categories = async () => {
    const answer = await api.call('listCategories', {});
    return answer.ok ? answer.value.map(({ category }) => category) : undefined;
  };
  const documents = new Hono();
  documents.route('/', crawlerRoutes(publicOrigin, categories));
  documents.route('/', curriculumVitaeRoutes(cv));
  documents.notFound((c) => pages(c.req.raw));
  const { fetch: files } = development ? documents : staticFiles(join(root, 'build', 'client'), documents.fetch);
  const answersTo = knownHosts(config.originIsGiven ? publicOrigin : undefined, config.host);
  const cache = createAnswerCache({
    make: publicAnswers((asked) => app.request(asked), publicOrigin),
    maxBytes: CACHE_BYTES,
  });
  const app = createApp({
    context,
    publicOrigin,
    shopName,
    limiter,
    pages: files,
    sandboxes,
    networks: listener.networks,
    answersTo,
    invalidate: invalidating(cache),
  });
  if (renderer.vite) return listener.serve(app.fetch, renderer.vite.middlewares);
  const { networks } = listener;
  const { clientConnections: maxPerClient } = config;
  const { log } = context;
  const before = await beforeApp({ cache, limiter, networks, maxPerClient, publicOrigin, answersTo, log });
  listener.serve(app.fetch, before);
}
