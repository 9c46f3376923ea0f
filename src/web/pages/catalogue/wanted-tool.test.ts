import { expect, test } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { dropWanted, recallWanted, rememberWanted } from './wanted-tool.ts';

const kept = tabStorage();

test('a wanted tool is known until it is dropped', () => {
  expect(recallWanted()).toBeUndefined();
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: 60 });
  expect(recallWanted()).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 60 });
  dropWanted();
  expect(recallWanted()).toBeUndefined();
});

test.each(['{', '[]', '{"id":5,"name":"x"}', '{"id":"a"}'])('what is kept as %s is no tool', (text) => {
  kept.set('wanted-tool', text);
  expect(recallWanted()).toBeUndefined();
});

test('a quantity that is no number of pieces was not chosen', () => {
  kept.set('wanted-tool', '{"id":"a","name":"Claw Hammer","quantity":"<b>"}');
  expect(recallWanted()?.quantity).toBeNull();
});

test('the quantity is kept when the tool is asked for again from another page', () => {
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: 60 });
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: null });
  expect(recallWanted()).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 60 });
  rememberWanted({ id: 'b', name: 'Torch', quantity: null });
  expect(recallWanted()).toEqual({ id: 'b', name: 'Torch', quantity: null });
});
