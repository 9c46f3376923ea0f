import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOwnList, OWN_LIST, PROMISE_LINKS } from './use-listed.ts';

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

test('after a logout nothing stays', () => {
  forgetOwnList();
  expect(Object.keys(localStorage)).toEqual(['removeItem']);
});
