import { useEffect, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { AuditPage } from '#model/people/audit-entry.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import type { AuditSearch } from '#web/ui/people/audit-filters.tsx';
import { auditRowId } from '#web/ui/people/audit-table.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';

/** A page of the audit with the search that it answers. */
export type FoundPage = AuditPage & { readonly search: AuditSearch };

/** @param from where the page begins, without it with the newest entry; `signal` ends the call, which then throws */
export async function loadAuditPage(
  search: AuditSearch,
  { before, signal }: { before?: number; signal?: AbortSignal } = {},
): Promise<Outcome<FoundPage, ApiFailure>> {
  const { group, person, target } = search;
  const query = {
    ...(group && { group }),
    ...(person && { person }),
    ...(target && { target }),
    ...(before && { before: String(before) }),
  };
  const answer = await leaveWhenNoAdmin(await api.call('readAudit', { query, ...(signal && { signal }) }));
  return answer.ok ? { ok: true, value: { ...answer.value, search } } : answer;
}

/** The first page with those that were loaded behind it. */
export function useAuditPages(first: FoundPage) {
  const [list, setList] = useState({ first, entries: first.entries, before: first.before });
  const [more, setMore] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  const [focus, setFocus] = useState<number>();
  if (list.first !== first) {
    setList({ first, entries: first.entries, before: first.before });
    setMore({ busy: false });
  }
  useEffect(() => {
    if (focus) document.getElementById(auditRowId(focus))?.focus();
  }, [focus]);

  async function loadMore() {
    if (!list.before || more.busy) return;
    setMore({ busy: true });
    const page = await loadAuditPage(first.search, { before: list.before });
    if (!page.ok) return setMore({ busy: false, problem: page.failure.detail });
    const { entries, before } = page.value;
    // Another search may have begun meanwhile: then this page belongs to nothing.
    setList((now) => (now.first === first ? { first, entries: [...now.entries, ...entries], before } : now));
    setMore({ busy: false });
    setFocus(entries[0]?.id);
  }

  const { entries, before } = list.first === first ? list : first;
  return { entries, more: before ? { ...more, load: () => void loadMore() } : undefined };
}
