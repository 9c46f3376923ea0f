import { type ReactNode, useEffect, useRef } from 'react';
import { href, useRevalidator, useSearchParams } from 'react-router';
import { endOf, formatTotal } from '#model/kernel/count.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { AdminToolRow } from '#web/ui/catalogue/admin-tool-row.tsx';
import { AdminToolsSkeleton, AdminToolsTable } from '#web/ui/catalogue/admin-tools-table.tsx';
import { DeleteToolQuestion } from '#web/ui/catalogue/delete-tool-question.tsx';
import { MoreTools } from '#web/ui/catalogue/more-tools.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { loadToolsPage, type ToolsPage } from '../catalogue/load-tools-page.ts';
import { useToolPages } from '../catalogue/use-tool-pages.ts';
import { useToolRemoval } from '../catalogue/use-tool-removal.ts';
import { admitAdmin } from '../identity/access.ts';
import { newestOnly } from '../kernel/newest.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/manage-tools.ts';
import { StockPanel } from './stock-panel.tsx';
import { useStock } from './use-stock.ts';

const newest = newestOnly();

/** Answers at once; the tools follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<{
  tools: Promise<Outcome<ToolsPage, ApiFailure>>;
}> {
  const admission = await admitAdmin();
  if (!admission.ok) return { tools: Promise.resolve(admission) };
  const search = new URL(request.url).searchParams.get('search')?.trim() ?? '';
  return { tools: newest((signal) => loadToolsPage(search, { signal })) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame count={<Skeleton className="sk--inline h-4 w-20" />}>
      <AdminToolsSkeleton />
    </Frame>
  );
}

export default function ManageTools({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.tools);
  // Whoever was refused is on the way to the login page.
  const shown = failure?.status === 403 ? undefined : failure;
  if (!value && !shown) return <HydrateFallback />;
  return (
    <>
      {!value && <Frame count="">{shown && <Problem failure={shown} waiting={waiting} />}</Frame>}
      {value && (
        <Tools first={value} waiting={waiting} problem={shown && <Problem failure={shown} waiting={waiting} />} />
      )}
    </>
  );
}

interface ToolsProps {
  first: ToolsPage;
  waiting: boolean;
  /** Why a later list did not come: the one that is there stays below it. */
  problem: ReactNode;
}

function Tools({ first, waiting, problem }: ToolsProps) {
  const pages = useToolPages(first);
  const removal = useToolRemoval(pages.tools);
  const [words, find] = useSearch();
  const { tools, stock } = useStock(removal.tools);
  const removed = pages.tools.length - tools.length;
  const total = endOf(first.total) ? first.total : first.total - removed;
  return (
    <Frame count={`${formatTotal(total)} ${total === 1 ? 'tool' : 'tools'}${first.search ? ' found' : ''}`}>
      <div className="tools__find">
        <SearchBox label="Search tools" placeholder="Search name or item number" words={words} onChange={find} />
      </div>
      {problem}
      {tools.length === 0 && !problem && <NoneShown search={first.search} onClear={() => find('')} />}
      {tools.length > 0 && (
        <AdminToolsTable busy={waiting}>
          {tools.map((tool) => (
            <AdminToolRow
              key={tool._id}
              tool={tool}
              to={href('/dashboard/manageTools/:toolId', { toolId: tool._id })}
              problem={removal.problems.get(tool._id)}
              onDelete={() => removal.ask(tool)}
              onStock={() => stock.show(tool)}
            />
          ))}
        </AdminToolsTable>
      )}
      {pages.more && (
        <MoreTools
          shown={tools.length}
          total={total}
          busy={pages.more.busy}
          problem={pages.more.problem}
          onMore={pages.more.load}
        />
      )}
      {removal.question && <DeleteToolQuestion {...removal.question} />}
      {stock.panel && <StockPanel key={stock.panel.opened} {...stock.panel} />}
    </Frame>
  );
}

function Frame({ count, children }: { count: ReactNode; children: ReactNode }) {
  const add = (
    <ButtonLink to={href('/dashboard/addTool')} variant="ink" icon="plus">
      Add A Tool
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Manage Tools" action={add}>
        <span role="status">{count}</span>
      </PageHead>
      {children}
    </>
  );
}

function Problem({ failure, waiting }: { failure: ApiFailure; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <Failure
      title="The tools did not load"
      detail={failure.detail}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

function NoneShown({ search, onClear }: { search: string; onClear: () => void }) {
  if (!search) return <Empty title="No tools yet">The catalogue is empty. Add its first tool.</Empty>;
  return (
    <Empty
      title="No tool found"
      action={
        <Button variant="ink" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      No name and no item number has <bdi>“{search}”</bdi> in it.
    </Empty>
  );
}

/** Who types on within this means more than what stands there. */
const TYPING_MS = 150;

/** What is searched for stands in the address: it survives a reload and can be passed on. */
function useSearch(): [string, (words: string) => void] {
  const [params, setParams] = useSearchParams();
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const go = (words: string) =>
    setParams(words.trim() ? { search: words } : {}, { replace: true, preventScrollReset: true });
  const find = (words: string) => {
    clearTimeout(later.current);
    if (words) later.current = setTimeout(go, TYPING_MS, words);
    else go(words);
  };
  useEffect(() => () => clearTimeout(later.current), []);
  return [params.get('search') ?? '', find];
}
