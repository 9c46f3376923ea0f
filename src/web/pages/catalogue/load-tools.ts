import { failure, success } from '#model/kernel/outcome.ts';
import type { Client } from '#web/api/client.ts';
import { toToolCards } from './home-data.ts';
import { readSearch, readShown } from './read-search.ts';
import { toQuery } from './search-url.ts';

export type LoadedTools = Awaited<ReturnType<typeof loadTools>>;

/** The tools for an address of the home page. */
export async function loadTools(api: Client, params: URLSearchParams) {
  const search = readSearch(params);
  const { sort, ...filter } = toQuery(search);
  const limited = Object.keys(filter).length > 0;
  const [found, one] = await Promise.all([
    api.call('listTools', { query: { ...filter, sort, limit: String(readShown(params)) } }),
    limited ? api.call('listTools', { query: { limit: '1' } }) : undefined,
  ]);
  if (!found.ok) return failure(found.failure.detail);
  if (one && !one.ok) return failure(one.failure.detail);
  const page = toToolCards(found.value, found.headers);
  return success({ ...page, search, all: one ? toToolCards(one.value, one.headers).total : page.total });
}
