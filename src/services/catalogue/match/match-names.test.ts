import { expect, test } from 'vitest';
import type { Db } from '../../kernel/context.ts';
import { matchNames } from './match-names.ts';

test('others have their turn again and again while a long list is read', async () => {
  // Answers at once: every turn below is one that the reading of names gave.
  const db = { execute: async () => ({ rows: [{ seq: 1, search: 'toolbox HT-BOX-001' }] }) } as unknown as Db;
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const matched = await matchNames(
    db,
    Array.from({ length: 300 }, (_, n) => `${n} ${'tool box '.repeat(20)}`),
  );
  isOver = true;
  expect([matched.size, turns >= 30]).toEqual([300, true]);
});
