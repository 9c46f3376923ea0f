import { type ReactNode, useEffect, useRef, useState } from 'react';
import { href, useSearchParams } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { endOf } from '#model/kernel/count.ts';
import { formatCount, formatTotal } from '#texts/format.ts';
import { AdminToolRow } from '#web/ui/catalogue/admin-tool-row.tsx';
import { AdminToolsSkeleton, AdminToolsTable } from '#web/ui/catalogue/admin-tools-table.tsx';
import { DeleteToolQuestion } from '#web/ui/catalogue/delete-tool-question.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { loadToolsPage, TOOLS } from '../catalogue/load-tools-page.ts';
import { useToolRemoval } from '../catalogue/use-tool-removal.ts';
import { listForAdmins } from '../identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '../kernel/admin-list-page.tsx';
import { useList } from '../kernel/use-list.ts';
import type { Route } from './+types/manage-tools.ts';
import { StockPanel } from './stock-panel.tsx';

export const clientLoader = listForAdmins((params, signal) =>
  loadToolsPage(params.get('search')?.trim() ?? '', { signal }),
);

const head = (count: ReactNode) => ({
  title: 'Manage Tools',
  intro: <span role="status">{count}</span>,
  action: (
    <ButtonLink to={href('/dashboard/addTool')} variant="ink" icon="plus">
      Add A Tool
    </ButtonLink>
  ),
});

export const HydrateFallback = () => (
  <AdminListPage {...head(<Skeleton className="sk--inline h-4 w-20" />)}>
    <AdminToolsSkeleton />
  </AdminListPage>
);

export default function ManageTools({ loaderData }: Route.ComponentProps) {
  const listed = useList(loaderData.list, TOOLS);
  const removal = useToolRemoval(listed.rows);
  const [words, find] = useSearch();
  const { tools, stock } = useStock(removal.tools);
  if (listed.isComing) return <HydrateFallback />;
  const { list, rows, failure, more, waiting } = listed;
  const known = list?.total ?? 0;
  const total = endOf(known) ? known : known - (rows.length - tools.length);
  const count = list && `${formatTotal(total)} ${total === 1 ? 'tool' : 'tools'}${list.search ? ' found' : ''}`;
  return (
    <>
      <AdminListPage
        {...head(count)}
        filter={
          list && (
            <div className="tools__find">
              <SearchBox label="Search tools" placeholder="Search name or item number" words={words} onChange={find} />
            </div>
          )
        }
        list={listed}
        failed="The tools did not load"
        shown={tools.length}
        nothing={list && !failure ? nothingOf(list.search, () => find('')) : undefined}
        below={
          more && (
            <More {...more}>
              {formatCount(tools.length)} of {formatTotal(total)} shown
            </More>
          )
        }
      >
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
      </AdminListPage>
      {removal.question && <DeleteToolQuestion {...removal.question} />}
      {stock.panel && <StockPanel key={stock.panel.opened} {...stock.panel} />}
    </>
  );
}

function nothingOf(search: string, onClear: () => void): Nothing {
  if (!search) return { title: 'No tools yet', text: 'The catalogue is empty. Add its first tool.' };
  const text = (
    <>
      No name and no item number has <bdi>“{search}”</bdi> in it.
    </>
  );
  return { title: 'No tool found', text, clear: { label: 'Clear search', onClear } };
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

/** Tools with their stock as changed here since they were loaded, and the stock dialog. */
function useStock(listed: readonly Tool[]) {
  const [since, setSince] = useState<ReadonlyMap<Tool, number>>(new Map());
  const [shown, setShown] = useState<{ tool: Tool; open: boolean; opened: number }>();
  const tools = listed.map((tool) => {
    const available = since.get(tool);
    return available === undefined ? tool : { ...tool, available_quantity: available };
  });
  return {
    tools,
    stock: {
      show: ({ _id }: Tool) => {
        const tool = listed.find((it) => it._id === _id);
        if (tool) setShown((before) => ({ tool, open: true, opened: (before?.opened ?? 0) + 1 }));
      },
      panel: shown && {
        ...shown,
        tool: { ...shown.tool, available_quantity: since.get(shown.tool) ?? shown.tool.available_quantity },
        onClose: () => setShown({ ...shown, open: false }),
        onChange: (available: number) => setSince((all) => new Map(all).set(shown.tool, available)),
      },
    },
  };
}
