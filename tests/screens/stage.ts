import type { Browser, BrowserContext, Page } from 'playwright-core';
import { markRunning } from '../harness/browser.ts';
import { launchChromium } from '../harness/launch.ts';
import type { Somebody } from '../harness/people.ts';
import { watchPolicy } from '../harness/watch-policy.ts';
import { dropHeld } from './network.ts';
import { NARROW, type Role, type Screen, WIDE } from './screen.ts';
import type { World } from './world.ts';

/** Brings screens up, each in a page of its own, each role in a browser of its own. */
export interface Stage {
  readonly open: (screen: Screen) => Promise<Opened>;
  readonly close: () => Promise<void>;
}

export interface Opened {
  readonly page: Page;
  /** Closes the page, and answers the exceptions that it met and what its policy refused. */
  readonly leave: () => Promise<string[]>;
}

/** Milliseconds after which a state that does not show is missing. */
const PATIENCE = 10_000;

export async function makeStage(world: World): Promise<Stage> {
  const browser = await launchChromium();
  const contexts = new Map<Role, Promise<BrowserContext>>();
  const refusals: string[] = [];
  const contextOf = (role: Role) => {
    const known = contexts.get(role) ?? newContext(browser, world, role, refusals);
    contexts.set(role, known);
    return known;
  };
  return {
    async open({ as = 'visitor', narrow, open }) {
      const page = await (await contextOf(as)).newPage();
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
      page.setDefaultTimeout(PATIENCE);
      await page.setViewportSize(narrow ? NARROW : WIDE);
      try {
        await open(page, world);
      } catch (error) {
        await close(page);
        throw error;
      }
      return {
        page,
        leave: async () => {
          await close(page);
          return [...thrown, ...refusals.splice(0)];
        },
      };
    },
    close: () => browser.close(),
  };
}

async function newContext(
  browser: Browser,
  { origin, people }: World,
  role: Role,
  refusals: string[],
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: WIDE, reducedMotion: 'reduce' });
  await markRunning(context);
  await watchPolicy(context, (refusal) => refusals.push(refusal));
  if (role !== 'visitor') await signIn(context, origin, people[role]);
  // While one page of the shop is open, the next ones share its process; starting one takes a third of a second.
  await (await context.newPage()).goto('/robots.txt');
  return context;
}

/** Puts a session into the browser, as signing in does. */
export async function signIn(context: BrowserContext, origin: string, { cookie }: Somebody): Promise<void> {
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ ...cookie, url, secure: true, httpOnly: true, sameSite: 'Strict' }]);
}

async function close(page: Page): Promise<void> {
  await dropHeld(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}
