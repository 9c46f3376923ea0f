import type { Page, Route } from 'playwright-core';

/** Which requests: those whose path begins so, or matches. Pages themselves are never among them. */
type Which = string | RegExp;

const held = new WeakMap<Page, Route[]>();

/** These requests are never answered, and never reach the shop. */
export async function hold(page: Page, which: Which, method?: 'PUT'): Promise<void> {
  const routes = held.get(page) ?? [];
  held.set(page, routes);
  await page.route(matches(which), (route) => {
    if (method && route.request().method() !== method) void route.fallback();
    else routes.push(route);
  });
}

/** Ends what is held back. A browser would send it on its way when its page closes. */
export async function dropHeld(page: Page): Promise<void> {
  await Promise.all((held.get(page) ?? []).map((route) => route.abort().catch(() => undefined)));
}

/** These requests find no network. */
export const drop = (page: Page, which: Which) => page.route(matches(which), (route) => route.abort());

/** These requests meet a shop that is broken. */
export const fail = (page: Page, which: Which) =>
  page.route(matches(which), (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        code: 'internal',
        detail: 'Something failed in the shop and was logged. Try again in a moment.',
      },
    }),
  );

/** These requests are refused with a problem of the shop. */
export const refuse = (page: Page, which: Which, status: number, code: string) =>
  page.route(matches(which), (route) =>
    route.fulfill({
      ...{ status, contentType: 'application/problem+json' },
      json: { type: 'about:blank', title: 'Refused', status, code, detail: '' },
    }),
  );

/** The shop's answer to these requests is changed on its way: for states that take days, or another person, to reach. */
export const change = <T>(page: Page, which: Which, by: (answer: T) => T) =>
  page.route(matches(which), async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    await route.fulfill({ response, json: by((await response.json()) as T) });
  });

const matches =
  (which: Which) =>
  ({ pathname }: URL): boolean =>
    typeof which === 'string' ? pathname.startsWith(which) : which.test(pathname);
