import type { ReactNode } from 'react';
import { href, useRevalidator, useSearchParams } from 'react-router';
import { AUDIT_GROUPS, type AuditGroup } from '#model/kernel/audit.ts';
import { formatCount } from '#model/kernel/count.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { AuditEntry } from '#model/people/audit-entry.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { AuditFilters, type AuditSearch, NO_SEARCH, narrows } from '#web/ui/people/audit-filters.tsx';
import { AuditSeals } from '#web/ui/people/audit-seals.tsx';
import { type AuditLinks, AuditRow, AuditSkeleton, AuditTable } from '#web/ui/people/audit-table.tsx';
import { admitAdmin } from '../identity/access.ts';
import { newestOnly } from '../kernel/newest.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/audit.ts';
import { type FoundPage, loadAuditPage, useAuditPages } from './use-audit-pages.ts';

const newest = newestOnly();

/** Answers at once; the rows follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<{
  audit: Promise<Outcome<FoundPage, ApiFailure>>;
}> {
  const admission = await admitAdmin();
  if (!admission.ok) return { audit: Promise.resolve(admission) };
  const search = readSearch(new URL(request.url).searchParams);
  return { audit: newest((signal) => loadAuditPage(search, { signal })) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame seals={<Skeleton className="h-4 w-96 max-w-full" />}>
      <div className="audit__find">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
      <AuditSkeleton />
    </Frame>
  );
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.audit);
  const [search, narrow] = useSearch();
  // Whoever was refused is on the way to the login page.
  const shown = failure?.status === 403 ? undefined : failure;
  if (!value && !shown) return <HydrateFallback />;
  return (
    <Frame seals={value && <AuditSeals seals={value.seals} />}>
      <AuditFilters search={search} onSearch={narrow} />
      {shown && <Problem failure={shown} waiting={waiting} />}
      {value && (
        <Entries first={value} waiting={waiting} failed={shown !== undefined} onClear={() => narrow(NO_SEARCH)} />
      )}
    </Frame>
  );
}

interface EntriesProps {
  first: FoundPage;
  waiting: boolean;
  /** A later list did not come: the one that is there stays. */
  failed: boolean;
  onClear: () => void;
}

function Entries({ first, waiting, failed, onClear }: EntriesProps) {
  const { entries, more } = useAuditPages(first);
  if (entries.length === 0) return failed ? null : <NoneShown search={first.search} onClear={onClear} />;
  const shown = `${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'} shown`;
  return (
    <>
      <AuditTable busy={waiting}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} links={linksOf(entry)} />
        ))}
      </AuditTable>
      <More role="status" busy={more?.busy ?? false} problem={more?.problem} onMore={more?.load}>
        {more ? shown : `${shown}, and that is all.`}
      </More>
    </>
  );
}

function NoneShown({ search, onClear }: { search: AuditSearch; onClear: () => void }) {
  if (!narrows(search))
    return <Empty title="No entries yet">Everything that people do in the shop appears here.</Empty>;
  return (
    <Empty
      title="No entry found"
      action={
        <Button variant="ink" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {search.person
        ? `There is nothing of “${search.person}” that fits. The email must be the whole one.`
        : 'There is no entry that fits.'}
    </Empty>
  );
}

function Problem({ failure, waiting }: { failure: ApiFailure; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <Failure
      title="The audit did not load"
      detail={failure.detail}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

function Frame({ seals, children }: { seals?: ReactNode; children: ReactNode }) {
  return (
    <div className="audit">
      <PageHead title="Audit">Who did what in the shop, the newest first. Nobody can change it here.</PageHead>
      {seals}
      {children}
    </div>
  );
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
  if (thing?.kind === 'order') return `${href('/dashboard/manageAllOrders')}${search(shortOrderId(target))}`;
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
