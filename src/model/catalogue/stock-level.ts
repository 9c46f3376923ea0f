/** Of a tool that cannot be ordered any more, or only a few times at its minimum, admins should know. */
export type StockLevel = 'out' | 'low' | 'enough';

/** So many orders of the minimum must be left before stock counts as low. */
export const LOW_STOCK_ORDERS = 5;

/** How much of a tool is left, seen from its minimum order. Both numbers are pieces. */
export function stockLevel({ available, minimum }: { available: number; minimum: number }): StockLevel {
  if (available < minimum) return 'out';
  return available < minimum * LOW_STOCK_ORDERS ? 'low' : 'enough';
}
