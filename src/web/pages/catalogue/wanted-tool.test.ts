import { expect, test } from 'vitest';
import { dropWanted, recallWanted, rememberWanted } from './wanted-tool.ts';

function storage(kept: Record<string, string> = {}) {
  return {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => void Object.assign(kept, { [name]: value }),
    removeItem: (name: string) => void delete kept[name],
  };
}

test('a wanted tool is known until it is dropped', () => {
  const tab = storage();
  expect(recallWanted(tab)).toBeUndefined();
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: 60 }, tab);
  expect(recallWanted(tab)).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 60 });
  dropWanted(tab);
  expect(recallWanted(tab)).toBeUndefined();
});

test.each(['{', '[]', '{"id":5,"name":"x"}', '{"id":"a"}'])('what is kept as %s is no tool', (text) => {
  expect(recallWanted(storage({ 'wanted-tool': text }))).toBeUndefined();
});

test('a quantity that is no number of pieces was not chosen', () => {
  const kept = storage({ 'wanted-tool': '{"id":"a","name":"Claw Hammer","quantity":"<b>"}' });
  expect(recallWanted(kept)?.quantity).toBeNull();
});
