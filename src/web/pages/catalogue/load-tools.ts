import { readNeed } from '#model/catalogue/need.ts';
import { wholePacks } from '#model/catalogue/quantity.ts';
import { readableFilter, TOOL_SORTS } from '#model/catalogue/tool-filter.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { anyCallText } from '#texts/any-call.ts';
import type { PublicClient } from '#web/api/client.ts';
import { atNeedOf, limitsOf, priceEnds, type ToolSearch } from '#web/ui/catalogue/tool-choices.ts';
import { toToolCards } from './home-data.ts';
import { toQuery } from './search-url.ts';

export type LoadedTools = Awaited<ReturnType<typeof loadTools>>;

/** The tools for an address of the home page. */
export async function loadTools(api: PublicClient, params: URLSearchParams) {
  const search = readSearch(params);
  const limited = limitsOf(search).length > 0;
  const [found, one, categories, deliverable] = await Promise.all([
    api.call('listTools', { query: { ...toQuery(search), limit: String(readShown(params)) } }),
    limited ? api.call('listTools', { query: { limit: '1' } }) : undefined,
    api.call('listCategories', {}),
    search.need && !search.all ? countTools(api, { ...search, all: '1', sort: '' }) : undefined,
  ]);
  if (!found.ok) return failure(anyCallText(found.failure));
  if (one && !one.ok) return failure(anyCallText(one.failure));
  if (!categories.ok) return failure(anyCallText(categories.failure));
  const page = toToolCards(found.value, found.list);
  return success({
    ...page,
    search,
    all: one ? (one.list.total ?? 0) : page.total,
    categories: categories.value.map(({ category }) => category),
    /** Tools that have all that are needed; undefined without a need, and where they could not be counted. */
    deliverable: search.all ? page.total : deliverable,
    most: page.total === 0 && search.all ? await findMost(api, search) : undefined,
    costliest: page.total === 0 ? await findCostliest(api, search) : undefined,
  });
}

async function countTools(api: PublicClient, search: ToolSearch): Promise<number | undefined> {
  const answer = await api.call('listTools', { query: { ...toQuery(search), limit: '1' } });
  return answer.ok ? answer.list.total : undefined;
}

/** The most pieces that can be delivered of one tool, whatever its minimum; undefined where there are none. */
async function findMost(api: PublicClient, search: ToolSearch): Promise<number | undefined> {
  const query = { ...toQuery({ ...search, all: '', sort: 'available' }), limit: String(SCREEN.toolsPage) };
  const answer = await api.call('listTools', { query });
  const most = answer.ok ? answer.value.map((tool) => wholePacks(tool.available_quantity, tool.pack)) : [];
  return Math.max(0, ...most) || undefined;
}

/** Of several limits that leave nothing, the filter without which most tools are left. The words are what is looked for. */
async function findCostliest(api: PublicClient, search: ToolSearch) {
  const limits = limitsOf(search);
  if (limits.length < 2) return undefined;
  const filters = limits.filter(({ name }) => name !== 'q');
  const without = await Promise.all(
    filters.map(async ({ name, label }) => ({
      ...{ name, label },
      total: (await countTools(api, { ...search, [name]: '' })) ?? 0,
    })),
  );
  const [most] = without.toSorted((one, other) => other.total - one.total);
  return most && most.total > 0 ? most : undefined;
}

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
