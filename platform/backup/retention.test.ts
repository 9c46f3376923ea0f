import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALWAYS, backupIsDue, chooseKept, DAILY, isOutdated, type Kept, WEEKLY } from './retention.ts';

const DAY = 86_400_000;
const AT = Date.UTC(2026, 2, 11, 3);

const backups = fc
  .uniqueArray(fc.record({ minute: fc.integer({ min: 0, max: 90 * 24 * 60 }), good: fc.boolean() }), {
    selector: (one) => one.minute,
    maxLength: 60,
  })
  .map((all) =>
    all
      .toSorted((a, b) => a.minute - b.minute)
      .map(({ minute, good }): Kept => ({ name: `b${minute}`, at: new Date(AT + minute * 60_000), good })),
  );

const newestFirst = (all: readonly Kept[]) => all.toSorted((a, b) => b.at.getTime() - a.at.getTime());
const dayOf = ({ at }: Kept) => at.toISOString().slice(0, 10);
const mondayOf = (one: Kept) => {
  const sinceMonday = (one.at.getUTCDay() + 6) % 7;
  return new Date(one.at.getTime() - sinceMonday * DAY).toISOString().slice(0, 10);
};

test('the newest good backups are never given up, and of each of the last days and weeks one stays', () => {
  fc.assert(
    fc.property(backups, (all) => {
      const { kept, daily } = chooseKept(all);
      const good = newestFirst(all.filter((one) => one.good));
      for (const one of good.slice(0, ALWAYS)) expect(kept).toContain(one.name);
      for (const [periodOf, periods] of [
        [dayOf, DAILY],
        [mondayOf, WEEKLY],
      ] as const) {
        const last = [...new Set(good.map(periodOf))].slice(0, periods);
        for (const period of last) {
          const newest = good.find((one) => periodOf(one) === period);
          expect(kept).toContain(newest?.name);
          if (periodOf === dayOf) expect(daily).toContain(newest?.name);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('those of a clock that was ahead for weeks, or is behind, push out none of later', () => {
  const dated = (name: string, day: number): Kept => ({ name, at: new Date(AT + day * DAY), good: true });
  const row = (name: string, from: number) =>
    Array.from({ length: 30 }, (_, day) => dated(`${name}${day}`, from + day));
  for (const since of [-400, 400]) {
    const all = [...row('before', 0), ...row('wrong', since), dated('yesterday', 60), dated('today', 61)];
    const { kept, daily } = chooseKept(all);
    for (const name of ['yesterday', 'today']) expect([...kept].includes(name) && daily.has(name)).toBe(true);
  }
});

test('no more stays than the rule names, and a failed one only after the last good one', () => {
  fc.assert(
    fc.property(backups, (all) => {
      const { kept, daily } = chooseKept(all);
      const lastGood = newestFirst(all.filter((one) => one.good))[0]?.at.getTime() ?? 0;
      const stay = all.filter((one) => kept.has(one.name));
      expect(stay.filter((one) => one.good).length).toBeLessThanOrEqual(DAILY + WEEKLY + ALWAYS - 1);
      for (const one of stay) if (!one.good) expect(one.at.getTime()).toBeGreaterThan(lastGood);
      for (const name of daily) expect(kept).toContain(name);
      // What is given up once would be given up the next time too.
      expect(chooseKept(stay).kept).toEqual(kept);
    }),
    { numRuns: 500 },
  );
});

const HOUR = 3_600_000;
const night = new Date(2026, 2, 11, 3, 10);
const noon = new Date(2026, 2, 11, 12, 0);
const ago = (moment: Date, hours: number) => new Date(moment.getTime() - hours * HOUR);

test.each([
  ['at night, a day after the last', night, ago(night, 100), ago(night, 24), true],
  ['at night, when there is none', night, ago(night, 0.1), undefined, true],
  ['not twice in a night', night, ago(night, 100), ago(night, 0.2), false],
  ['at night, after one by hand in the afternoon', night, ago(night, 100), ago(night, 11), true],
  ['not at noon after a night with a backup', noon, ago(noon, 100), ago(noon, 9), false],
  ['at noon, when the night was missed', noon, ago(noon, 2), ago(noon, 33), true],
  ['but not in the first hour', noon, ago(noon, 0.9), ago(noon, 33), false],
  ['at noon, an hour after the first start', noon, ago(noon, 1.1), undefined, true],
  ['at noon, when the only one is of a clock that was ahead', noon, ago(noon, 2), ago(noon, -100), true],
])('the open shop makes a backup %s: %#', (_, now, openedAt, newest, due) => {
  expect(backupIsDue(now, openedAt, newest ? [newest] : [])).toBe(due);
});

test('one of a clock that was ahead hides none of those since', () => {
  expect(backupIsDue(noon, ago(noon, 100), [ago(noon, 9), ago(noon, -100)])).toBe(false);
  expect(isOutdated(noon, [ago(noon, 47), ago(noon, -100)])).toBe(false);
  expect(isOutdated(noon, [ago(noon, 49), ago(noon, -100)])).toBe(true);
  expect(isOutdated(noon, [])).toBe(false);
});
