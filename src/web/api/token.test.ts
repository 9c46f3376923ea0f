import { expect, onTestFinished, test, vi } from 'vitest';
import { dropPersonalStorage, personalStorage } from './personal-storage.ts';
import { dropToken, isFresh, ownerOf, readToken, storeToken } from './token.ts';

function blocked(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

test('where the browser keeps nothing for this site a token and texts last as long as the page, and nothing fails', () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { configurable: true, get: blocked });
    onTestFinished(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
  expect(readToken()).toBeNull();
  storeToken('a token');
  expect(readToken()).toBe('a token');
  dropToken();
  expect(readToken()).toBeNull();
  personalStorage.setItem('text', 'typed');
  expect(personalStorage.getItem('text')).toBe('typed');
  dropPersonalStorage();
  expect(personalStorage.getItem('text')).toBeNull();
  personalStorage.removeItem('text');
});

test('where it does, the token is that of all tabs', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  storeToken('mine');
  stored.clear();
  expect(readToken()).toBeNull();
});

const tokenOf = (claims: object) => `head.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.signature`;
const inSeconds = (seconds: number) => Date.now() / 1000 + seconds;

test.each([
  ['one that has long to go', tokenOf({ exp: inSeconds(600) }), true],
  ['one that ends within a minute', tokenOf({ exp: inSeconds(30) }), false],
  ['one without an end', tokenOf({}), false],
  ['what is no token', 'kept', false],
])('%s: fresh or not', (_, token, fresh) => {
  expect(isFresh(token)).toBe(fresh);
});

test('a token says whose it is, whatever session it is of; what is no token does not', () => {
  for (const sid of [1, 2]) expect(ownerOf(tokenOf({ sub: 'ada', sid }))).toBe('ada');
  expect(ownerOf('kept')).toBeUndefined();
});
