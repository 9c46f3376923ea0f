import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page as it is shown now: the rule, and the elements with their reason. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/** How many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });

/** The controls that cannot be brought into view, or that something else then covers. */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const modal = [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')].at(-1);
    const controls = (modal ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, select, summary',
    );
    const shown = [...controls].filter(
      (it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest('[inert], .skip'),
    );
    return shown.flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = control.getBoundingClientRect();
      // Boxes that only readers of the screen meet, and those without any size, have no place to press.
      if (box.width <= 1 || box.height <= 1) return [];
      const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)];
      const there = document.elementFromPoint(x, y);
      // An open list of choices lies over what is below it, and goes with Escape or a press beside it.
      const choices = there?.closest('[role=listbox]');
      const hit =
        choices ||
        (there && (control.contains(there) || there.contains(control) || control.closest('label')?.contains(there)));
      return hit
        ? []
        : [
            `${control.outerHTML.slice(0, 120)} at ${Math.round(x)},${Math.round(y)} is under ${there?.outerHTML.slice(0, 80)}`,
          ];
    });
  });

/** What still moves by itself although the visitor asked for less motion. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((it) => it.playState === 'running' && Number(it.effect?.getComputedTiming().duration) > 10)
      .map(
        (it) =>
          `${(it as CSSAnimation).animationName ?? it.constructor.name} on ${((it.effect as KeyframeEffect).target as Element | null)?.outerHTML.slice(0, 120)}`,
      ),
  );

/** Strips that are there to be scrolled sideways: the dashboard's entries, tabs, chips and code. */
const STRIPS = '.side ul, .tabs, .applied, pre';

/** The controls that are beside the window, or that a box cuts off which nobody would scroll sideways. */
export const outOfView = (page: Page): Promise<string[]> =>
  page.evaluate((strips) => {
    const modal = [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')].at(-1);
    const controls = (modal ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, select, summary',
    );
    const shown = [...controls].filter(
      (it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest('[inert], .skip'),
    );
    // As the page is before anything is scrolled sideways.
    for (const it of document.querySelectorAll('body *'))
      if (it.scrollLeft > 0 && !it.matches(strips)) it.scrollLeft = 0;
    return shown.flatMap((control) => {
      const box = control.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) return [];
      let { left, right } = box;
      for (let it = control.parentElement; it && it !== document.body; it = it.parentElement) {
        if (getComputedStyle(it).overflowX === 'visible') continue;
        const frame = it.getBoundingClientRect();
        if (it.matches(strips)) ({ left, right } = frame);
        else if (left < frame.left - 1 || right > frame.right + 1)
          return [`${control.outerHTML.slice(0, 120)} is cut off by ${it.outerHTML.slice(0, 80)}`];
      }
      return left < -1 || right > innerWidth + 1
        ? [`${control.outerHTML.slice(0, 120)} from ${Math.round(left)} to ${Math.round(right)}`]
        : [];
    });
  }, STRIPS);

/** A line may end with one character more, such as a full stop: there is room for it beside every text. */
const SLACK = 16;

/** The texts that are wider than the box in which they stand, and so lie over what is beside it. */
export const spilling = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ strips, slack }) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const holder = text.parentElement;
        if (!text.textContent?.trim() || !holder?.checkVisibility({ visibilityProperty: true })) continue;
        // A text area shows its value, not the text in it.
        if (holder.closest(`${strips}, .sr, [inert], script, style, textarea`)) continue;
        let block: Element | null = holder;
        while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
        if (!block || getComputedStyle(block).textOverflow === 'ellipsis') continue;
        const frame = block.getBoundingClientRect();
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        if (frame.width > 1 && (box.left < frame.left - slack || box.right > frame.right + slack))
          found.push(
            `${Math.round(box.width)} px of text in ${Math.round(frame.width)}: ${block.outerHTML.slice(0, 120)}`,
          );
      }
      return found;
    },
    { strips: STRIPS, slack: SLACK },
  );
