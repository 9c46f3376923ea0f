import { wholePacks } from '../catalogue/quantity.ts';
import type { Tool } from '../catalogue/tool.ts';

/** So many as are ordered where so many are needed: the minimum at least, in whole packs. */
export function wantedPieces({ min_quantity, pack }: Pick<Tool, 'min_quantity' | 'pack'>, need: number): number {
  const least = Math.max(need, min_quantity);
  return wholePacks(least + pack - 1, pack);
}

/** What of them is here, and what the next delivery brings. */
export interface PiecesHere {
  readonly here: number;
  readonly later: { readonly pieces: number; readonly date: string } | undefined;
}

/** Less than the minimum is sold only with the rest of an order, so it does not count alone. */
export function piecesHere(
  { available_quantity: available, min_quantity, pack, restock }: Tool,
  wanted: number,
): PiecesHere {
  const here = available < min_quantity ? 0 : Math.min(wholePacks(available, pack), wanted);
  const pieces = Math.min(wanted - here, restock?.left ?? 0);
  return { here, later: restock && pieces > 0 ? { pieces, date: restock.date } : undefined };
}
