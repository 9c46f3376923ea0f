import { expect, test } from 'vitest';
import { dropDraft, dropSaved, keepDraft, recallDraft } from './tool-draft.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('a draft is kept for its tool until it is dropped; what is no draft is none', () => {
  const storage = memory();
  const draft = { version: 3, at: '2026-11-22T14:02:00.000Z', fields: { price: '12' } };
  keepDraft('one', draft, storage);
  expect(recallDraft('one', storage)).toEqual(draft);
  expect(recallDraft('other', storage)).toBeUndefined();
  keepDraft('one', { ...draft, key: 'one-key-of-mine' }, storage);
  expect(recallDraft('one', storage)).toEqual({ ...draft, key: 'one-key-of-mine' });
  dropDraft('one', storage);
  expect(recallDraft('one', storage)).toBeUndefined();
  storage.setItem('tool-draft:one:', '{"version":"x"');
  expect(recallDraft('one', storage)).toBeUndefined();
  storage.setItem('tool-draft:one:', '{"version":"x","at":1}');
  expect(recallDraft('one', storage)).toBeUndefined();
});

test('of a draft what was saved is dropped, and what was typed since stays', () => {
  const storage = memory();
  const steps = [{ from: '10', price: '9' }];
  const draft = { version: 3, at: '2026-11-22T14:02:00.000Z', fields: { price: '14', name: 'Rasp', steps } };
  const saved = { price: '13', name: 'Rasp', sku: '', steps: [{ from: '10', price: '9' }] };
  keepDraft('one', draft, storage);
  dropSaved('one', saved, undefined, storage);
  expect(recallDraft('one', storage)).toEqual({ ...draft, fields: { price: '14' } });
  dropSaved('one', saved, 4, storage);
  expect(recallDraft('one', storage)).toEqual({ ...draft, version: 4, fields: { price: '14' } });
  dropSaved('one', { price: '14' }, 5, storage);
  expect(recallDraft('one', storage)).toBeUndefined();
  dropSaved('other', saved, 4, storage);
  expect(recallDraft('other', storage)).toBeUndefined();
});
