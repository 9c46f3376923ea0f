import type { Outcome } from '#model/kernel/outcome.ts';
import type { AuditPage } from '#model/people/audit-entry.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import type { AuditSearch } from '#web/ui/people/audit-filters.tsx';
import { auditRowId } from '#web/ui/people/audit-table.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import type { ListKind } from '../kernel/use-list.ts';

/** A page of the audit with the search that it answers. */
export type FoundEntries = AuditPage & { readonly search: AuditSearch };

/** @param from where the page begins, without it with the newest entry; `signal` ends the call, which then throws */
export async function loadAudit(
  search: AuditSearch,
  from: { after?: string | undefined; signal?: AbortSignal },
): Promise<Outcome<FoundEntries, ApiFailure>> {
  const { group, person, target } = search;
  const query = {
    ...(group && { group }),
    ...(person && { person }),
    ...(target && { target }),
    after: from.after,
  };
  const answer = await leaveWhenNoAdmin(await api.call('readAudit', { query, signal: from.signal }));
  return answer.ok ? { ok: true, value: { ...answer.value, search } } : answer;
}

export const AUDIT: ListKind<FoundEntries> = {
  key: ({ id }) => id,
  load: ({ search, next }) => loadAudit(search, { after: next }),
  focus: ({ id }) => auditRowId(id),
};
