import { expect, test } from 'vitest';
import { dropShipDraft, keepShipDraft, recallShipDraft, spendShipDraft } from './ship-draft.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('what was typed for a shipment is kept for its purchase until it is dropped; what is no draft is none', () => {
  const storage = memory();
  const draft = { carrier: 'UPS', tracking: '1Z999AA10123456784', pieces: { one: '4' }, tell: false } as const;
  keepShipDraft('one', draft, storage);
  expect(recallShipDraft('one', storage)).toEqual(draft);
  expect(recallShipDraft('other', storage)).toBeUndefined();
  storage.setItem('shipment:one:', JSON.stringify({ ...draft, carrier: 'Pigeon' }));
  expect(recallShipDraft('one', storage)?.carrier).toBe('');
  dropShipDraft('one', storage);
  expect(recallShipDraft('one', storage)).toBeUndefined();
  for (const broken of ['{"tracking":"x"', '{"tracking":1}', '{"tracking":"x","tell":true}']) {
    storage.setItem('shipment:one:', broken);
    expect(recallShipDraft('one', storage)).toBeUndefined();
  }
});

test('of what was used only an unticked mail stays', () => {
  const storage = memory();
  const draft = { carrier: 'UPS', tracking: '1Z999AA10123456784', pieces: { one: '4' } } as const;
  keepShipDraft('one', { ...draft, tell: false }, storage);
  spendShipDraft('one', storage);
  expect(recallShipDraft('one', storage)).toEqual({ carrier: '', tracking: '', pieces: {}, tell: false });
  keepShipDraft('one', { ...draft, tell: true }, storage);
  spendShipDraft('one', storage);
  expect(recallShipDraft('one', storage)).toBeUndefined();
});
