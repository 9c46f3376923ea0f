import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/** A visit with an empty cache. Milliseconds, and kilobytes as transferred. */
export type Visit = Awaited<ReturnType<typeof visit>>;

export async function visit(context: BrowserContext, page: string, url: string) {
  const tab = await context.newPage();
  const network = await context.newCDPSession(tab);
  const types = new Map<string, string>();
  const sizes: { type: string | undefined; bytes: number }[] = [];
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.push({ type: types.get(requestId), bytes: encodedDataLength }),
  );
  await tab.addInitScript(watchPaint);
  await tab.goto(url, { waitUntil: 'networkidle' });
  const seen = await tab.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { ...(window as unknown as Watched).watched, firstByte: entry?.responseStart ?? Number.NaN };
  });
  await tab.close();
  const kilobytes = (some: typeof sizes) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    ...{ page, firstByte: seen.firstByte, lcp: seen.lcp, cls: seen.cls, requests: sizes.length },
    scripts: kilobytes(sizes.filter(({ type }) => type === 'Script')),
    all: kilobytes(sizes),
  };
}

/** Milliseconds from the click on a hovered link to the content of its page. */
export async function clickThrough(context: BrowserContext, from: string, path: string): Promise<number> {
  const tab = await context.newPage();
  await tab.goto(from, { waitUntil: 'networkidle' });
  const link = tab.locator(`a[href^="${path}"]:visible`).first();
  await link.hover();
  await setTimeout(HOVER_MS);
  const took = tab.evaluate(untilContent);
  await link.click();
  const ms = await took;
  await tab.close();
  return ms;
}

/** Milliseconds from the press of the slowest key to the next frame, while typing into a field; the search unless named. */
export async function typingDelay(context: BrowserContext, url: string, words: string, name?: string): Promise<number> {
  const tab = await context.newPage();
  await tab.addInitScript(watchPaint);
  await tab.goto(url, { waitUntil: 'networkidle' });
  const field = name ? tab.getByRole('textbox', { name }) : tab.getByRole('searchbox').first();
  await field.click();
  await field.pressSequentially(words, { delay: 120 });
  await tab.waitForLoadState('networkidle');
  const slowest = await tab.evaluate(() => (window as unknown as Watched).watched.slowest);
  await tab.close();
  return slowest;
}

/** Links prefetch on hover: minimum time of the pointer on the link before the click. */
const HOVER_MS = 300;

interface Watched {
  watched: { lcp: number; cls: number; slowest: number };
}

function watchPaint() {
  const watched = { lcp: 0, cls: 0, slowest: 0 };
  (window as unknown as Watched).watched = watched;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  watch('largest-contentful-paint', ({ startTime }) => {
    watched.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) watched.cls += value;
  });
  watch('event', (entry) => {
    if ((entry as PerformanceEntry & { interactionId: number }).interactionId)
      watched.slowest = Math.max(watched.slowest, entry.duration);
  });
}

function untilContent(): Promise<number> {
  return new Promise((resolve) => {
    const heading = () => document.querySelector('h1')?.textContent;
    const [address, before] = [location.pathname, heading()];
    const loading = () => document.querySelector('main [aria-busy="true"]') !== null;
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const ready = location.pathname !== address && heading() !== undefined && heading() !== before && !loading();
          if (ready) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(look);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}
