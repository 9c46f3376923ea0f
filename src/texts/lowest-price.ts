import type { PriceStep } from '#model/catalogue/ladder.ts';
import { formatCount, formatDollars } from './format.ts';

/** "from $8 at 400": the lowest price, on one line; undefined of a tool without steps. */
export function lowestPrice(steps: readonly PriceStep[]): string | undefined {
  const last = steps.at(-1);
  return last && `from\u00a0${formatDollars(last.price)}\u00a0at\u00a0${formatCount(last.from)}`;
}
