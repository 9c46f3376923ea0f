import { MAX_QUANTITY } from '#model/catalogue/quantity.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { formatCount } from '#texts/format.ts';

export const mostOfOne = (): string => `One order has ${formatCount(MAX_QUANTITY)} pieces of a tool at most.`;

/** Why pieces were not added to the order list. */
export const noRoomText = (why: 'full' | 'too-many'): string =>
  why === 'full'
    ? `Your order list is full: it has ${MAX_PURCHASE_LINES} tools.`
    : `${mostOfOne()} Look at what your order list has of it.`;
