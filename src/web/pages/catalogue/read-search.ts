import { readNeed } from '#model/catalogue/need.ts';
import { readableFilter, TOOL_SORTS } from '#model/catalogue/tool-filter.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { atNeedOf, priceEnds, type ToolSearch } from '#web/ui/catalogue/tool-choices.ts';

/** Values that cannot be read do not limit: a page does not refuse a URL. */
export function readSearch(params: URLSearchParams): ToolSearch {
  const { q = '', category = '', price = '', min_order = '', in_stock = '', all = '' } = readableFilter(params);
  const ends = readableFilter([['price', `${params.get('price_from') ?? ''}-${params.get('price_to') ?? ''}`]]).price;
  const sort = TOOL_SORTS.find((it) => it !== 'newest' && it === params.get('sort')) ?? '';
  const need = readNeed(params.get('need') ?? '') ?? '';
  const search = { q: q.trim(), category, price: ends ?? canonical(price), min_order, in_stock, all, sort };
  return atNeedOf({ ...search, need: '' }, String(need));
}

/** As many as were loaded when the address was stored. */
export function readShown(params: URLSearchParams): number {
  const shown = Number(params.get('shown'));
  return Number.isInteger(shown) ? Math.min(Math.max(shown, SCREEN.toolsPage), MAX_SHOWN) : SCREEN.toolsPage;
}

const MAX_SHOWN = 1_000;

/** "05-010" is the choice "5-10". */
function canonical(price: string): string {
  if (!price) return '';
  const { from, to } = priceEnds(price);
  return `${from && Number(from)}-${to && Number(to)}`;
}
