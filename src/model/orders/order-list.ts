import { z } from 'zod';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import {
  MAX_QUANTITY,
  nearestPacks,
  type QuantityLimits,
  quantityProblem,
  wholePacks,
} from '#model/catalogue/quantity.ts';
import { comingTo } from '#model/catalogue/restock.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { type Cents, percentOf, subtractCents, toCents } from '#model/kernel/money.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { MAX_PURCHASE_LINES } from '../purchases/purchase-life.ts';
import type { ShippingLine } from './ship-days.ts';

/** A tool that will be ordered, as the browser keeps it. `seenPrice`: dollars for one piece, as last seen or accepted. */
const ListLine = z.object({
  tool: ToolId,
  name: z.string(),
  quantity: z.int().min(1).max(MAX_QUANTITY),
  seenPrice: z.int().min(0),
  /** Milliseconds; the order of the lines. */
  addedAt: z.int().min(0),
  /** The day of the delivery that what is missing may wait for. */
  waitFor: z.iso.date().optional(),
});
export type ListLine = z.infer<typeof ListLine>;
type Lines = readonly ListLine[];

const KeptList = z.object({ version: z.literal(1), lines: z.array(z.unknown()) });

/** What the shop says of the tools now: null of one that is no longer sold, nothing of one that was not asked for. */
export type ToolsNow = ReadonlyMap<string, Tool | null>;

/** Lines that cannot be read are left out; a text that is no list is an empty one. */
export function readList(text: string | null): ListLine[] {
  const kept = KeptList.safeParse(parsed(text));
  const lines = kept.success ? kept.data.lines : [];
  const found = new Map<string, ListLine>();
  for (const line of lines.map((it) => ListLine.safeParse(it).data)) if (line) found.set(line.tool, line);
  return inOrder([...found.values()]).slice(0, MAX_PURCHASE_LINES);
}

export const writeList = (lines: Lines): string => JSON.stringify({ version: 1, lines });

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Why so many pieces cannot be added: the list is full, or the tool's line would be too large. */
export function noRoom(lines: Lines, tool: Tool, quantity: number): 'full' | 'too-many' | undefined {
  const before = lineOf(lines, tool._id);
  if (!before && lines.length >= MAX_PURCHASE_LINES) return 'full';
  return quantity + (before?.quantity ?? 0) > MAX_QUANTITY ? 'too-many' : undefined;
}

/** Adds to the line of the tool if there is one. Undefined when there is no room for all the pieces. */
export function addTool(lines: Lines, tool: Tool, quantity: number, now: number): ListLine[] | undefined {
  if (noRoom(lines, tool, quantity)) return undefined;
  const before = lineOf(lines, tool._id);
  const whole = quantity + (before?.quantity ?? 0);
  const addedAt = before?.addedAt ?? Math.max(now, ...lines.map((line) => line.addedAt + 1));
  const line = { tool: tool._id, name: tool.name, quantity: whole, seenPrice: eachOf(tool, whole), addedAt };
  return putBack(lines, [line]);
}

/** As many pieces of another tool in the place of a line, or with those of it that are there; the line where they are too many. */
export function swapTool(lines: Lines, line: ListLine, instead: Tool): ListLine[] {
  const others = without(lines, [line.tool]);
  const added = addTool(others, instead, line.quantity, line.addedAt);
  if (!added) return [...lines];
  const other = lineOf(added, instead._id);
  return other && !lineOf(others, instead._id) ? putBack(added, [{ ...other, addedAt: line.addedAt }]) : added;
}

/** A price that has risen stays to be accepted at the other quantity; otherwise the price of that quantity is seen. */
export function setQuantity(lines: Lines, tool: Tool, quantity: number): ListLine[] {
  return lines.map((line) => {
    if (line.tool !== tool._id || quantity > MAX_QUANTITY) return line;
    const risen = eachOf(tool, line.quantity) > line.seenPrice;
    return { ...line, quantity, seenPrice: risen ? line.seenPrice : eachOf(tool, quantity) };
  });
}

export const without = (lines: Lines, tools: readonly string[]): ListLine[] =>
  lines.filter(({ tool }) => !tools.includes(tool));

/** The same lines with those, in their places. */
export const putBack = (lines: Lines, those: Lines): ListLine[] =>
  inOrder([
    ...without(
      lines,
      those.map(({ tool }) => tool),
    ),
    ...those,
  ]);

export const lineOf = (lines: Lines, tool: string): ListLine | undefined => lines.find((line) => line.tool === tool);

const inOrder = (lines: Lines): ListLine[] => lines.toSorted((a, b) => a.addedAt - b.addedAt);

/** The tool as buyers may count on it: without a delivery that is over or of which nothing is left. */
export function withComing({ restock, ...tool }: Tool, now: Date): Tool {
  const coming = restock && comingTo({ restock }, now);
  return coming ? { ...tool, restock: coming } : tool;
}

/** What of a line is here, and what would wait for the next delivery. */
export interface Split {
  readonly now: number;
  readonly later: number;
  readonly date: string;
}

/** Undefined where nothing is missing, or may not wait. */
export function splitOf({ quantity }: Pick<ListLine, 'quantity'>, tool: Tool): Split | undefined {
  const now = wholePacks(tool.available_quantity, tool.pack);
  const later = quantity - now;
  const fits = quantity >= tool.min_quantity && quantity % tool.pack === 0;
  return tool.restock && fits && quantity > tool.available_quantity && later <= tool.restock.left
    ? { now, later, date: tool.restock.date }
    : undefined;
}

/** The same where its buyer has said so, for that day or a later one. */
export function waitOf(line: ListLine, tool: Tool): Split | undefined {
  const split = splitOf(line, tool);
  return split && line.waitFor && line.waitFor >= split.date ? split : undefined;
}

