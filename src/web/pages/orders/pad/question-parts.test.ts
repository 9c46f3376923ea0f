import { expect, test } from 'vitest';
import { questionParts } from './question-parts.ts';

const questions = (count: number, words: string) =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ words: `${words} ${n}`, numbers: [] }));
const bytesOf = (part: readonly string[]) =>
  Buffer.byteLength(JSON.stringify({ lines: part.map((it): unknown => JSON.parse(it)) }));

test.each([
  ['Latin', 'Adjustable wrench '.repeat(11)],
  ['Cyrillic', 'Ключ разводной '.repeat(13)],
])('500 long names in %s letters are asked for in their order, in parts that a call takes', (_what, words) => {
  const all = questions(500, words);
  const parts = questionParts(all);
  expect(parts.flat()).toEqual(all);
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts.map(bytesOf))).toBeLessThanOrEqual(64 * 1024);
  expect(Math.min(...parts.slice(0, -1).map(bytesOf))).toBeGreaterThan(55_000);
});

test('500 short ones are one part, more are two, none is none', () => {
  expect(questionParts(questions(500, 'saw'))).toHaveLength(1);
  expect(questionParts(questions(501, 'saw')).map((part) => part.length)).toEqual([500, 1]);
  expect(questionParts([])).toEqual([]);
});
