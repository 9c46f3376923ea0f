import { expect, test } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { dropShipDraft, keepShipDraft, recallShipDraft, spendShipDraft } from './ship-draft.ts';

const kept = tabStorage();

test('what was typed for a shipment is kept for its purchase until it is dropped; what is no draft is none', () => {
  const draft = { carrier: 'UPS', tracking: '1Z999AA10123456784', pieces: { one: '4' }, tell: false } as const;
  keepShipDraft('one', draft);
  expect(recallShipDraft('one')).toEqual(draft);
  expect(recallShipDraft('other')).toBeUndefined();
  keepShipDraft('one', { ...draft, key: 'press-of-ship' });
  expect(recallShipDraft('one')?.key).toBe('press-of-ship');
  kept.set('shipment:one:', JSON.stringify({ ...draft, carrier: 'Pigeon' }));
  expect(recallShipDraft('one')?.carrier).toBe('');
  dropShipDraft('one');
  expect(recallShipDraft('one')).toBeUndefined();
  for (const broken of ['{"tracking":"x"', '{"tracking":1}', '{"tracking":"x","tell":true}']) {
    kept.set('shipment:one:', broken);
    expect(recallShipDraft('one')).toBeUndefined();
  }
});

test('of what was used only an unticked mail stays', () => {
  const draft = { carrier: 'UPS', tracking: '1Z999AA10123456784', pieces: { one: '4' } } as const;
  keepShipDraft('one', { ...draft, tell: false });
  spendShipDraft('one');
  expect(recallShipDraft('one')).toEqual({ carrier: '', tracking: '', pieces: {}, tell: false });
  keepShipDraft('one', { ...draft, tell: true });
  spendShipDraft('one');
  expect(recallShipDraft('one')).toBeUndefined();
});
