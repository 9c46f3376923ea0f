import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Somebody } from '../../harness/people.ts';
import { letIn } from '../../harness/visits.ts';
import { watchPolicy } from '../../harness/watch-policy.ts';

/** A page on which payloads stand, and what is pressed on it. */
export interface Place {
  readonly path: string;
  /** True where a payload must be read as text before anything is judged. */
  readonly shows?: boolean;
  readonly press?: readonly RegExp[];
  /** Markup that is put into the page, as a page with a fault would do: for the test of this watch. */
  readonly plant?: string;
}

/** The first of the corpus, which every text begins with. */
const FIRST = '<script>alert(1)</script>';

/**
 * Opens all of these and answers what a payload did: a dialog, a mark, a request or a window to somewhere else, and
 * with the policy on whatever it had to refuse.
 */
export async function harmAt(
  browser: Browser,
  its: { origin: string; policy: boolean; as?: Somebody; places: readonly Place[] },
): Promise<string[]> {
  const { origin, policy, as, places } = its;
  const context = await browser.newContext({ baseURL: origin, bypassCSP: !policy, reducedMotion: 'reduce' });
  const harm: string[] = [];
  let now = '';
  const tell = (what: string) => harm.push(`${now}: ${what}`);
  context.on('dialog', (dialog) => {
    tell(`dialog "${dialog.message()}"`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (/^(https?|wss?):/.test(protocol) && to !== origin) tell(`request to ${to}`);
  });
  if (policy) await watchPolicy(context, tell);
  const page = await context.newPage();
  page.setDefaultTimeout(LONG.timeout);
  context.on('page', () => tell('a window'));
  if (as) await letIn(page, origin, as);
  for (const place of places) {
    now = place.path;
    await visit(page, place).catch((error: Error) => tell(`could not be used: ${error.message.split('\n')[0]}`));
  }
  await context.close();
  return harm;

  async function visit(on: Page, { path, shows, press = [], plant }: Place): Promise<void> {
    await on.goto(path, { waitUntil: 'load' }).catch((error: Error) => {
      // A download, and an address that cannot be one, open nothing.
      if (!/net::ERR_ABORTED|Download|invalid URL/.test(error.message)) throw error;
    });
    if (shows) await expect.poll(() => on.evaluate(() => document.body.textContent), LONG).toContain(FIRST);
    if (plant) await on.evaluate(plantMarkup, plant);
    await judge(on, origin, tell);
    for (const name of press) {
      await on.getByRole('button', { name }).first().click();
      await on.locator('[role=dialog], [role=alertdialog]').first().waitFor();
      await judge(on, origin, tell);
      await on.keyboard.press('Escape');
    }
  }
}

const LONG = { timeout: 30_000 };

/** When all pictures have come or failed, whatever hangs on them has run. */
async function judge(page: Page, origin: string, tell: (what: string) => void): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => [...document.images].every((it) => it.complete || it.loading === 'lazy')), LONG)
    .toBe(true);
  const marks = await Promise.all(page.frames().map((frame) => frame.evaluate(() => '__pwned' in globalThis)));
  if (marks.includes(true)) tell('the mark was set');
  if (await page.evaluate(() => 'polluted' in {} || 'innerHTML' in {})) tell('the prototype of everything has changed');
  if (new URL(page.url()).origin !== origin && page.url() !== 'about:blank') tell(`led to ${page.url()}`);
}

function plantMarkup(markup: string): void {
  try {
    document.body.append(document.createRange().createContextualFragment(markup));
  } catch {
    // Where the policy is on, it refuses even this.
  }
}
