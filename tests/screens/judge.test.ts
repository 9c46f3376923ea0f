import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../harness/launch.ts';
import { axeViolations, moving, outOfView, overflow, spilling, unreachable } from './judge.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 320, height: 256 } });
});
afterAll(() => browser.close());

/** A page without faults, with this in its middle. */
const show = (middle: string, style = '') =>
  page.setContent(
    `<!doctype html><html lang="en"><head><title>Shop</title><style>${style}</style></head>
     <body><main><h1>Shop</h1>${middle}</main></body></html>`,
  );

const faults = async () => ({
  axe: (await axeViolations(page)).map((it) => it.split(':')[0]),
  wider: await overflow(page),
  hidden: (await unreachable(page)).length,
  moving: (await moving(page)).length,
  out: (await outOfView(page)).length,
  spilling: (await spilling(page)).length,
});

const NONE = { axe: [], wider: 0, hidden: 0, moving: 0, out: 0, spilling: 0 };

test('a page without faults has none', async () => {
  await show('<button>Pay</button><p style="height: 2000px"></p><a href="/x">Home</a>');
  expect(await faults()).toEqual(NONE);
});

test.each([
  ['a picture without text', '<img src="data:,">', { axe: ['image-alt'] }],
  ['grey on white', '<p style="color: #bbb">Hello</p>', { axe: ['color-contrast'] }],
  ['a field without label', '<input>', { axe: ['label'] }],
  ['something wider than the window', '<p style="width: 400px">Hello</p>', { wider: 88 }],
  [
    'a button under a bar that stays',
    '<button>Pay</button><p style="position: fixed; inset: 0; background: #fff">Bar</p>',
    { hidden: 1 },
  ],
  [
    'a button that only scrolling a box sideways shows',
    '<div tabindex="0" style="overflow: auto"><p style="width: 900px; text-align: right"><button>Pay</button></p></div>',
    { out: 1 },
  ],
  [
    'a text that lies over its neighbour',
    '<p style="width: 100px; white-space: nowrap">A text that is much wider</p>',
    { spilling: 1 },
  ],
  ['something that moves', '<p class="m">Wait</p>', { moving: 1 }],
])('%s is found', async (_, middle, found) => {
  await show(middle, '@keyframes m { to { translate: 5px } } .m { animation: m 1s infinite }');
  expect(await faults()).toEqual({ ...NONE, ...found });
});
