import { expect, test } from 'vitest';
import type { EditableTool } from './tool.ts';
import { toolAsChanged } from './tool-as-changed.ts';
import { TOOL_RULES } from './tool-edit.ts';
import { type FieldValue, OPTIONAL_FIELDS, TOOL_FIELDS, type ToolField } from './tool-field.ts';

const tool = {
  ...{ _id: '00000000-0000-4000-8000-000000000000', name: 'Claw Hammer', description: 'Forged.', category: null },
  ...{ image: '/images/a/1200.webp', sku: 'HT-1', price: 9, min_quantity: 24, available_quantity: 500 },
  ...{ pack: 1, steps: [], restock_at: null, backorder_limit: 0 },
} as unknown as EditableTool;

test('a tool is shown with what changes; what the shop would refuse stays as it is saved, and is named', () => {
  const made = toolAsChanged(tool, [
    { field: 'price', to: 'ten' },
    { field: 'name', to: '' },
    { field: 'min_quantity', to: 36 },
    { field: 'sku', to: null },
  ]);
  expect(made).toEqual({ tool: { ...tool, min_quantity: 36, sku: null }, refused: ['name', 'price'] });
  expect(toolAsChanged(tool, [])).toEqual({ tool, refused: [] });
});

test('prices that do not fit each other are shown as they are saved, with what else changes', () => {
  const steps = [{ from: 100, price: 8 }];
  expect(toolAsChanged(tool, [{ field: 'steps', to: steps }])).toEqual({ tool: { ...tool, steps }, refused: [] });
  const wrong = toolAsChanged({ ...tool, steps }, [
    { field: 'name', to: 'Rasp' },
    { field: 'price', to: 8 },
    { field: 'pack', to: 4 },
  ]);
  expect(wrong).toEqual({ tool: { ...tool, steps, name: 'Rasp' }, refused: ['price', 'pack'] });
});

const dated = { ...tool, restock_at: '2026-12-03', backorder_limit: 200, restock: { date: '2026-12-03', left: 155 } };
const DAY = { field: 'restock_at', to: '2026-12-10' } as const;
const LIMIT = { field: 'backorder_limit', to: 100 } as const;

test.each([
  { of: dated, changes: [DAY], soldAhead: 0, restock: { date: '2026-12-10', left: 155 } },
  { of: dated, changes: [LIMIT], soldAhead: 0, restock: { date: '2026-12-03', left: 55 } },
  { of: dated, changes: [{ ...DAY, to: null }], soldAhead: 0, restock: undefined },
  { of: tool, changes: [DAY, LIMIT], soldAhead: 30, restock: { date: '2026-12-10', left: 70 } },
  { of: dated, changes: [LIMIT], soldAhead: 120, restock: { date: '2026-12-03', left: 0 } },
])('a changed delivery is shown as $restock', ({ of, changes, soldAhead, restock }) => {
  expect(toolAsChanged(of, changes, soldAhead).tool.restock).toEqual(restock);
});

const LENGTHS = [0, 1, 2, 3, 32, 33, 60, 61, 120, 121, 200, 201, 2_000, 2_001];
const TEXTS = [
  ...LENGTHS.map((length) => 'A'.repeat(length)),
  'HT 1',
  'HT-1',
  'two\nlines',
  'a\ttab',
  'Äxte 🪓',
  '\u0000',
];
const AMOUNTS = [0, 1, 36, 1.5, -1, 1_000_000, 1_000_001, 'ten', ''];
const PACKS = [0, 1, 24, 1.5, -1, 1_000_001, 'ten', ''];
const LIMITS = [0, 1, 24, 1.5, -1, 1_000_000, 1_000_001, 'ten', '', null];
const DAYS = ['2026-12-03', '2026-02-30', '2026-2-3', '3 Dec', '', null, 'x'];
const ROW = { from: 100, price: 8 };
const STEPS = [
  ...[[], [ROW], [{ ...ROW, price: 0 }], [{ ...ROW, from: 100.5 }], 'ten'],
  Array.from({ length: 6 }, (_, at) => ({ from: 100 + at, price: 8 - at })),
];
const VALUES: Partial<Record<ToolField, readonly FieldValue[]>> = {
  ...{ price: AMOUNTS, min_quantity: AMOUNTS, pack: PACKS, steps: STEPS },
  ...{ restock_at: DAYS, backorder_limit: LIMITS },
};

test.each(TOOL_FIELDS)('%s is judged as the shop judges it when it is saved', (field) => {
  for (const value of VALUES[field] ?? TEXTS) {
    // The form means none by an empty one of these.
    const to = value === '' && OPTIONAL_FIELDS.has(field) ? null : value;
    const refused = toolAsChanged(tool, [{ field, to }]).refused.length > 0;
    expect([to, refused]).toEqual([to, !TOOL_RULES[field].safeParse(to).success]);
  }
});
