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

const contact = { of: 'sam', phone: '5550142200', address: '1 Main Street' };

test('what was typed is kept with it, also when the tool is asked for again from another page', () => {
  const tab = storage();
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: 60, contact }, tab);
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: null }, tab);
  expect(recallWanted(tab)).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 60, contact });
  rememberWanted({ id: 'b', name: 'Torch', quantity: null }, tab);
  expect(recallWanted(tab)).toEqual({ id: 'b', name: 'Torch', quantity: null });
});

test('a contact that was not written here is none', () => {
  const kept = storage({ 'wanted-tool': '{"id":"a","name":"Claw Hammer","quantity":5,"contact":{"of":"sam"}}' });
  expect(recallWanted(kept)).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 5 });
});
