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
      const hit =
        there && (control.contains(there) || there.contains(control) || control.closest('label')?.contains(there));
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
