import { z } from 'zod';
import { TOOL_SORTS, type ToolSort } from './tool-filter.ts';

/** The last tool of a page: the next page begins after it, whatever has been added or taken away meanwhile. */
export interface ToolCursor {
  readonly sort: ToolSort;
  /** What the list is sorted by; null where that is the order in which tools were added. */
  readonly key: string | number | null;
  /** The tool's own number, which tells equal keys apart. */
  readonly seq: number;
}

const Fields = z.tuple([
  z.enum(TOOL_SORTS),
  z.union([
    z
      .string()
      .max(1000)
      .regex(/^\P{Cc}*$/u),
    z.int(),
    z.null(),
  ]),
  z.int().min(0),
]);

/** What kind of key each order has. */
const KEY_TYPE: Record<ToolSort, 'object' | 'number' | 'string'> = {
  oldest: 'object',
  newest: 'object',
  'price-asc': 'number',
  'price-desc': 'number',
  name: 'string',
  'min-order': 'number',
  available: 'number',
  total: 'number',
};

/** The cursor as a word of a URL. */
export function writeToolCursor({ sort, key, seq }: ToolCursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify([sort, key, seq]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Undefined when the word was never written by `writeToolCursor`. */
export function readToolCursor(word: string): ToolCursor | undefined {
  const fields = Fields.safeParse(fromBase64Url(word));
  if (!fields.success) return undefined;
  const [sort, key, seq] = fields.data;
  const fits = typeof key !== 'number' || sort === 'total' || z.int32().safeParse(key).success;
  return fits && KEY_TYPE[sort] === typeof key ? { sort, key, seq } : undefined;
}

function fromBase64Url(word: string): unknown {
  if (!/^[\w-]{1,2000}$/.test(word)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
