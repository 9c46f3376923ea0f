import { expect, test } from 'vitest';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { damageIn, findDamage } from './find-damage.ts';

const sql = await ownDatabase();

test('a whole database has no damage', async () => {
  expect(await findDamage(sql)).toEqual([]);
  expect(await findDamage(sql, 0)).toEqual([]);
});

test('what Postgres says of damage is told from all else, however it is wrapped', () => {
  const thrown = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('said'), { code }) });
  expect(damageIn(thrown('XX001'))).toBe('said');
  expect(damageIn(thrown('58030'))).toBe('said');
  for (const other of [thrown('57014'), new Error('XX001'), 'XX001', undefined])
    expect(damageIn(other)).toBeUndefined();
});
