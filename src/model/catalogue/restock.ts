import type { Tool } from './tool.ts';

export interface Restock {
  /** The day of the next delivery, as 2026-12-03. */
  readonly restock_at: string | null;
  /** Pieces that may be sold ahead of it. */
  readonly backorder_limit: number;
}

export interface RestockProblem {
  readonly field: keyof Restock;
  readonly code: 'delivery_over' | 'delivery_far' | 'delivery_unknown';
}

/** A day beyond is no delivery but stands for an unknown one. */
export const MAX_YEARS_AHEAD = 100;

/** Somewhere it is still the day before. */
export const earliestDay = (now: Date): string => new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);

/** The next delivery, while it is ahead and some of it is left. */
export const comingTo = ({ restock }: Pick<Tool, 'restock'>, now: Date): Tool['restock'] =>
  restock && restock.left > 0 && restock.date >= earliestDay(now) ? restock : undefined;

/** Why a delivery cannot be saved, of the fields that change. */
export function restockProblems(
  { restock_at, backorder_limit }: Restock,
  changed: readonly string[],
  now: Date,
): RestockProblem[] {
  const over = changed.includes('restock_at') && restock_at !== null && restock_at < earliestDay(now);
  const last = new Date(now);
  last.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
  const far = changed.includes('restock_at') && restock_at !== null && restock_at > last.toISOString().slice(0, 10);
  const unknown = changed.includes('backorder_limit') && backorder_limit > 0 && restock_at === null;
  return [
    ...(over ? [{ field: 'restock_at', code: 'delivery_over' } as const] : []),
    ...(far ? [{ field: 'restock_at', code: 'delivery_far' } as const] : []),
    ...(unknown ? [{ field: 'backorder_limit', code: 'delivery_unknown' } as const] : []),
  ];
}
