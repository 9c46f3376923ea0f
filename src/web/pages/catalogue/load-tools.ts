import { failure, success } from '#model/kernel/outcome.ts';
import { anyCallText } from '#texts/any-call.ts';
import type { PublicClient } from '#web/api/client.ts';
import { limitsOf, type ToolSearch } from '#web/ui/catalogue/tool-choices.ts';
import { toToolCards } from './home-data.ts';
import { readSearch, readShown } from './read-search.ts';
import { toQuery } from './search-url.ts';

export type LoadedTools = Awaited<ReturnType<typeof loadTools>>;

/** The tools for an address of the home page. */
export async function loadTools(api: PublicClient, params: URLSearchParams) {
  const search = readSearch(params);
  const { sort, ...filter } = toQuery(search);
  const limited = Object.keys(filter).length > 0;
  const [found, one, categories] = await Promise.all([
    api.call('listTools', { query: { ...filter, sort, limit: String(readShown(params)) } }),
    limited ? api.call('listTools', { query: { limit: '1' } }) : undefined,
    api.call('listCategories', {}),
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
    costliest: page.total === 0 ? await findCostliest(api, search) : undefined,
  });
}

/** Of several limits that leave nothing, the filter without which most tools are left. The words are what is looked for. */
async function findCostliest(api: PublicClient, search: ToolSearch) {
  const limits = limitsOf(search);
  if (limits.length < 2) return undefined;
  const filters = limits.filter(({ name }) => name !== 'q');
  const without = await Promise.all(
    filters.map(async ({ name, label }) => {
      const answer = await api.call('listTools', { query: { ...toQuery({ ...search, [name]: '' }), limit: '1' } });
      return { name, label, total: (answer.ok && answer.list.total) || 0 };
    }),
  );
  const [most] = without.toSorted((one, other) => other.total - one.total);
  return most && most.total > 0 ? most : undefined;
}
