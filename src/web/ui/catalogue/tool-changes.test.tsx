import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ToolChange } from '#model/catalogue/tool-edit.ts';
import { ToolChanges } from './tool-changes.tsx';

const [zone, now] = [process.env['TZ'], Date.now()];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  vi.setSystemTime(now);
});

const at = (moment: string): ToolChange => ({
  ...{ id: Date.parse(moment), version: 2, at: moment, by: 'דנה Packer', event: null, undoes: null, undone: false },
  fields: [{ field: 'price', from: 9, to: 12 }],
});
const drawn = (...changes: ToolChange[]) =>
  renderToStaticMarkup(<ToolChanges changes={changes} added={undefined} busy={undefined} />);
const daysOf = (page: string) =>
  [...page.matchAll(/aria-label="(\w+)"|datetime="([^"]+)"/gi)].map(([, day, moment]) => day ?? moment);

test('yesterday is the day before, also where it has 25 hours or 23', () => {
  process.env['TZ'] = 'Europe/Berlin';
  vi.setSystemTime('2026-10-26T08:00:00Z');
  // 00:30 of the day on which the clocks were set back, and 23:30 of the day before.
  const [early, before] = ['2026-10-24T22:30:00.000Z', '2026-10-24T21:30:00.000Z'];
  expect(daysOf(drawn(at(early), at(before)))).toEqual(['Yesterday', early, 'Earlier', before]);
  vi.setSystemTime('2026-03-30T08:00:00Z');
  // 00:30 of the day on which they were set ahead, and 23:30 of the day before.
  const [first, last] = ['2026-03-28T23:30:00.000Z', '2026-03-28T22:30:00.000Z'];
  expect(daysOf(drawn(at('2026-03-30T07:00:00.000Z'), at(first), at(last)))).toEqual([
    ...['Today', '2026-03-30T07:00:00.000Z', 'Yesterday', first, 'Earlier', last],
  ]);
});

test('who changed it reorders nothing beside it', () => {
  expect(drawn(at('2026-11-22T10:00:00.000Z'))).toContain('<bdi>דנה Packer</bdi>');
});
