import { and, gte, lte, type SQL } from 'drizzle-orm';
import type { ToolFilter } from '#model/catalogue/tool-filter.ts';

import type { Listed } from './tool-order.ts';

/** What a filter leaves of a list, its words and its category aside. */
export function within(of: Listed, { price, min_order, in_stock }: ToolFilter): SQL | undefined {
  return and(
    price?.from === undefined ? undefined : gte(of.price, price.from),
    price?.to === undefined ? undefined : lte(of.price, price.to),
    min_order === undefined ? undefined : lte(of.minQuantity, min_order),
    in_stock ? of.inStock : undefined,
  );
}

/** Whether a filter limits anything, its words and its category aside. */
export const isNarrowed = ({ q: _, category: __, ...others }: ToolFilter): boolean =>
  Object.values(others).some((part) => part !== undefined);
