import { expect, test } from 'vitest';
import { newestOnly } from './newest.ts';

test('the load of the newest turn answers, however late an older one begins', async () => {
  const takeTurn = newestOnly();
  const older = takeTurn();
  const newer = takeTurn();
  const ended: string[] = [];
  const load = (name: string) => async (signal: AbortSignal) => {
    await Promise.resolve();
    if (signal.aborted) throw new Error(`${name} was ended`);
    return name;
  };
  const answer = newer(load('newer'));
  void older(load('older')).then((name) => ended.push(name));
  await expect(answer).resolves.toBe('newer');
  await new Promise((over) => setTimeout(over));
  expect(ended).toEqual([]);
});
