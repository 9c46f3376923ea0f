import type { Tool } from '#model/catalogue/tool.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { nameId } from '#web/ui/catalogue/admin-tool-row.tsx';
import type { ListKind } from '../kernel/use-list.ts';

/** A part of the list that a search finds, the newest tools first. */
export interface FoundTools extends Page<Tool> {
  readonly search: string;
  /** How many the search finds, on all pages. */
  readonly total: number;
}

/** @param from where the page begins, without it with the first tool; `signal` ends the call, which then throws */
export async function loadToolsPage(
  search: string,
  from: { after?: string | undefined; signal?: AbortSignal },
): Promise<Outcome<FoundTools, ApiFailure>> {
  const query = {
    sort: 'newest' as const,
    limit: String(SCREEN.listRows),
    ...(search && { q: search }),
    after: from.after,
  };
  const answer = await api.call('listTools', { query, signal: from.signal });
  if (!answer.ok) return answer;
  const { total = 0, next } = answer.list;
  return success({ search, rows: answer.value, total, next });
}

export const TOOLS: ListKind<FoundTools> = {
  key: ({ _id }) => _id,
  load: ({ search, next }) => loadToolsPage(search, { after: next }),
  focus: ({ _id }) => nameId(_id),
};
