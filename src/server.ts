import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { portfolio } from '../content/portfolio.ts';
import { type Config, configurationFacts } from './config.ts';
import { watchShop } from './database/watch-shop.ts';
import { createApp } from './http/app.ts';
import { serveCurriculumVitae } from './http/curriculum-vitae.ts';
import { serveForCrawlers } from './http/for-crawlers.ts';
import { createKeptAnswers, madeOf } from './http/kept-answers.ts';
import { knownHosts } from './http/known-host.ts';
import { type Listener, listen } from './http/listen.ts';
import { type Mount, serveMounts } from './http/mounts.ts';
import { createPages } from './http/pages.ts';
import { createPlainLists } from './http/plain-lists.ts';
import { refuseEarly } from './http/refuse-early.ts';
import { serveKept } from './http/serve-kept.ts';
import { staticFiles } from './http/static-files.ts';
import { watchDatabase, watchLoop } from './http/strain.ts';
import { createTurnstile, limitsOf, openTurnstile, type Turnstile } from './http/turnstile.ts';
import { fillPortfolio } from './model/content/portfolio.ts';
import { failure, type Outcome, success } from './model/kernel/outcome.ts';
import { readStartingContent } from './outside/catalogue/starting-content.ts';
import { createCurriculumVitae } from './outside/content/curriculum-vitae.ts';
import { createBearerTokens, createSigningKey } from './outside/identity/bearer-tokens.ts';
import { createCommonPasswords } from './outside/identity/common-passwords.ts';
import { createPasswordHasher } from './outside/identity/password-hasher.ts';
import { createChildEncoder } from './outside/images/child-encoder.ts';
import { createFileStore } from './outside/images/file-store.ts';
import type { PictureStore } from './outside/images/pictures.ts';
import { createLogger } from './outside/kernel/logger.ts';
import { createSmtp } from './outside/mail/smtp.ts';
import { createStripe } from './outside/payments/stripe.ts';
import { backgroundWork } from './server/background.ts';
import { hireCrew } from './server/crew.ts';
import { type OpenDatabase, openDatabase } from './server/open-database.ts';
import { googleBehind, paymentsBehind, type StandIns, shownStandIns, startStandIns } from './server/stand-ins.ts';
import type { StartOptions } from './server/start-options.ts';
import { fillShop } from './services/catalogue/fill-shop.ts';
import { keepDemoAccounts } from './services/identity/demo-accounts.ts';
import { loadSigningKeys } from './services/identity/signing-keys.ts';
import type { Context } from './services/kernel/context.ts';
import { isReady } from './services/kernel/is-ready.ts';
import { type Lead, standForLead } from './services/kernel/lead.ts';
import { noteConfiguration } from './services/kernel/note-configuration.ts';
import { resumeAudit } from './services/kernel/resume-audit.ts';
import { startRounds } from './services/kernel/rounds.ts';
import * as schema from './tables/schema.ts';
import { createClient } from './web/api/client.ts';
import { createRenderer } from './web/render.ts';

const PAYMENT_PAGES = '/dashboard/payment/';
/** What each process keeps of finished answers: a tenth of what it may take. */
const KEPT_BYTES = 16 * 1024 ** 2;

/** What people reach: this process itself, or the processes that it has started to serve. */
interface Front {
  open(context: Context, database: OpenDatabase, standIns: StandIns): Promise<Outcome<void, string>>;
  /** Takes no more requests and finishes those in hand. */
  close(): Promise<void>;
}

/** Opens the shop. The failure is one sentence that says what to do. */
export async function startShop(config: Config, options: StartOptions): Promise<Outcome<void, string>> {
  const { resources, progress, root } = options;
  const log = createLogger(config.logLevel);
  let wake = () => {};
  // The port is taken first: the commonest mistake shows before any work is done.
  const front = await (config.workers > 1 && options.builtPages
    ? openCrew(config, options.builtPages, options, log, () => wake())
    : openPort(config, options, log));
  if (!front.ok) return front;
  try {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o711 });
  } catch (error) {
    return failure(`The data folder ${config.dataFolder} cannot be used (${String(error)}). Set SHOP_DATA to another.`);
  }

  const opened = await openDatabase(config, options, log);
  if (!opened.ok) return opened;
  const { sql, backups } = opened.value;
  const db = drizzle(sql, { schema });
  await resumeAudit(db);
  const { fingerprint, facts } = configurationFacts(config);
  await noteConfiguration({ db }, fingerprint, facts);
  const standIns = await startStandIns(config, resources, log);
  const context = await createContext(config, sql, standIns, log, () => wake());
  if (!context.mailer) log.warn('no mail server: SMTP_URL is not set, so nobody gets mail');

  const filled = await fillShop(context, await readStartingContent(join(root, 'content')), progress);
  if (!filled.ok) return failure(`The picture ${filled.failure.picture} of the starting catalogue cannot be read.`);
  await keepDemoAccounts(context, config.demoAccounts);

  const rounds = startRounds(backgroundWork(context, backups), log, () => lead.leads());
  // Nobody else works on a database of the shop's own.
  const lead: Lead = backups ? { leads: () => true, stop: async () => {} } : standForLead(context, rounds.begin);
  if (backups) rounds.begin();
  wake = rounds.wake;
  resources.defer(() => lead.stop());
  resources.defer(() => rounds.stop());
  resources.defer(() => backups?.abort());

  const open = await front.value.open(context, opened.value, standIns);
  // And closed first: what is in hand is answered while all that it needs is still there.
  resources.defer(() => front.value.close());
  return open;
}

