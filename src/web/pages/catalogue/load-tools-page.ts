import type { Tool } from '#model/catalogue/tool.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';

/** A part of the list that a search finds, the newest tools first. */
export interface ToolsPage {
  readonly search: string;
  readonly tools: readonly Tool[];
  /** How many the search finds, on all pages. */
  readonly total: number;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

/** @param from where the page begins, without it with the first tool; `signal` ends the call, which then throws */
export async function loadToolsPage(
  search: string,
  { after, signal }: { after?: string; signal?: AbortSignal } = {},
): Promise<Outcome<ToolsPage, ApiFailure>> {
  const query = {
    sort: 'newest' as const,
    limit: String(SCREEN.listRows),
    ...(search && { q: search }),
    ...(after && { after }),
  };
  const answer = await api.call('listTools', { query, ...(signal && { signal }) });
  if (!answer.ok) return answer;
  const { total = 0, next = null } = answer.list;
  return success({ search, tools: answer.value, total, next });
}
