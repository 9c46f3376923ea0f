import { expect, test } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { dropDraft, dropSaved, keepDraft, recallDraft } from './tool-draft.ts';

const kept = tabStorage();

test('a draft is kept for its tool until it is dropped; what is no draft is none', () => {
  const draft = { version: 3, at: '2026-11-22T14:02:00.000Z', fields: { price: '12' } };
  keepDraft('one', draft);
  expect(recallDraft('one')).toEqual(draft);
  expect(recallDraft('other')).toBeUndefined();
  keepDraft('one', { ...draft, key: 'one-key-of-mine' });
  expect(recallDraft('one')).toEqual({ ...draft, key: 'one-key-of-mine' });
  dropDraft('one');
  expect(recallDraft('one')).toBeUndefined();
  kept.set('tool-draft:one:', '{"version":"x"');
  expect(recallDraft('one')).toBeUndefined();
  kept.set('tool-draft:one:', '{"version":"x","at":1}');
  expect(recallDraft('one')).toBeUndefined();
});

test('of a draft what was saved is dropped, and what was typed since stays', () => {
  const steps = [{ from: '10', price: '9' }];
  const draft = { version: 3, at: '2026-11-22T14:02:00.000Z', fields: { price: '14', name: 'Rasp', steps } };
  const saved = { price: '13', name: 'Rasp', sku: '', steps: [{ from: '10', price: '9' }] };
  keepDraft('one', draft);
  dropSaved('one', saved, undefined);
  expect(recallDraft('one')).toEqual({ ...draft, fields: { price: '14' } });
  dropSaved('one', saved, 4);
  expect(recallDraft('one')).toEqual({ ...draft, version: 4, fields: { price: '14' } });
  dropSaved('one', { price: '14' }, 5);
  expect(recallDraft('one')).toBeUndefined();
  dropSaved('other', saved, 4);
  expect(recallDraft('other')).toBeUndefined();
});
