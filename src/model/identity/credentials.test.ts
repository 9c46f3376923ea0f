import { expect, test } from 'vitest';
import { Password, PersonName } from './credentials.ts';

test('a password is taken as it is, from 6 to 128 characters', () => {
  expect(Password.parse('  six  ')).toBe('  six  ');
  expect(Password.safeParse('x'.repeat(128)).success).toBe(true);
  expect(Password.safeParse('x'.repeat(129)).success).toBe(false);
});

test('a name is one line of text', () => {
  expect(PersonName.parse('  Zoë O’Neill  ')).toBe('Zoë O’Neill');
  for (const name of ['a\u0000b', 'a\nb', 'a\u001bb', 'x'.repeat(61), '👩🏽‍🔧'.repeat(16)])
    expect([name, PersonName.safeParse(name).success]).toEqual([name, false]);
  for (const name of ['x'.repeat(60), '👍'.repeat(60), '👩🏽‍🔧'.repeat(15), 'م', 'עמי', '7'])
    expect([name, PersonName.safeParse(name).success]).toEqual([name, true]);
  for (const unseen of ['\u200b\u200d', '\u0301\u0302', '\u2060', '\u202e'])
    expect([unseen, PersonName.safeParse(unseen).error?.issues[0]?.message]).toEqual([unseen, 'Name must be Required']);
  expect(PersonName.safeParse('x'.repeat(61)).error?.issues[0]?.message).toBe('Name must be 60 Character or shorter');
});
