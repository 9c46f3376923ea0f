import { href, useSearchParams } from 'react-router';
import { AUDIT_GROUPS, type AuditGroup } from '#model/kernel/audit.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { AuditEntry, AuditPage, AuditSeals as Seals } from '#model/people/audit-entry.ts';
import { formatCount } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '#web/pages/identity/access.ts';
import { listForAdmins } from '#web/pages/identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '#web/pages/kernel/admin-list-page.tsx';
import { type ListKind, useList } from '#web/pages/kernel/use-list.ts';
import { Moment } from '#web/ui/kernel/moment.tsx';
import { Counted } from '#web/ui/kernel/more.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { AuditFilters, type AuditSearch, NO_SEARCH, narrows } from '#web/ui/people/audit-filters.tsx';
import { type AuditLinks, AuditRow, AuditSkeleton, AuditTable, auditRowId } from '#web/ui/people/audit-table.tsx';
import type { Route } from './+types/audit.ts';

export const clientLoader = listForAdmins((params, signal) => loadAudit(readSearch(params), { signal }));

const HEAD = {
  className: 'audit',
  title: 'Audit',
  intro: 'Who did what in the shop, the newest first. Nobody can change it here.',
};

export function HydrateFallback() {
  const filter = (
    <>
      <Skeleton className="h-4 w-96 max-w-full" />
      <div className="audit__find">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </>
  );
  return (
    <AdminListPage {...HEAD} filter={filter}>
      <AuditSkeleton />
    </AdminListPage>
  );
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const audit = useList(loaderData.list, AUDIT);
  const [search, narrow] = useSearch();
  if (audit.isComing) return <HydrateFallback />;
  const { rows, list, failure, more, waiting } = audit;
  const filter = (
    <>
      {list && <AuditSeals seals={list.seals} />}
      <AuditFilters search={search} onSearch={narrow} />
    </>
  );
  return (
    <AdminListPage
      {...HEAD}
      filter={filter}
      list={audit}
      failed="The audit did not load"
      shown={rows.length}
      nothing={list && !failure ? nothingOf(list.search, () => narrow(NO_SEARCH)) : undefined}
      below={rows.length > 0 && <Counted shown={rows.length} unit={['entry', 'entries']} more={more} />}
    >
      <AuditTable busy={waiting}>
        {rows.map((entry) => (
          <AuditRow key={entry.id} entry={entry} links={linksOf(entry)} />
        ))}
      </AuditTable>
    </AdminListPage>
  );
}

function nothingOf(search: AuditSearch, onClear: () => void): Nothing {
  if (!narrows(search)) return { title: 'No entries yet', text: 'Everything that people do in the shop appears here.' };
  const text = search.person
    ? `There is nothing of “${search.person}” that fits. The email must be the whole one.`
    : 'There is no entry that fits.';
  return { title: 'No entry found', text, clear: { label: 'Clear filters', onClear } };
}

/** Where the links of a row lead: to the list that shows the thing, and to all rows of a person or about a thing. */
function linksOf({ who, thing, target }: AuditEntry): AuditLinks {
  return {
    toThing: pageOf(thing, target),
    toPerson: who?.email ? addressOf({ ...NO_SEARCH, person: who.email }) : undefined,
    toHistory: addressOf({ ...NO_SEARCH, target }),
  };
}

function pageOf(thing: AuditEntry['thing'], target: string): string | undefined {
  const search = (words: string) => `?${new URLSearchParams({ search: words })}`;
  if (thing?.kind === 'order') return href('/dashboard/purchases/:no', { no: thing.number ?? target });
  if (thing?.kind === 'tool') return href('/dashboard/manageTools/:toolId', { toolId: target });
  if (thing?.kind === 'person' && thing.open) return `${href('/dashboard/makeAdmin')}${search(thing.email)}`;
  return undefined;
}

const addressOf = (search: AuditSearch): string => {
  const words = writeSearch(search).toString();
  return words ? `${href('/dashboard/audit')}?${words}` : href('/dashboard/audit');
};

/** What is looked for stands in the address: it survives a reload and can be passed on. */
function useSearch(): [AuditSearch, (search: AuditSearch) => void] {
  const [params, setParams] = useSearchParams();
  const { group, person, target } = readSearch(params);
  return [{ group, person, target }, (search) => setParams(writeSearch(search), { preventScrollReset: true })];
}

function readSearch(params: URLSearchParams): AuditSearch {
  const group = params.get('what') ?? '';
  return {
    group: Object.hasOwn(AUDIT_GROUPS, group) ? (group as AuditGroup) : '',
    person: params.get('person')?.trim().slice(0, 254) ?? '',
    target: params.get('id')?.trim().slice(0, 100) ?? '',
  };
}

const writeSearch = ({ group, person, target }: AuditSearch): URLSearchParams =>
  new URLSearchParams({ ...(group && { what: group }), ...(person && { person }), ...(target && { id: target }) });

/** A page of the audit with the search that it answers. */
type FoundEntries = AuditPage & { readonly search: AuditSearch };

/** @param from where the page begins, without it with the newest entry; `signal` ends the call, which then throws */
async function loadAudit(
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

const AUDIT: ListKind<FoundEntries> = {
  key: ({ id }) => id,
  load: ({ search, next }) => loadAudit(search, { after: next }),
  focus: ({ id }) => auditRowId(id),
};

/** Whether the entries are unchanged, as far as their seals show. */
function AuditSeals({ seals }: { seals: Seals }) {
  const { sealedAt, comparedAt, compared, broken } = seals;
  if (broken !== null)
    return (
      <Notice tone="danger" role="alert" title="The audit was changed outside of the shop.">
        Seal {formatCount(broken)} does not fit its entries. Run <code>npm run doctor</code> at the shop’s machine: it
        lists all seals that do not.
      </Notice>
    );
  if (!sealedAt)
    return <p className="small muted">No entry is sealed yet: the shop seals new ones every 30 seconds.</p>;
  return (
    <p className="small muted">
      Sealed up to <Moment iso={sealedAt} />.{' '}
      {comparedAt && compared > 0 ? (
        <>
          {formatCount(compared)} sealed {compared === 1 ? 'entry was' : 'entries were'} last compared with{' '}
          {compared === 1 ? 'its seal' : 'their seals'} at <Moment iso={comparedAt} />, and none was changed.
        </>
      ) : (
        'The entries were not compared with their seals yet.'
      )}
    </p>
  );
}
