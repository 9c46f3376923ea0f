import type { Cents } from '#model/kernel/money.ts';
import { ladderCost, type Prices } from './ladder-cost.ts';
import { wholePacks } from './quantity.ts';
import type { Tool } from './tool.ts';

/** The most pieces that somebody can say they need. */
export const MAX_NEED = 1_000_000;

/** What is here of the pieces that would be ordered. `later`: pieces of them that the next delivery brings. */
export type StockAtNeed =
  | { readonly code: 'all' | 'minimum' }
  | { readonly code: 'part'; readonly now: number; readonly later: Later | undefined }
  | { readonly code: 'none'; readonly later: Later | undefined };

interface Later {
  readonly pieces: number;
  readonly date: string;
}

type Sold = Pick<Tool, 'min_quantity' | 'pack'>;

/** The pieces to order when somebody needs so many: the minimum at least, in whole packs. */
export const quantityAtNeed = ({ min_quantity, pack }: Sold, need: number): number =>
  Math.ceil(Math.max(need, min_quantity) / pack) * pack;

type StockedTool = Sold & Pick<Tool, 'available_quantity' | 'restock'>;

function stockAtNeed(tool: StockedTool, need: number): StockAtNeed {
  const { min_quantity: least, available_quantity: available, pack, restock } = tool;
  const quantity = quantityAtNeed(tool, need);
  const whole = wholePacks(available, pack);
  const left = restock?.left ?? 0;
  // Fewer than the minimum are ordered with the rest of the line, where that may wait for the delivery.
  const here = available < least && quantity - whole > left ? 0 : whole;
  if (here >= quantity) return { code: least > need ? 'minimum' : 'all' };
  const pieces = wholePacks(Math.min(left, quantity - here), pack);
  const later = restock && pieces > 0 ? { pieces, date: restock.date } : undefined;
  return here > 0 ? { code: 'part', now: here, later } : { code: 'none', later };
}

/** Accepts "1,000", "1 000" and "1000 pcs". Null for anything else. */
export function readPieces(text: string): number | null {
  const match = /^\s*([0-9]{1,3}(?:[,'’\s][0-9]{3})+|[0-9]{1,9})(?:\s*(?:pcs?|pieces?)\.?)?\s*$/i.exec(text);
  return match?.[1] ? Number(match[1].replace(/[^0-9]/g, '')) : null;
}

/** Undefined of what is no number, and of what nobody can need. */
export function readNeed(text: string): number | undefined {
  const need = readPieces(text);
  return need && need <= MAX_NEED ? need : undefined;
}

export interface AtNeed {
  /** The pieces to order: the minimum at least, in whole packs. */
  readonly quantity: number;
  /** Whole dollars for one piece of so many. */
  readonly each: number;
  /** What is asked for all, before the first-order offer. */
  readonly asked: Cents;
  /** The larger quantity that costs no more, where there is one. */
  readonly noMoreThanFor: number | undefined;
  readonly stock: StockAtNeed;
}

/** A tool for somebody who needs so many pieces. The database says the same of `asked` in `totals_at`. */
export function atNeed(tool: StockedTool & Prices, need: number): AtNeed {
  const quantity = quantityAtNeed(tool, need);
  const { each, asked, guardedBy } = ladderCost(tool, quantity);
  return { quantity, each, asked, noMoreThanFor: guardedBy?.from, stock: stockAtNeed(tool, need) };
}
