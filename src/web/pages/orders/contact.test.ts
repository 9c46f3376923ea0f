import { beforeEach, expect, it } from 'vitest';
import { lastContact, recallContact, rememberContact } from './contact.ts';

let stored: Map<string, string>;
let storage: Parameters<typeof rememberContact>[2];

beforeEach(() => {
  stored = new Map();
  storage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
});

it('gives a person back what they typed, and nobody else', () => {
  const typed = { phone: '5550142200', address: '48 Foundry Lane\nDock 3' };
  rememberContact('u1', typed, storage);
  expect(recallContact('u1', storage)).toEqual(typed);
  expect(recallContact('u2', storage)).toBeUndefined();
});

it.each(['', '{', 'null', '[]', '{"phone":1}'])('takes %j for nothing', (text) => {
  rememberContact('u1', { phone: '1', address: '2' }, storage);
  for (const name of stored.keys()) stored.set(name, text);
  expect(recallContact('u1', storage)).toBeUndefined();
});

it('begins with the newest order', () => {
  const older = { phone: '1', address: 'a' };
  const newer = { phone: '2', address: 'b' };
  expect(lastContact([older, newer])).toEqual(newer);
  expect(lastContact([])).toBeUndefined();
});
