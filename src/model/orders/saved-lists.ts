import { z } from 'zod';
import { MAX_QUANTITY, quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { centsToDollars } from '#model/kernel/money.ts';
import { isLine } from '#model/kernel/plain-text.ts';
import { wholeCharacters } from '#model/kernel/whole-characters.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { MAX_PURCHASE_LINES } from '../purchases/purchase-life.ts';
import { PurchaseNumber } from './order.ts';
import { limitsOf, splitOf } from './order-list.ts';

export const MAX_LISTS = 100;
/** In code points, as the database counts them. */
const MAX_LIST_NAME = 60;

export const ListId = z.uuid({ error: 'This is not the id of a list.' }).toLowerCase().brand<'ListId'>();
export type ListId = z.infer<typeof ListId>;

export const ListName = z
  .string({ error: 'Name is required.' })
  .trim()
  .min(1, { error: 'Name is required.', abort: true })
  .refine((name) => [...name].length <= MAX_LIST_NAME, { error: `Name may have ${MAX_LIST_NAME} characters at most.` })
  .refine(isLine, { error: 'Name must be one line of plain text.' });

const Line = z.object({
  tool: ToolId,
  quantity: z.int().min(1).max(MAX_QUANTITY),
});

/** Tools and quantities under a name; no prices. */
export const NewList = z.object({
  name: ListName,
  lines: z
    .array(Line, { error: 'Send the lines as a list.' })
    .min(1, { error: 'A list has one line at least.' })
    .max(MAX_PURCHASE_LINES, { error: `A list has ${MAX_PURCHASE_LINES} lines at most.` }),
});
export type NewList = z.infer<typeof NewList>;

export const SaveList = NewList.extend({
  replace: z.boolean({ error: 'Send true or false.' }).optional().meta({
    description: 'Whether a list of this name is replaced; else it is refused',
  }),
});
export type SaveList = z.infer<typeof SaveList>;

export const RenameList = z.object({ name: ListName });

/** The newest purchase with at least half of the tools of a list. Money is in dollars, without the first-order offer. */
const LastTime = z.object({
  number: PurchaseNumber,
  at: z.iso.datetime(),
});

/** What a tool was ordered for in a purchase: `asked` is quantity x price, less the guard. */
const OrderedFor = z.object({ quantity: z.int(), each: z.int(), asked: z.number() });
export type OrderedFor = z.infer<typeof OrderedFor>;

export const OpenedList = z.object({
  id: ListId,
  name: z.string(),
  last: LastTime.nullable(),
  lines: z.array(
    Line.extend({ name: z.string(), image: z.string(), last: OrderedFor.nullable() }).meta({
      description: '`name` and `image` also of a tool that is no longer sold',
    }),
  ),
});
export type OpenedList = z.infer<typeof OpenedList>;

/** How many lines cannot be ordered as they are, by the reason. */
const Troubles = z.object({
  gone: z.int(),
  sold_out: z.int(),
  too_few: z.int(),
  below_minimum: z.int(),
  not_whole_packs: z.int(),
});
export type Troubles = z.infer<typeof Troubles>;
export type Trouble = keyof Troubles;

export const ListRow = z.object({
  id: ListId,
  name: z.string(),
  tools: z.int(),
  pieces: z.int(),
  total: z.number().meta({ description: 'What costs today, in dollars, what can be bought of it as it is' }),
  troubles: Troubles,
  last: LastTime.extend({ total: z.number() }).nullable().meta({
    description: 'The newest purchase with at least half of the tools, and what they cost in it',
  }),
});
export type ListRow = z.infer<typeof ListRow>;

/** Capitals make no other name. */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Why so many of a tool cannot be ordered today; null is a tool that is no longer sold. */
export function troubleOf(tool: Tool | null, quantity: number): Trouble | undefined {
  if (!tool) return 'gone';
  const problem = quantityProblem(quantity, limitsOf(tool));
  return problem && TROUBLES[problem];
}

const TROUBLES = {
  'out-of-stock': 'sold_out',
  'above-available': 'too_few',
  'below-minimum': 'below_minimum',
  'not-whole-packs': 'not_whole_packs',
  empty: 'below_minimum',
} as const;

/** Dollars for so many pieces, without the first-order offer. */
const askedFor = (tool: Tool, quantity: number): number => centsToDollars(orderPrice(tool, quantity, 0).asked);

/** The same; undefined where so many cannot be bought today, unless what is missing may wait for a delivery. */
export function askedToday(tool: Tool | null, quantity: number): number | undefined {
  const trouble = troubleOf(tool, quantity);
  const canBeBought = tool && (!trouble || (trouble === 'too_few' && splitOf({ quantity }, tool)));
  return canBeBought ? askedFor(tool, quantity) : undefined;
}

/** What can be bought of a list costs today, and what stands in its way. */
export function listToday(
  lines: readonly { readonly tool: Tool | null; readonly quantity: number }[],
): Pick<ListRow, 'total' | 'troubles'> {
  const troubles = { gone: 0, sold_out: 0, too_few: 0, below_minimum: 0, not_whole_packs: 0 };
  let total = 0;
  for (const { tool, quantity } of lines) {
    const trouble = troubleOf(tool, quantity);
    if (trouble) troubles[trouble] += 1;
    total += askedToday(tool, quantity) ?? 0;
  }
  return { total, troubles };
}

/** `Van stock, copy`, then `Van stock, copy 2`: the first that is not taken. A long name gives way to the ending. */
export function copyName(name: string, taken: readonly string[]): string {
  for (let no = 1; ; no += 1) {
    const ending = no === 1 ? ', copy' : `, copy ${no}`;
    const start = wholeCharacters(name, MAX_LIST_NAME - ending.length);
    const copy = `${start.trimEnd()}${ending}`;
    if (!taken.some((other) => sameName(other, copy))) return copy;
  }
}
