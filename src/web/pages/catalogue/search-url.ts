import type { ToolSort } from '#model/catalogue/tool-filter.ts';
import type { ToolSearch } from '#web/ui/catalogue/tool-choices.ts';

const PARTS = [
  'q',
  'category',
  'price',
  'min_order',
  'in_stock',
  'need',
  'all',
  'sort',
] as const satisfies (keyof ToolSearch)[];

/** How many are needed is asked where it changes the answer: otherwise one answer serves whatever is typed. */
export function toQuery({ q, category, price, min_order, in_stock, need, all, sort }: ToolSearch) {
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(price && { price }),
    ...(min_order && { min_order }),
    ...(in_stock && { in_stock: 'true' as const }),
    ...((all || sort === 'total') && { need }),
    ...(all && { all: '1' as const }),
    sort: (sort || 'newest') as ToolSort,
  };
}

export function toSearchString(search: Partial<ToolSearch>, params: URLSearchParams): string {
  const next = new URLSearchParams();
  for (const part of PARTS) if (search[part]) next.set(part, search[part]);
  const view = params.get('view');
  if (view) next.set('view', view);
  return `?${next}`;
}

/** The search of an address that a page made. */
export function searchIn(address: string): ToolSearch {
  const params = new URLSearchParams(address);
  return Object.fromEntries(PARTS.map((part) => [part, params.get(part) ?? ''])) as Record<keyof ToolSearch, string>;
}

/** The same page for so many pieces, or without a need. */
export function withNeed(params: URLSearchParams, need: number | undefined): string {
  const next = new URLSearchParams(params);
  const bySum = next.get('sort') === 'total';
  if (bySum || next.has('all')) next.delete('shown');
  if (need === undefined) for (const name of ['need', 'all', ...(bySum ? ['sort'] : [])]) next.delete(name);
  else next.set('need', String(need));
  return `?${next}`;
}

export function withParameter(params: URLSearchParams, name: string, value: string | undefined): string {
  const next = new URLSearchParams(params);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  return `?${next}`;
}

/** Ignores the view and how many tools are shown. */
export function sameTools(one: URLSearchParams, other: URLSearchParams): boolean {
  const told = (params: URLSearchParams) =>
    JSON.stringify([...params].filter(([name, text]) => text && name !== 'view' && name !== 'shown').toSorted());
  return told(one) === told(other);
}
