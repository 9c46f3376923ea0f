import { isLine, isPlainText } from '../kernel/plain-text.ts';
import { MAX_STEPS, type PriceStep } from './ladder.ts';

export interface FieldRow {
  /** The field's name within a sentence. */
  readonly words: string;
  readonly kind: 'line' | 'text' | 'item-number' | 'picture' | 'number' | 'steps' | 'day';
  /** Of a number; 1 unless given. */
  readonly least?: number;
  /** The most characters of a text or rows of a list, else the largest number. */
  readonly max: number;
  /** `max` as people read it, where it has thousands. */
  readonly limit?: string;
  /** A tool may have none. */
  readonly optional?: true;
  /** The value is too long for a sentence, or no text. */
  readonly long?: true;
  /** What people read of a missing text or a wrong number. */
  readonly refusal?: string;
}

/** What of a tool can be edited, in the order of the form. Without zod: pages load it. */
export const FIELDS = {
  name: { words: 'name', kind: 'line', max: 200, long: true, refusal: 'Enter a name.' },
  description: {
    ...{ words: 'description', kind: 'text', max: 5_000, limit: '5,000', long: true },
    refusal: 'Description must be text.',
  },
  category: { words: 'category', kind: 'line', max: 60, optional: true },
  sku: { words: 'item number', kind: 'item-number', max: 32, optional: true },
  image: { words: 'picture', kind: 'picture', max: 200, long: true, refusal: 'Choose a picture of the tool.' },
  price: {
    ...{ words: 'price', kind: 'number', max: 1_000_000 },
    refusal: 'Price must be whole dollars, from $1 to $1,000,000.',
  },
  min_quantity: {
    ...{ words: 'minimum order', kind: 'number', max: 1_000_000 },
    refusal: 'Minimum order must be a whole number from 1 to 1,000,000.',
  },
  pack: {
    ...{ words: 'case pack', kind: 'number', max: 1_000_000 },
    refusal: 'Case pack must be a whole number from 1 to 1,000,000.',
  },
  steps: { words: 'price ladder', kind: 'steps', max: MAX_STEPS },
  restock_at: { words: 'next delivery', kind: 'day', max: 10, optional: true, refusal: 'Enter a day, as 2026-12-03.' },
  backorder_limit: {
    ...{ words: 'backorder limit', kind: 'number', least: 0, max: 1_000_000 },
    refusal: 'Backorder limit must be a whole number from 0 to 1,000,000.',
  },
} as const satisfies Record<string, FieldRow>;

export type ToolField = keyof typeof FIELDS;
export type FieldValue = string | number | null | PriceStep[];

export const isSameValue = (one: FieldValue, other: FieldValue): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length &&
      one.every(({ from, price }, at) => from === other[at]?.from && price === other[at].price)
    : one === other;

export const TOOL_FIELDS = Object.keys(FIELDS) as readonly ToolField[];
export const rowOf = (field: ToolField): FieldRow => FIELDS[field];
export const OPTIONAL_FIELDS: ReadonlySet<string> = new Set(TOOL_FIELDS.filter((field) => rowOf(field).optional));

export const ITEM_NUMBER = /^[A-Z0-9-]{3,32}$/;

const SHAPES = {
  line: (text: string) => text !== '' && isLine(text),
  text: isPlainText,
  'item-number': (text: string) => ITEM_NUMBER.test(text),
  picture: (text: string) => text !== '',
  day: isDay,
};

/** As 2026-12-03, of a day that there is. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

const isWithin = (value: unknown, max: number, least = 1) =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= max;
const isStep = ({ from, price }: PriceStep) => isWithin(from, 1_000_000) && isWithin(price, 1_000_000);

/** Whether the shop would save this value, as it is, in such a field. */
export function fits({ kind, least, max, optional }: FieldRow, value: FieldValue): boolean {
  if (value === null) return optional === true;
  if (kind === 'number') return isWithin(value, max, least);
  if (kind === 'steps') return Array.isArray(value) && value.length <= max && value.every(isStep);
  return typeof value === 'string' && value.length <= max && SHAPES[kind](value);
}

/** What happens to a tool as a whole. */
export const TOOL_EVENTS = ['archived', 'restored'] as const;
export type ToolEvent = (typeof TOOL_EVENTS)[number];

/** By the name of each field what it was and what it is. */
export type FieldChanges = Partial<Record<ToolField, readonly [from: FieldValue, to: FieldValue]>>;
