import type { PriceStep } from '#model/catalogue/ladder.ts';
import { formatCount, formatDollars } from './format.ts';

/** "from $8 at 400": the lowest price; undefined of a tool without steps. */
export function lowestPrice(steps: readonly PriceStep[]): string | undefined {
  const last = steps.at(-1);
  return last && `from ${formatDollars(last.price)} at ${formatCount(last.from)}`;
}
