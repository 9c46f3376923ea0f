import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, TestRunner } from 'vitest';
import { PAGE_RUNS } from '#web/late-start.ts';
import { launchChromium } from './launch.ts';
import { forbidRefusals } from './watch-policy.ts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Ends the visit. Fails on any error in the console, any exception and any refusal of the page's policy. */
  readonly leave: () => Promise<void>;
}

interface Visit {
  readonly origin: string;
  readonly viewport: { width: number; height: number };
  readonly expectedErrors?: RegExp;
  readonly javaScriptEnabled?: boolean;
  /** A phone, whose pointer is a finger. */
  readonly touch?: boolean;
  /** For a test that makes a policy refuse something, and looks itself. */
  readonly triesPolicy?: boolean;
}

/**
 * Chromium looks once, a few seconds after the load event, for files that are preloaded and not used. A page opened in
 * that moment preloads its style sheets (React Router) and uses them when they are there. Only the root's sheet is
 * preloaded by the document itself, so its warning counts.
 */
const OPENING_ANOTHER_PAGE = /\/assets\/(?!root-)[\w-]+\.css was preloaded using link preload but not used within/;

/** A shop on a busy machine says so, and what is only read is asked for again. */
const BUSY = /the server responded with a status of 503/;

/** One browser for all files of a worker. It ends with the worker. */
let launched: Browser | undefined;

async function theBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchChromium();
  return launched;
}

/** A real browser for the tests of one file, each visitor with cookies and storage of their own. */
export function useBrowser(): { visit: (options: Visit) => Promise<Visitor> } {
  const watch = forbidRefusals();
  beforeAll(async () => void (await theBrowser()));
  // A test that failed has not left.
  afterAll(() => Promise.all(launched?.contexts().map((context) => context.close()) ?? []));
  return { visit: async (options) => newVisitor(await theBrowser(), options, watch) };
}

/** Somebody with cookies and storage of their own. */
async function newVisitor(
  browser: Browser,
  visit: Visit,
  watch: (context: BrowserContext) => Promise<void>,
): Promise<Visitor> {
  const { origin, viewport, expectedErrors, javaScriptEnabled = true, touch = false, triesPolicy = false } = visit;
  const options = { baseURL: origin, viewport, javaScriptEnabled, hasTouch: touch, isMobile: touch };
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  if (!triesPolicy) await watch(context);
  const troubles: string[] = [];
  await markRunning(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`exception: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()}`;
    const bad = message.type() === 'error' || message.type() === 'warning';
    if (bad && ![expectedErrors, OPENING_ANOTHER_PAGE, BUSY].some((known) => known?.test(text))) troubles.push(text);
  });
  // A visit may be that of a whole file.
  if (TestRunner.getCurrentTest()) onTestFailed(() => tellPages(context, troubles));
  return {
    page,
    context,
    leave: async () => {
      for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      expect(troubles).toEqual([]);
    },
  };
}

/** What stood there when a test failed: why it did may be said on the page. */
async function tellPages(context: BrowserContext, troubles: readonly string[]): Promise<void> {
  for (const page of context.pages()) {
    const words = await page.locator('body').innerText({ timeout: 1_000 }).catch(String);
    process.stderr.write(`${page.url()} said:\n${words.replace(/\s+/g, ' ').slice(0, 1_500)}\n`);
  }
  for (const trouble of troubles) process.stderr.write(`${trouble}\n`);
}

/** Has pages say that they run, for `running`. */
export const markRunning = (context: BrowserContext) =>
  context.addInitScript((runs) => {
    addEventListener(runs, () => document.documentElement.setAttribute('data-runs', ''), { once: true });
  }, PAGE_RUNS);

/** Waits until the page hears a click itself: before, a link leads on as links do. */
export const running = (page: Page): Promise<void> => page.locator('html[data-runs]').waitFor({ state: 'attached' });
