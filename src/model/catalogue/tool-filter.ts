import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from './search-words.ts';
import { FIELDS } from './tool-field.ts';

/** Orders in which the catalogue can be listed. Tools that are equal in one come newest first. */
export const TOOL_SORTS = [
  'oldest',
  'newest',
  'price-asc',
  'price-desc',
  'name',
  'min-order',
  'available',
  'total',
] as const;
export type ToolSort = (typeof TOOL_SORTS)[number];

/** Whole dollars for one piece, both ends included; at least one end is given. */
export interface PriceRange {
  readonly from?: number;
  readonly to?: number;
}

/** What somebody looks for, as it stands in a URL and as it is meant. An absent part does not limit. */
export const TOOL_FILTER = {
  q: z
    .string()
    .max(MAX_SEARCH_LENGTH, { error: `Search for at most ${MAX_SEARCH_LENGTH} characters.` })
    .regex(/^\P{Cc}*$/u, { error: 'Search for plain characters.' })
    .optional()
    .meta({ description: 'Words that must all stand in the name or the item number; typing errors are forgiven' }),
  category: z
    .string()
    .max(FIELDS.category.max, { error: `A category has ${FIELDS.category.max} characters at most.` })
    .regex(/^\P{Cc}+$/u, { error: 'Give a category as /categories lists it.' })
    .optional()
    .meta({ description: 'A category, as /categories lists it' }),
  price: z
    .string()
    .transform(readPrice)
    .optional()
    .meta({ description: 'Whole dollars for one piece at the minimum order, both ends included: 10-20, 10- or -20' }),
  min_order: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'Give the largest minimum order as a whole number from 1.' })
    .transform(Number)
    .optional()
    .meta({ description: 'The largest minimum order, in pieces' }),
  in_stock: z
    .literal('true', { error: 'Leave in_stock out, or say true.' })
    .optional()
    .meta({ description: 'Only tools of which at least the minimum order is left' }),
  need: z
    .string()
    .regex(/^([1-9]\d{0,5}|1000000)$/, {
      error: 'Give the pieces that you need as a whole number from 1 to 1,000,000.',
    })
    .transform(Number)
    .optional()
    .meta({
      description:
        'Pieces that somebody needs: for those, the minimum at least and in whole packs, `total` compares what tools cost',
    }),
  all: z
    .literal('1', { error: 'Leave all out, or say 1.' })
    .optional()
    .meta({ description: 'Only tools of which all pieces of `need` are there, with a minimum of no more' }),
} as const;

const Filter = z.object(TOOL_FILTER);
export type ToolFilter = Readonly<Partial<z.output<typeof Filter>>>;

/** The parts of a filter that can be understood, still as text; the rest of what a URL says is left out. */
export function readableFilter(params: Iterable<[string, string]>): z.input<typeof Filter> {
  const parts = [...params].filter(([name, text]) => {
    if (text.trim() === '' || !Object.hasOwn(TOOL_FILTER, name)) return false;
    return TOOL_FILTER[name as keyof typeof TOOL_FILTER].safeParse(text).success;
  });
  return Object.fromEntries(parts);
}

/** Prices have at most seven digits, and their ends are in order. */
function readPrice(text: string, context: z.RefinementCtx): PriceRange {
  const [, from, to] = /^(\d{1,7})?-(\d{1,7})?$/.exec(text) ?? [];
  const disorder = from !== undefined && to !== undefined && Number(from) > Number(to);
  if (disorder || (from === undefined && to === undefined)) {
    context.addIssue({ code: 'custom', message: 'Give prices in whole dollars as 10-20, 10- or -20.' });
    return z.NEVER;
  }
  return { ...(from !== undefined && { from: Number(from) }), ...(to !== undefined && { to: Number(to) }) };
}
