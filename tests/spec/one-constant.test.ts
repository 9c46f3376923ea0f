import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { PASSWORD_MIN } from '#model/identity/credentials.ts';
import { SCREEN, SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { spec } from '../harness/spec.ts';

const root = resolve(import.meta.dirname, '../..');
const SOURCES = ['src/{model,contract,services,http,web}/**/*.{ts,tsx}', 'content/*.{ts,json}'];
const HOME = 'src/model/kernel/shop-facts.ts';

/** What each number would look like if somebody wrote it out a second time. */
const WRITTEN_OUT = [
  /\b30 ?%/,
  /\$100\b/,
  /\b7 days/,
  /\b10[_,]?000\+/,
  /\b3[_,]?500[_,]?000\b/,
  /\b2[_,]?000\+/,
  /scrollY.{0,12}\b30\b/,
  /slice\(-3\)/,
  /cutText\([^)]*\b100\b/,
];

spec('9 one-constant', 'the constants have the promised values, and nothing else writes them out', async () => {
  expect(SHOP_FACTS).toMatchObject({ firstOrderPercent: 30, payPalMinimum: 100, shippingDays: 7 });
  expect(SHOP_FACTS).toMatchObject({ customers: 10_000, paidPerMonth: 3_500_000, newTools: 2_000 });
  expect(SCREEN).toMatchObject({ cardDescription: 100, latestReviews: 3, solidNavbarAfter: 30, loadingSeconds: 120 });
  expect(PASSWORD_MIN).toBe(6);
  const again = globSync(SOURCES, { cwd: root })
    .filter((path) => path !== HOME && !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      readFileSync(resolve(root, path), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
        .flatMap((line) => (WRITTEN_OUT.some((number) => number.test(line)) ? [`${path}: ${line.trim()}`] : [])),
    );
  expect(again).toEqual([]);
});