async function openPort(config: Config, options: StartOptions, log: Logger): Promise<Outcome<Front, string>> {
  const listener = await listen(config, log);
  if (!listener.ok) return listener;
  const { close } = listener.value;
  options.resources.defer(close);
  const open: Front['open'] = async (context, { sql }, { mounts }) => {
    await openDoors(config, options, { context, sql }, listener.value, mounts);
    return success(undefined);
  };
  return success({ open, close });
}

async function openCrew(
  { workers }: Config,
  pages: string,
  { resources }: StartOptions,
  log: Logger,
  wake: () => void,
): Promise<Outcome<Front, string>> {
  const program = fileURLToPath(new URL('worker.js', pages));
  const crew = await hireCrew({ program, size: workers, resources, log, wake });
  if (!crew.ok) return crew;
  const open: Front['open'] = async (_context, { target }, standIns) => {
    const mounts = await serveMounts(standIns.mounts);
    resources.defer(() => mounts.close());
    return crew.value.open({ pages, database: target, standIns: standIns.known, mounts: mounts.address });
  };
  return success({ open, close: crew.value.stop });
}

/** The world of one process. */
export async function createContext(
  config: Config,
  sql: Sql,
  standIns: StandIns,
  log: Logger,
  wake: () => void,
): Promise<Context> {
  const { shopName: name, publicOrigin: origin, contactEmail } = config;
  const db = drizzle(sql, { schema });
  const smtpUrl = config.smtpUrl ?? standIns.known.smtpUrl;
  return {
    db,
    log,
    clock: () => new Date(),
    payments: createStripe(paymentsBehind(config, standIns)),
    pictures: await openPictures(config),
    encoder: createChildEncoder(),
    hasher: createPasswordHasher(),
    passwords: { ...config.passwords, common: createCommonPasswords() },
    mailer: smtpUrl ? createSmtp({ url: smtpUrl, from: { name, address: config.mailFrom } }) : undefined,
    shop: { name, origin, contactEmail },
    tokens: await createBearerTokens(await loadSigningKeys(db, createSigningKey), origin),
    limits: config.unpaidLimits,
    google: googleBehind(config, standIns),
    wake,
  };
}

/** The client of S3 is large: it is loaded by the shops that use it. */
async function openPictures({ s3, dataFolder }: Config): Promise<PictureStore> {
  if (!s3) return createFileStore(join(dataFolder, 'images'));
  const { createS3Store } = await import('./outside/images/s3-store.ts');
  return createS3Store(s3);
}

/** How much is done at once, and that less is taken on while the event loop or the database keeps everybody waiting. */
function openTurnstiles({ workers }: Config, context: Context, resources: AsyncDisposableStack): Turnstile {
  const loop = watchLoop();
  resources.defer(() => loop.stop());
  const database = watchDatabase(() => isReady(context));
  return createTurnstile(limitsOf(workers), () => [loop.strained(), database.strained()].includes(true));
}

/** Puts the calls, the files and the pages behind the port that is already open. */
export async function openDoors(
  config: Config,
  { resources, root, builtPages }: Omit<StartOptions, 'progress'>,
  { context, sql }: { context: Context; sql: Sql },
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
    shortestPassword: config.passwords.shortest,
    ...shownStandIns(config),
    curriculumVitaeBytes: async () => (await cv.bytes()).byteLength,
  };
  // The calls that pages make of themselves are part of the page's own place.
  const calls = createApp({ context, publicOrigin, shopName, turnstile: openTurnstile });
  const api = createClient({ origin: publicOrigin, fetch: async (url, init) => calls.request(url, init) });
  const turnstile = openTurnstiles(config, context, resources);
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
  const answersTo = knownHosts(config.originIsGiven ? publicOrigin : undefined);
  const news = watchShop(sql, (line) => context.log.warn({ database: true }, line));
  resources.defer(() => news.close());
  const app = createApp({
    context,
    publicOrigin,
    shopName,
    turnstile,
    pages: files,
    sandboxes,
    trustedProxies: config.trustedProxies,
    answersTo,
    published: news.published,
  });
  if (renderer.vite) return listener.serve(app.fetch, renderer.vite.middlewares);
  const lists = createPlainLists({ context, publicOrigin, turnstile });
  const answers = createKeptAnswers({
    make: async (address) => lists(address) ?? madeOf(await app.request(new Request(new URL(address, publicOrigin)))),
    news,
    mostBytes: KEPT_BYTES,
  });
  const { log } = context;
  const kept = serveKept({ answers, answersTo, log });
  const refuse = await refuseEarly({ turnstile, publicOrigin, answersTo, log });
  listener.serve(app.fetch, (request, response, otherwise) =>
    kept(request, response, () => refuse(request, response, otherwise)),
  );
}
