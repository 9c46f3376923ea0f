import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';
import { HOSTILE, type Hostile, hostileText, writeHostile } from './hostile-texts.ts';
import { axeViolations, outOfView, overflow, spilling, unreachable } from './judge.ts';
import { type Look, lookAt, type Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { makeStage } from './stage.ts';
import { makeWorld } from './world.ts';

const night = import.meta.env.MODE === 'night';
const WIDTHS = night ? [1440, 768, 390, 320] : [320];
const KINDS: readonly Hostile[] = night ? HOSTILE : ['mixed'];
/** Where the menu and the sheets from below exist that screens are opened with on phones. */
const NARROW = 820;

/**
 * Every screen, in a shop whose texts are hostile, at every width: nothing scrolls sideways, no control is out of view
 * or covered, no text leaves its box. Then the same with such a text in every field. Two files share the screens. By day
 * those are looked at, on a narrow phone, that are not judged with plain texts, and axe judges them here.
 */
export async function judgeHostile(half: 0 | 1): Promise<void> {
  const shop = await startShopProcess({ folder: await shopFolder(theShop().folder) });
  afterAll(async () => void (await shop.stop()));
  const sql = await runningShopSql(shop.folder);
  afterAll(() => sql.end());
  // A shop that has just started refuses sign-ups while the machine is busy.
  const world = await vi.waitFor(() => makeWorld(shop.origin), { timeout: 60_000, interval: 1_000 });
  const stage = await makeStage(world);
  afterAll(stage.close);
  const mine = SCREENS.map((screen, place) => ({ screen, place })).filter(({ place }) =>
    night ? place % 2 === half : place % 4 === half,
  );
  let written: Hostile | undefined;
  test.each(KINDS.flatMap((kind) => mine.map((its) => ({ kind, name: its.screen.name, ...its }))))(
    '$kind: $name',
    async ({ kind, screen, place }) => {
      if (written !== kind) {
        await writeHostile(sql, kind);
        // Public answers may be cached for a second.
        const reviews = async () => (await fetch(`${shop.origin}/review`)).text();
        await expect.poll(reviews).toContain(JSON.stringify(hostileText(kind, 80)));
      }
      written = kind;
      const { page, leave } = await stage.open(screen);
      const found: Record<string, unknown> = {};
      const looks = looksOf(screen, place);
      for (const look of looks) {
        await lookAt(page, look);
        Object.assign(found, await faults(page, `${look.viewport.width}`));
        const violations = night ? [] : await axeViolations(page);
        if (violations.length > 0) found.axe = violations;
      }
      await typeEverywhere(page, hostileText(kind, 200));
      for (const look of looks.toReversed()) {
        await lookAt(page, look);
        Object.assign(found, await faults(page, `${look.viewport.width} typed`));
      }
      const thrown = await leave();
      if (thrown.length > 0) found.thrown = thrown;
      expect({ screen: screen.name, found }).toEqual({ screen: screen.name, found: {} });
    },
  );
}

const looksOf = ({ narrow }: Screen, place: number): Look[] =>
  WIDTHS.filter((width) => !narrow || width < NARROW).map((width) => ({
    viewport: { width, height: 900 },
    theme: (place >> 2) % 2 === 0 ? 'light' : 'dark',
  }));

async function faults(page: Page, name: string): Promise<Record<string, unknown>> {
  const wider = await overflow(page);
  const lists = { out: await outOfView(page), spilling: await spilling(page), covered: await unreachable(page) };
  return {
    ...(wider > 0 && { [`${name} overflow`]: wider }),
    ...Object.fromEntries(
      Object.entries(lists)
        .filter(([, list]) => list.length > 0)
        .map(([what, list]) => [`${name} ${what}`, list.slice(0, 5)]),
    ),
  };
}

/** Types into every field that can be seen and takes text, as a paste does. */
const typeEverywhere = (page: Page, text: string): Promise<void> =>
  page.evaluate((typed) => {
    const modal = [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')].at(-1);
    const fields = (modal ?? document).querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:is([type=text], [type=search], [type=email], [type=url], [type=password], :not([type]))',
    );
    for (const field of fields) {
      if (field.readOnly || field.disabled || !field.checkVisibility()) continue;
      const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, typed);
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, text);
