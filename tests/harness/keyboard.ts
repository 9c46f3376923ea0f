import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More presses than any page of the shop has stops. */
const MOST = 80;

/** The name of what has the focus, as it is read out. */
export const focused = async (page: Page): Promise<string> => (await stopOf(page)).name;

/** Presses a key until it is done: nothing tells when the page begins to listen. */
export const pressUntil = (page: Page, key: string, isDone: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(async () => {
      if (!(await isDone())) await page.keyboard.press(key);
      return isDone();
    })
    .toBe(true);

/**
 * Presses Tab until what has this name has the focus. Every stop on the way must lie on the screen, uncovered, and show
 * that it has the focus.
 */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await page.waitForFunction(focusIsInDialog);
  for (let presses = 0; presses < MOST; presses += 1) {
    await page.keyboard.press(key);
    await page.waitForFunction(noGuardHasFocus);
    const stop = await stopOf(page);
    if (stop.fault) throw new Error(`The focus on "${stop.name}" ${stop.fault}`);
    if (stop.name === name) return;
  }
  throw new Error(`The ${key} key never comes to "${name}"`);
}

/** A dialog takes the focus a frame after it is shown: until then Tab goes on in the page behind. */
const focusIsInDialog = () =>
  !document.querySelector('.scrim[data-open], dialog[open]') ||
  document.activeElement?.closest('.scrim, dialog') != null;

/** A dialog's guard gives the focus on to the other end of the dialog, or to the page once it is closing: a frame later. */
const noGuardHasFocus = () => !document.activeElement?.matches('[data-base-ui-focus-guard]');

/** What has the focus, and what is wrong with how it is shown. */
const stopOf = (page: Page): Promise<{ name: string; fault: string | undefined }> =>
  page.evaluate(() => {
    const it = document.activeElement;
    // Between the last stop and the first one the browser itself has the focus.
    if (!(it instanceof HTMLElement) || it === document.body) return { name: '', fault: undefined };
    const labels = 'labels' in it ? (it.labels as NodeListOf<HTMLLabelElement> | null) : null;
    const name = it.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? it.textContent ?? '';
    return { name: name.replace(/\s+/g, ' ').trim(), fault: faultOf(it) };

    function faultOf(stop: HTMLElement): string | undefined {
      // The frame may stand around a field with its sign, or on the button that stands for a file.
      const places = [stop, stop.parentElement, stop.parentElement?.parentElement, stop.nextElementSibling];
      if (!places.some((place) => place && hasFrame(place))) return 'is shown by nothing';
      const box = stop.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, innerHeight) / 2];
      const top = document.elementFromPoint(x, y);
      if (!top) return 'lies outside the screen';
      if (places.some((place) => place?.contains(top)) || top.contains(stop)) return undefined;
      return `is covered by ${top.outerHTML.slice(0, 120)}: ${stop.outerHTML.slice(0, 120)}`;
    }

    function hasFrame(place: Element): boolean {
      const { outlineStyle, outlineWidth } = getComputedStyle(place);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    }
  });
