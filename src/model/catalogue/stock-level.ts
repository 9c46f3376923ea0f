export type StockLevel = 'out' | 'low' | 'enough';

/** So many orders of the minimum must be left before stock counts as low. */
export const LOW_STOCK_ORDERS = 5;

export function stockLevel({ available, minimum }: { available: number; minimum: number }): StockLevel {
  if (available < minimum) return 'out';
  return available < minimum * LOW_STOCK_ORDERS ? 'low' : 'enough';
}
