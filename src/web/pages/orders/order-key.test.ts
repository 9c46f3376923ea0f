import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { keepOrderKey, keyOfList } from './order-key.ts';

const body = { tools_id: 't1', quantity: 24, address: '48 Foundry Lane' };
const stored = tabStorage();
let clock: number;

beforeEach(() => {
  clock = 1_000_000;
});

const keeper = (form = 'u1:t1') => keepOrderKey(form, () => clock);

describe('the Idempotency-Key of a purchase form', () => {
  it('is one that the shop accepts', () => {
    expect(keeper().keyFor(body)).toMatch(/^[\w-]{8,100}$/);
  });

  it('stays the same for the same body: double click, reload, another try', () => {
    const first = keeper().keyFor(body);
    expect(keeper().keyFor({ ...body })).toBe(first);
    expect(keeper().keyFor(body)).toBe(first);
  });

  it('is stored before it is given out', () => {
    const key = keeper().keyFor(body);
    expect([...stored.values()].join()).toContain(key);
  });

  it('stays the same whatever is typed anew: what became of the earlier try is not known', () => {
    const first = keeper().keyFor();
    expect(keeper().keyFor()).toBe(first);
  });

  it('is new once the body changed, where that is another order', () => {
    const first = keeper().keyFor(body);
    const second = keeper().keyFor({ ...body, quantity: 25 });
    expect(second).not.toBe(first);
    expect(keeper().keyFor({ ...body, quantity: 25 })).toBe(second);
  });

  it('is new after the order was placed: ordering the same again is another order', () => {
    const first = keeper().keyFor(body);
    keeper().forget();
    expect(keeper().keyFor(body)).not.toBe(first);
  });

  it('stays for ten minutes after an order that was placed once its form had been left', () => {
    const first = keeper().keyFor();
    keeper().forgetSoon();
    clock += 9 * 60_000;
    expect(keeper().keyFor()).toBe(first);
    clock += 2 * 60_000;
    expect(keeper().keyFor()).not.toBe(first);
  });

  it('belongs to one form', () => {
    expect(keeper('u1:t1').keyFor(body)).not.toBe(keeper('u2:t1').keyFor(body));
  });

  it('does not outlive a day', () => {
    const first = keeper().keyFor(body);
    clock += 24 * 3_600_000;
    expect(keeper().keyFor(body)).not.toBe(first);
  });

  it('is the same for another try where the browser refuses to keep it', () => {
    const setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem, removeItem: () => {} });
    const first = keeper().keyFor(body);
    expect(keeper().keyFor(body)).toBe(first);
    keeper().forget();
    expect(keeper().keyFor(body)).not.toBe(first);
    keeper().forget();
  });

  it('is made anew where something else stands in its place', () => {
    const first = keeper().keyFor(body);
    for (const name of stored.keys()) stored.set(name, '{"key":');
    expect(keeper().keyFor(body)).not.toBe(first);
  });
});

describe('the Idempotency-Key of an order list', () => {
  const line = (tool: string, addedAt: number, quantity = 24) => ({ tool, name: '', quantity, seenPrice: 10, addedAt });
  const lines = [line('t1', 1), line('t2', 2)];
  const key = (of: typeof lines, day = 0) => keyOfList(of, day * 24 * 3_600_000);

  it('is one that the shop accepts', async () => {
    expect(await keyOfList(lines)).toMatch(/^[\w-]{8,100}$/);
  });

  it('is the same in every tab, whatever else was typed there', async () => {
    expect(await key([line('t2', 2), line('t1', 1, 48)])).toBe(await key(lines));
  });

  it('is still that of a try that was not answered when the day has changed', async () => {
    clock = 24 * 3_600_000 - 60_000;
    const keyNow = async () => keeper('u1:order-list').keyFor(lines, await keyOfList(lines, clock));
    const before = await keyNow();
    clock += 120_000;
    expect(await keyNow()).toBe(before);
    keeper('u1:order-list').forget();
    expect(await keyNow()).not.toBe(before);
  });

  it('is another for other tools, for the same that were put in anew, and on another day', async () => {
    const others = [key([line('t1', 1)]), key([line('t1', 1), line('t3', 2)]), key([line('t1', 1), line('t2', 3)])];
    expect(new Set(await Promise.all([key(lines), ...others, key(lines, 1)])).size).toBe(5);
  });
});
