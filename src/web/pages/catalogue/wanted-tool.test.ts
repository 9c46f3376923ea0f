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

const contact = { of: 'sam', phone: '5550142200', address: '1 Main Street' };

test('what was typed is kept with it, also when the tool is asked for again from another page', () => {
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: 60, contact });
  rememberWanted({ id: 'a', name: 'Claw Hammer', quantity: null });
  expect(recallWanted()).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 60, contact });
  rememberWanted({ id: 'b', name: 'Torch', quantity: null });
  expect(recallWanted()).toEqual({ id: 'b', name: 'Torch', quantity: null });
});

test('a contact that was not written here is none', () => {
  kept.set('wanted-tool', '{"id":"a","name":"Claw Hammer","quantity":5,"contact":{"of":"sam"}}');
  expect(recallWanted()).toEqual({ id: 'a', name: 'Claw Hammer', quantity: 5 });
});
