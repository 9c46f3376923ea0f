export interface QuantityLimits {
  readonly min: number;
  readonly available: number;
}

export type QuantityProblem = 'empty' | 'below-minimum' | 'above-available' | 'out-of-stock';

/** Why a quantity cannot be ordered, or undefined when it can. An empty box is `null`. */
export function quantityProblem(quantity: number | null, limits: QuantityLimits): QuantityProblem | undefined {
  if (limits.available < limits.min) return 'out-of-stock';
  if (quantity === null || !Number.isSafeInteger(quantity) || quantity <= 0) return 'empty';
  if (quantity < limits.min) return 'below-minimum';
  if (quantity > limits.available) return 'above-available';
  return undefined;
}