export type LineFix =
  | ({ readonly code: 'wait' } & Split)
  | { readonly code: 'quantity'; readonly quantity: number }
  | { readonly code: 'accept'; readonly price: number }
  | { readonly code: 'remove' };

export interface LineProblem {
  readonly code: 'gone' | 'sold-out' | 'too-few' | 'below-minimum' | 'not-whole-packs' | 'price-risen' | 'unpaid';
  /** The first is the one that mends all lines at once. */
  readonly fixes: readonly LineFix[];
}

const REMOVE: LineFix = { code: 'remove' };

/**
 * Why a line cannot be ordered as it is, and what one press can do; undefined when it can.
 * @param most so many may be ordered beside its buyer's unpaid orders, where the shop has said so
 */
export function lineProblem(line: ListLine, tool: Tool | null, most = MAX_QUANTITY): LineProblem | undefined {
  if (!tool) return { code: 'gone', fixes: [REMOVE] };
  const { quantity, seenPrice } = line;
  const split = splitOf(line, tool);
  const wait: LineFix[] = split ? [{ code: 'wait', ...split }] : [];
  const limits = limitsOf(tool);
  const take = (pieces: number): LineFix => ({ code: 'quantity', quantity: pieces });
  switch (waitOf(line, tool) ? undefined : quantityProblem(quantity, limits)) {
    case 'out-of-stock':
      return { code: 'sold-out', fixes: split ? wait : [REMOVE] };
    case 'above-available':
      return { code: 'too-few', fixes: [...wait, take(wholePacks(limits.available, limits.pack))] };
    case 'not-whole-packs':
      return { code: 'not-whole-packs', fixes: nearestPacks(quantity, limits).toReversed().map(take) };
    case 'below-minimum':
    case 'empty':
      return { code: 'below-minimum', fixes: [take(tool.min_quantity)] };
    default:
  }
  const price = eachOf(tool, quantity);
  if (price > seenPrice) return { code: 'price-risen', fixes: [{ code: 'accept', price }] };
  if (quantity <= most) return undefined;
  const fewer = wholePacks(most, tool.pack);
  return { code: 'unpaid', fixes: [fewer >= tool.min_quantity ? take(fewer) : REMOVE] };
}

/** How many one order can have of what is there. */
export const limitsOf = (tool: Tool): Required<QuantityLimits> => ({
  min: tool.min_quantity,
  available: Math.min(tool.available_quantity, MAX_QUANTITY),
  pack: tool.pack,
});

export function applyFix(lines: Lines, id: string, tool: Tool | null, fix: LineFix): ListLine[] {
  if (fix.code === 'remove' || !tool) return without(lines, [id]);
  if (fix.code === 'quantity') return setQuantity(lines, tool, fix.quantity);
  const mended = fix.code === 'wait' ? { waitFor: fix.date } : { seenPrice: fix.price };
  return lines.map((line) => (line.tool === id ? { ...line, ...mended } : line));
}

/** Every problem mended with its first fix. A line may have two, one after the other: its quantity, then its price. */
export function fixAll(lines: Lines, tools: ToolsNow, most?: ReadonlyMap<string, number>): ListLine[] {
  let fixed = [...lines];
  for (const { tool: id } of lines) {
    const tool = tools.get(id);
    for (let line = lineOf(fixed, id); line && tool !== undefined; line = lineOf(fixed, id)) {
      const fix = lineProblem(line, tool, most?.get(id))?.fixes[0];
      if (!fix) break;
      fixed = applyFix(fixed, id, tool, fix);
    }
  }
  return fixed;
}

/** What of the list would ship, and what of it waits; not what is missing while its buyer has not decided. */
export const shippingLines = (lines: Lines, tools: ToolsNow): ShippingLine[] =>
  lines.flatMap((line) => {
    const tool = tools.get(line.tool);
    if (tool === null) return [];
    const split = tool && waitOf(line, tool);
    if (split) return [{ quantity: line.quantity, waiting: { pieces: split.later, date: split.date } }];
    return [
      { quantity: tool ? Math.min(line.quantity, wholePacks(tool.available_quantity, tool.pack)) : line.quantity },
    ];
  });

export interface ListTotals {
  readonly tools: number;
  /** Those of them that are sold, whose sums these are. */
  readonly sold: number;
  readonly pieces: number;
  /** Those of them that wait for a delivery. */
  readonly waiting: number;
  /** Quantity x price each of all lines. */
  readonly goods: Cents;
  /** Taken off where larger quantities would cost less as a whole. */
  readonly guard: Cents;
  readonly discount: Cents;
  readonly amount: Cents;
}

/** The sums of the tools that are sold. `offerPercent` is 0 without the offer. */
export function listTotals(lines: Lines, tools: ToolsNow, offerPercent: number): ListTotals {
  let [goods, guard, pieces, waiting, sold] = [0, 0, 0, 0, 0];
  for (const line of lines) {
    pieces += line.quantity;
    const tool = tools.get(line.tool);
    if (!tool) continue;
    sold += 1;
    waiting += waitOf(line, tool)?.later ?? 0;
    const price = orderPrice(tool, line.quantity, 0);
    goods += price.total;
    guard += price.guard;
  }
  const asked = sumShown(goods - guard);
  const discount = percentOf(asked, offerPercent);
  const amount = subtractCents(asked, discount);
  const counts = { tools: lines.length, sold, pieces, waiting };
  return { ...counts, goods: sumShown(goods), guard: sumShown(guard), discount, amount };
}

/** Many of the dearest tools add up to no safe number: they are shown as less, and the shop refuses them. */
export const sumShown = (cents: number): Cents => toCents(Math.min(cents, Number.MAX_SAFE_INTEGER));
