import { beforeEach, expect, test, vi } from 'vitest';
import { type KeptPad, keepPad, keptPad, type PadEntry, takeBack } from './kept-pad.ts';

const entry = (key: number, typed: string): PadEntry => ({ key: `${key}`, typed, quantity: '' });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  keepPad({ tab: 'paste', text: '', answers: new Map(), leftOver: 0, entries: [] });
  return () => vi.unstubAllGlobals();
});

/** The pad before a change and as it left it. */
function changed(before: Partial<KeptPad>, to: Partial<KeptPad>): [KeptPad, KeptPad] {
  keepPad(before);
  const was = keptPad();
  keepPad(to);
  return [was, keptPad()];
}

test('a change that is taken back leaves the pad as it was', () => {
  const answers = new Map([['1 hammer 4', { quantity: 24 }]]);
  const was = { text: 'Item\tQty\nhammer 4\nclamp', answers, leftOver: 2, entries: [entry(1, 'saw')] };
  takeBack(...changed(was, { text: '', answers: new Map(), leftOver: 0, entries: [] }));
  expect(keptPad()).toMatchObject(was);
});

test('what was pasted since stays, and what was taken comes below it, with what was decided of both', () => {
  const answers = new Map([['1 hammer 4', { quantity: 24 }]]);
  const pads = changed({ text: 'hammer 4\nclamp\nclamp', answers }, { text: 'clamp', answers: new Map(), leftOver: 1 });
  keepPad({ text: 'clamp\nsaw 12\n', answers: new Map([['1 saw 12', { skipped: true }]]) });
  takeBack(...pads);
  expect(keptPad()).toMatchObject({ text: 'clamp\nsaw 12\nhammer 4\nclamp', leftOver: 1 });
  expect([...keptPad().answers.keys()]).toEqual(['1 hammer 4', '1 saw 12']);
});

test('lines typed one by one since stay, too, and each line has a key of its own', () => {
  const pads = changed(
    { entries: [entry(1, 'hammer'), entry(2, 'clamp'), entry(3, '')] },
    { entries: [entry(2, 'clamp')] },
  );
  keepPad({ entries: [entry(2, 'clamp'), entry(3, 'saw'), entry(4, '')] });
  takeBack(...pads);
  expect(keptPad().entries).toEqual([entry(1, 'clamp'), entry(2, 'saw'), entry(3, 'hammer')]);
});
