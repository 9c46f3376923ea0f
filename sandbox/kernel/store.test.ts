import { expect, it, onTestFinished } from 'vitest';
import { openStore } from './store.ts';

it('undoes what a refused call wrote, and keeps the rest of its transaction', () => {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  store.transaction(() => {
    store.insert('payment_method', { id: 'pm_kept', created: 1, body: { id: 'pm_kept' } });
    expect(() =>
      store.undoable(() => {
        store.insert('payment_method', { id: 'pm_undone', created: 1, body: { id: 'pm_undone' } });
        throw new Error('refused');
      }),
    ).toThrow('refused');
  });
  expect(store.page('payment_method', {}, Number.MAX_SAFE_INTEGER, 10)).toEqual([{ id: 'pm_kept' }]);
});

it('forgets answers after a day and events after 30', () => {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  const day = 86_400;
  store.insert('event', { id: 'evt_old', created: 1, label: 'charge.failed', body: { id: 'evt_old' } });
  store.insert('payment_intent', { id: 'pi_old', created: 1, body: { id: 'pi_old' } });
  store.saveAnswer('secret:key', { fingerprint: 'f', status: 200, body: '{}' }, 1);

  store.forget(day, day);
  expect(store.findAnswer('secret:key')).toBeDefined();
  store.forget(day + 2, day);
  expect(store.findAnswer('secret:key')).toBeUndefined();
  expect(store.find('event', 'evt_old')).toBeDefined();
  store.forget(30 * day + 2, day);
  expect(store.find('event', 'evt_old')).toBeUndefined();
  expect(store.find('payment_intent', 'pi_old')).toBeDefined();
});
