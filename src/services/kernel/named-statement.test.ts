import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keepStatement } from './named-statement.ts';

test('a kept statement has one text, and each value once however often it stands there', () => {
  let written = 0;
  const statement = keepStatement<{ who: string; many: number }>('some', (value) => {
    written += 1;
    const inner = sql`(select count(*) from orders where person_id = ${value('who')})`;
    return sql`select ${value('many')}, ${'a word'}, ${inner} where ${value('who')} <> ${'a word'} or ${5} > ${value('many')}`;
  });
  expect(statement({ who: 'Ann', many: 3 })).toEqual({
    name: 'some',
    sql: 'select $1, $2, (select count(*) from orders where person_id = $3) where $3 <> $2 or $4 > $1',
    params: [3, 'a word', 'Ann', 5],
  });
  expect(statement({ who: 'Bob', many: 5 }).params).toEqual([5, 'a word', 'Bob', 5]);
  expect(written).toBe(1);
});
