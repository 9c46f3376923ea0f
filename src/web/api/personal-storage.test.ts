import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropPersonalStorage, personalStorage } from './personal-storage.ts';

const refuse = () => {
  throw new DOMException('No room', 'QuotaExceededError');
};

beforeEach(() => vi.stubGlobal('sessionStorage', { getItem: () => 'older', setItem: refuse, removeItem: refuse }));
afterEach(() => vi.unstubAllGlobals());

test('what the browser has no room for lasts as long as the page, before what it kept earlier', () => {
  personalStorage.setItem('note:p1:u1', 'Ring twice');
  expect(personalStorage.getItem('note:p1:u1')).toBe('Ring twice');
  personalStorage.removeItem('note:p1:u1');
  expect(personalStorage.getItem('note:p1:u1')).toBe('older');
});

test('it goes with a person and with a logout', () => {
  const kept = () => ['note:p1:u1', 'note:p1:u2'].map((name) => personalStorage.getItem(name));
  personalStorage.setItem('note:p1:u1', 'Ring twice');
  personalStorage.setItem('note:p1:u2', 'Ask for the dock');
  dropPersonalStorage('u1');
  expect(kept()).toEqual(['older', 'Ask for the dock']);
  dropPersonalStorage();
  expect(kept()).toEqual(['older', 'older']);
});
