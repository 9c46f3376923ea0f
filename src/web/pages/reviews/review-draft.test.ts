import { expect, test } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { recallDraft, rememberDraft } from './review-draft.ts';

const kept = tabStorage();

test('a draft comes back as it was, to its writer only', () => {
  rememberDraft('dana', { review: 'Good\nclamps', star: 4.5 });
  expect(recallDraft('dana')).toEqual({ review: 'Good\nclamps', star: 4.5 });
  expect(recallDraft('sam')).toEqual({ review: '', star: null });
});

test('an empty draft leaves nothing behind', () => {
  rememberDraft('dana', { review: 'Good', star: null });
  rememberDraft('dana', { review: '', star: null });
  expect(kept.size).toBe(0);
});

test.each(['{', 'null', '[]', '{"review":5,"star":"x"}'])('what is kept as %s is no draft', (text) => {
  kept.set('review:dana', text);
  expect(recallDraft('dana')).toEqual({ review: '', star: null });
});
