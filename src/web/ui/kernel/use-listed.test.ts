import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOwnList, OWN_LIST, PROMISE_LINKS, textOf, unkept } from './use-listed.ts';

const LIST = '{"of":"u1","lines":[],"unsaved":["t1"]}';

beforeEach(() => {
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('localStorage', {
    [OWN_LIST]: LIST,
    [PROMISE_LINKS]: '[["PP-1","token"]]',
    removeItem: (name: string) => Reflect.deleteProperty(localStorage, name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('after a session that ended by itself the list is put aside, and the links of promises stay', () => {
  const aside = new Map<string, string>();
  forgetOwnList({ setItem: (name, value) => void aside.set(name, value) });
  expect([...aside]).toEqual([[`${OWN_LIST}:u1`, LIST]]);
  expect(Object.keys(localStorage)).toEqual([PROMISE_LINKS, 'removeItem']);
});

test('what the browser had no room for goes before what it kept earlier, and is put aside like it', () => {
  const newer = '{"of":"u1","lines":[],"unsaved":["t1","t2"]}';
  const aside = new Map<string, string>();
  unkept.set(OWN_LIST, newer);
  expect(textOf(OWN_LIST)).toBe(newer);
  forgetOwnList({ setItem: (name, value) => void aside.set(name, value) });
  expect([...aside]).toEqual([[`${OWN_LIST}:u1`, newer]]);
  expect(textOf(OWN_LIST)).toBeNull();
});

test('after a logout nothing stays', () => {
  forgetOwnList();
  expect(Object.keys(localStorage)).toEqual(['removeItem']);
});
