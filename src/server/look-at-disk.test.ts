import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findHealthProblems } from '#services/kernel/find-health-problems.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { lookAtDisk } from './look-at-disk.ts';

const { context } = await ownShop();
const look = (enough: number) => lookAtDisk(context, tmpdir(), enough);

test('a disk of the data that is nearly full is told until there is room again', async () => {
  for (const [enough, problems] of [
    [0, []],
    [Number.POSITIVE_INFINITY, ['disk']],
    [Number.POSITIVE_INFINITY, ['disk']],
    [0, []],
  ] as const) {
    await look(enough);
    expect(await findHealthProblems(context)).toEqual(problems);
  }
});
