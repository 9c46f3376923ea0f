import { expect, test } from 'vitest';
import { recallDraft, rememberDraft } from './review-draft.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('a draft comes back as it was, to its writer only', () => {
  const tab = storage();
  rememberDraft('dana', { review: 'Good\nclamps', star: 4.5 }, tab);
  expect(recallDraft('dana', tab)).toEqual({ review: 'Good\nclamps', star: 4.5 });
  expect(recallDraft('sam', tab)).toEqual({ review: '', star: null });
});

test('an empty draft leaves nothing behind', () => {
  const tab = storage();
  rememberDraft('dana', { review: 'Good', star: null }, tab);
  rememberDraft('dana', { review: '', star: null }, tab);
  expect(tab.kept.size).toBe(0);
});

test.each(['{', 'null', '[]', '{"review":5,"star":"x"}'])('what is kept as %s is no draft', (text) => {
  const tab = storage();
  tab.setItem('review:dana', text);
  expect(recallDraft('dana', tab)).toEqual({ review: '', star: null });
});
