import { afterAll, expect, test } from 'vitest';
import { theShop } from '../harness/the-shop.ts';
import { axeViolations, moving, overflow, unreachable } from './judge.ts';
import { lookAt, looksAt, type Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { makeStage } from './stage.ts';
import { makeWorld } from './world.ts';

/** 1280 x 1024 at 400%, and the narrowest window that must do without scrolling sideways. */
const ZOOMED = { width: 320, height: 256 };

const night = import.meta.env.MODE === 'night';

/** Every night all looks, by day one of them, and another one for the next screen. */
const looksToday = (screen: Screen, place: number) =>
  looksAt(screen).filter((_, at, all) => night || (at + (place >> 2)) % all.length === 0);

/**
 * Every screen as it is meant to be. Two files share the screens, so that two workers look at them at once. By day each
 * screen is opened once: every other one here, the rest with hostile texts.
 */
export async function judgeScreens(half: 0 | 1): Promise<void> {
  const stage = await makeStage(await makeWorld(theShop().origin));
  afterAll(stage.close);
  const mine = SCREENS.map((screen, place) => ({ name: screen.name, screen, place })).filter(({ place }) =>
    night ? (place >> 1) % 2 === half : place % 4 === half + 2,
  );
  test.each(mine)('$name', async ({ screen, place }) => {
    const { page, leave } = await stage.open(screen);
    const found: Record<string, unknown> = {};
    for (const look of looksToday(screen, place)) {
      await lookAt(page, look);
      const name = `${look.viewport.width} ${look.theme}`;
      const violations = await axeViolations(page);
      if (violations.length > 0) found[name] = violations;
      const wider = await overflow(page);
      if (wider > 0) found[`${name} overflow`] = wider;
    }
    const stirring = await moving(page);
    if (stirring.length > 0) found.moving = stirring;
    await lookAt(page, { viewport: ZOOMED, theme: 'light' });
    const wider = await overflow(page);
    if (wider > 0) found['320 overflow'] = wider;
    const hidden = await unreachable(page);
    if (hidden.length > 0) found['400% unreachable'] = hidden;
    const thrown = await leave();
    if (thrown.length > 0) found.thrown = thrown;
    expect({ screen: screen.name, found }).toEqual({ screen: screen.name, found: {} });
  });
}
