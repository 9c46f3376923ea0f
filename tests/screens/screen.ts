import type { Page } from 'playwright-core';
import type { World } from './world.ts';

/** Who looks at a screen. */
export type Role = 'visitor' | 'customer' | 'newcomer' | 'buyer' | 'admin';

/** One screen of the shop in one state. */
export interface Screen {
  /** As the design's picture of it is called, without width and theme. */
  readonly name: string;
  /** A visitor when absent. */
  readonly as?: Role;
  /** Brings a new page into the state and waits until it shows. */
  readonly open: (page: Page, world: World) => Promise<void>;
  /** The state exists only below 820 px, as the menu does. */
  readonly narrow?: true;
}

/** @param as who looks at it; see `Screen` for the others */
export const screen = (name: string, as: Role, open: Screen['open']): Screen => ({ name, as, open });

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** A way to look at a screen. */
export interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme: 'light' | 'dark';
}

/** The ways to look at a screen, the wide ones first. */
export function looksAt({ narrow }: Screen): Look[] {
  const viewports = narrow ? [NARROW] : [WIDE, NARROW];
  return viewports.flatMap((viewport) => [
    { viewport, theme: 'light' as const },
    { viewport, theme: 'dark' as const },
  ]);
}

/** Looks at a page that is open already: its state stays as it is. */
export async function lookAt(page: Page, { viewport, theme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // It follows the system's theme as soon as it runs.
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  await settled(page);
}

/** Waits until a list has its rows: its skeleton has rows, too. */
export async function listed(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
}

/** Waits until fonts and pictures are there and what the last change moved has come to rest. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((it) => it.loading !== 'lazy' && it.checkVisibility());
    await Promise.all(shown.map((it) => it.decode().catch(() => undefined)));
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    await frame();
    const passing = document.getAnimations().filter((it) => it.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(passing.map((it) => it.finished.catch(() => undefined)));
  });
}
