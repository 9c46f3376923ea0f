import { expect, it } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { lastContact, recallContact, rememberContact } from './contact.ts';

const stored = tabStorage();

it('gives a person back what they typed, and nobody else', () => {
  const typed = { phone: '5550142200', address: '48 Foundry Lane\nDock 3' };
  rememberContact('u1', typed);
  expect(recallContact('u1')).toEqual(typed);
  expect(recallContact('u2')).toBeUndefined();
});

it.each(['', '{', 'null', '[]', '{"phone":1}'])('takes %j for nothing', (text) => {
  rememberContact('u1', { phone: '1', address: '2' });
  for (const name of stored.keys()) stored.set(name, text);
  expect(recallContact('u1')).toBeUndefined();
});

it('begins with the newest order', () => {
  const older = { phone: '1', address: 'a' };
  const newer = { phone: '2', address: 'b' };
  expect(lastContact([older, newer])).toEqual(newer);
  expect(lastContact([])).toBeUndefined();
});
