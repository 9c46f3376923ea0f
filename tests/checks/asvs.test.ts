import { expect, test } from 'vitest';
import { asvsFaults } from '../../scripts/checks/asvs.ts';
import { ASVS_LEVELS } from '../../scripts/checks/asvs-levels.ts';
import { tree } from './tree.ts';

const LEVELS = new Map([
  ['V1.1.1', 1],
  ['V1.1.2', 2],
  ['V1.2.1', 3],
]);
const FILES = {
  'src/door.test.ts': "test('the door is shut', () => {});\ntest(\"a visitor's hat\", () => {});\n",
  'docs/security.md': '# Security\n\n## Limits, and why\n',
};
const TOTALS = ['| 1 | 1 | 1 | 1 | 0 | 0 |', '| 2 | 1 | 1 | 0 | 1 | 0 |', '| 3 | 1 | 0 | 0 | 0 | 0 |'];
const ROWS = {
  met: '| V1.1.1 | 1 | doors | met | `src/door.test.ts` "the door is shut" |',
  deviation: '| V1.1.2 | 2 | windows | deviation | The shop has windows that open. |',
  out: '| V1.2.1 | no roof |',
};

const faults = (rows: readonly string[], totals = [...TOTALS, '| all | 3 | 2 | 1 | 1 | 0 |']) =>
  asvsFaults(tree({ ...FILES, 'docs/asvs.md': ['# ASVS', ...totals, ...rows].join('\n') }), LEVELS);

test('a page that answers every item once, with proofs that are there, has no fault', () => {
  expect(faults(Object.values(ROWS))).toEqual([]);
});

test.each([
  '`src/door.test.ts` "a visitor\'s hat"',
  '`src/door.test.ts` "the door …", `src/door.test.ts`',
  '`docs/security.md#limits-and-why`',
])('%s is a proof', (proof) => {
  expect(faults([`| V1.1.1 | 1 | doors | met | ${proof} |`, ROWS.deviation, ROWS.out])).toEqual([]);
});

const AT = 'docs/asvs.md:6  V1.1.1';

test.each([
  ['met | somebody looked', `${AT} is met by nothing: name a test, a check or a document`],
  ['met |', `${AT} is met by nothing: name a test, a check or a document`],
  ['met | `src/window.test.ts`', `${AT} names src/window.test.ts, which does not exist`],
  [
    'met | `src/door.test.ts` "the door is open"',
    `${AT} names the test "the door is open", which src/door.test.ts does not have`,
  ],
  ['met | `docs/security.md#doors`', `${AT} names the heading #doors, which docs/security.md does not have`],
])('a row that says "%s" is a fault', (words, fault) => {
  expect(faults([`| V1.1.1 | 1 | doors | ${words} |`, ROWS.deviation, ROWS.out])).toEqual([fault]);
});

test('a missing, an unknown and a doubled item are faults, as are a wrong level and a verdict that is none', () => {
  expect(faults([ROWS.met, ROWS.out]).join()).toContain('has no row for V1.1.2');
  expect(faults([...Object.values(ROWS), '| V9.9.9 | no such thing |']).join()).toContain('V9.9.9 is no item');
  expect(faults([...Object.values(ROWS), ROWS.met]).join()).toContain('V1.1.1 is answered twice');
  expect(faults([ROWS.met.replace('| 1 |', '| 2 |'), ROWS.deviation, ROWS.out])).toEqual([`${AT} has level 1`]);
  expect(faults([ROWS.met.replace('met', 'fine'), ROWS.deviation, ROWS.out]).join()).toContain('has no verdict');
});

test('what is not met says why', () => {
  const silent = ROWS.deviation.replace('The shop has windows that open.', 'Later.');
  expect(faults([ROWS.met, silent, ROWS.out])).toEqual(['docs/asvs.md:7  V1.1.2 does not say why it is not met']);
  expect(faults([ROWS.met, ROWS.deviation, '| V1.2.1 | |'])).toEqual([
    'docs/asvs.md:8  V1.2.1 does not say why it is out of scope',
  ]);
});

test('totals that do not fit the rows are a fault', () => {
  expect(faults(Object.values(ROWS), [...TOTALS, '| all | 3 | 3 | 1 | 1 | 0 |'])).toEqual([
    'docs/asvs.md  lacks the row | all | 3 | 2 | 1 | 1 | 0 |',
  ]);
});

test('the standard has 345 items', () => {
  expect(Object.groupBy([...ASVS_LEVELS.values()], String)).toMatchObject({
    1: { length: 70 },
    2: { length: 183 },
    3: { length: 92 },
  });
});
