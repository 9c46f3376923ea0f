/** The most pieces of a tool that one order may have. */
export const MAX_QUANTITY = 1_000_000;

export interface QuantityLimits {
  readonly min: number;
  readonly available: number;
  /** Only whole packs are ordered; 1 where pieces are sold singly. */
  readonly pack?: number;
}

export type QuantityProblem = 'empty' | 'below-minimum' | 'above-available' | 'out-of-stock' | 'not-whole-packs';

/** Why a quantity cannot be ordered, or undefined when it can. An empty box is `null`. */
export function quantityProblem(quantity: number | null, limits: QuantityLimits): QuantityProblem | undefined {
  if (limits.available < limits.min) return 'out-of-stock';
  if (quantity === null || !Number.isSafeInteger(quantity) || quantity <= 0) return 'empty';
  if (quantity < limits.min) return 'below-minimum';
  if (quantity > limits.available) return 'above-available';
  return quantity % (limits.pack ?? 1) === 0 ? undefined : 'not-whole-packs';
}

/** As many of these pieces as are whole packs. */
export const wholePacks = (pieces: number, pack: number): number => pieces - (pieces % pack);

/** The nearest quantities that can be ordered, instead of one that is no whole number of packs: two, one or none. */
export function nearestPacks(quantity: number, { min, available, pack = 1 }: QuantityLimits): number[] {
  const fewer = wholePacks(quantity, pack);
  return [fewer, fewer + pack].filter((pieces) => pieces >= min && pieces <= Math.min(available, MAX_QUANTITY));
}
