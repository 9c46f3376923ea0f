import { expect, test } from 'vitest';
import { OrderId, ShortOrderId, shortOrderId, ToolId } from './ids.ts';

const ID = '019aa7c4-0d5e-7c2b-9a41-2f6e3b8c1d07';

test('an id is the same in whatever case it comes', () => {
  expect([ToolId.parse(ID.toUpperCase()), OrderId.parse(ID)]).toEqual([ID, ID]);
  expect(ToolId.safeParse(`${ID}0`).success).toBe(false);
});

test('the short id of an order is known again as somebody types it, and nothing else is', () => {
  expect(shortOrderId(ID)).toBe('2F6E3B8C1D07');
  expect(ShortOrderId.parse(' 2f6e3B8c1d07 ')).toBe('2F6E3B8C1D07');
  for (const other of ['2F6E3B8C1D0', '2F6E3B8C1D071', '2F6E3B8C1D0G', ID])
    expect(ShortOrderId.safeParse(other).success).toBe(false);
});
