import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NewTool } from './new-tool.ts';
import { TOOL_RULES } from './tool-edit.ts';

const GOOD = {
  name: 'Claw Hammer',
  image: '/images/0123456789abcdef0123456789abcdef/1200.webp',
  description: 'Drives and draws nails.',
  min_quantity: '24',
  available_quantity: '3600',
  price: '5',
};

const fields = (tool: object) => {
  const parsed = NewTool.safeParse(tool);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
};

test('a filled form is a tool with numbers', () => {
  const numbers = { min_quantity: 24, available_quantity: 3600, price: 5 };
  expect(NewTool.parse(GOOD)).toEqual({
    ...GOOD,
    ...numbers,
    pack: 1,
    steps: [],
    restock_at: null,
    backorder_limit: 0,
  });
  expect(NewTool.parse({ ...GOOD, restock_at: ' ', backorder_limit: '1,200' })).toMatchObject({
    ...{ restock_at: null, backorder_limit: 1_200 },
  });
  const typed = { pack: '12', steps: [{ from: '1,200', price: '4' }] };
  expect(NewTool.parse({ ...GOOD, ...typed })).toMatchObject({ pack: 12, steps: [{ from: 1_200, price: 4 }] });
});

test('a letter and its accent become one character', () => {
  const typed = { name: 'Sa\u0308geblatt', description: 'Fu\u0308r Holz.', category: 'Sa\u0308gen' };
  const saved = { name: 'S\u00e4geblatt', description: 'F\u00fcr Holz.', category: 'S\u00e4gen' };
  expect(NewTool.parse({ ...GOOD, ...typed })).toMatchObject(saved);
  expect(TOOL_RULES.category.parse(typed.category)).toBe(saved.category);
});

test('an empty form is refused field by field in the order of the form, all at once, in sentences', () => {
  const parsed = NewTool.safeParse({
    name: ' ',
    image: '',
    description: '',
    min_quantity: '',
    available_quantity: '',
    price: '',
  });
  const issues = parsed.error?.issues ?? [];
  expect(issues.map((it) => it.path.join('.'))).toEqual([
    'name',
    'min_quantity',
    'available_quantity',
    'price',
    'image',
  ]);
  for (const { message } of issues) expect(message).toMatch(/^[A-Z].*\.$/);
});

const LIMITS = { min_quantity: [1, 1_000_000], available_quantity: [0, 10_000_000], price: [1, 1_000_000] } as const;
type Field = keyof typeof LIMITS;
const field = fc.constantFrom<Field>('min_quantity', 'available_quantity', 'price');

test('whole numbers within the limits are taken in every spelling, and no others', () => {
  fc.assert(
    fc.property(field, fc.integer({ min: -20_000_000, max: 20_000_000 }), (name, number) => {
      const [min, max] = LIMITS[name];
      const inside = number >= min && number <= max;
      const spellings = [number, String(number), ` ${number} `, number.toLocaleString('en-US')];
      for (const spelling of spellings) {
        const parsed = NewTool.safeParse({ ...GOOD, [name]: spelling });
        expect([spelling, parsed.success]).toEqual([spelling, inside]);
        if (parsed.success) expect(parsed.data[name]).toBe(number);
      }
    }),
  );
});

test.each([
  '1.5',
  '1e3',
  '0x10',
  '١٢',
  '1,00',
  '1,0000',
  ',100',
  '12 000',
  '$5',
  '5 pieces',
  '--5',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  true,
  null,
  [5],
  {},
])('%j is no whole number', (value) => {
  for (const name of Object.keys(LIMITS)) expect(fields({ ...GOOD, [name]: value })).toEqual([name]);
});

test('no string makes the parser throw or let a control character through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parsed = NewTool.safeParse({ ...GOOD, name: text, description: text });
      if (!parsed.success) return;
      expect(parsed.data.name).not.toMatch(/\p{Cc}/u);
      expect(parsed.data.description).not.toContain('\0');
    }),
  );
});

test('lengths, item number and category have limits', () => {
  expect(fields({ ...GOOD, name: 'x'.repeat(200), description: 'x'.repeat(5_000) })).toEqual([]);
  expect(fields({ ...GOOD, name: 'x'.repeat(201), description: 'x'.repeat(5_001) })).toEqual(['name', 'description']);
  expect(fields({ ...GOOD, sku: 'HT-TAP-525', category: 'Measuring' })).toEqual([]);
  expect(fields({ ...GOOD, sku: null, category: null })).toEqual([]);
  const step = { from: 100, price: 4 };
  expect(fields({ ...GOOD, steps: Array(5).fill(step) })).toEqual([]);
  expect(fields({ ...GOOD, steps: Array(6).fill(step) })).toEqual(['steps']);
  expect(fields({ ...GOOD, pack: '0', steps: [step, { from: 'x', price: 0 }] })).toEqual([
    ...['pack', 'steps.1.from', 'steps.1.price'],
  ]);
  expect(fields({ ...GOOD, sku: 'HT TAP', category: '' })).toEqual(['category', 'sku']);
  expect(NewTool.parse({ ...GOOD, description: undefined }).description).toBe('');
});
