import type { Page } from 'playwright-core';

/** Requests of this kind are sent once what this answers is called. */
export async function holdNext(page: Page, address: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise: called, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await called;
    await route.fallback();
  });
  return letGo;
}
