import { type ReactNode, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { href } from 'react-router';
import type { ArchivedTool } from '#model/catalogue/archived-tool.ts';
import { MAX_SEARCH_LENGTH, searchable } from '#model/catalogue/search-words.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { endOf } from '#model/kernel/count.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatTotal } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { deleteTool, restoreTool, tellArchived } from '#web/pages/catalogue/archive-tool.ts';
import { leaveWhenNoAdmin } from '#web/pages/identity/access.ts';
import { listForAdmins } from '#web/pages/identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '#web/pages/kernel/admin-list-page.tsx';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { type ListKind, useList } from '#web/pages/kernel/use-list.ts';
import { useNarrowing } from '#web/pages/kernel/use-narrowing.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { AdminToolRow, nameId } from '#web/ui/catalogue/admin-tool-row.tsx';
import { AdminToolsSkeleton, AdminToolsTable } from '#web/ui/catalogue/admin-tools-table.tsx';
import { ArchivedToolRow, ArchivedToolsTable } from '#web/ui/catalogue/archived-tools-table.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import type { Asked } from '#web/ui/kernel/dialog-frames.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import type { Route } from './+types/manage-tools.ts';
import { StockPanel } from './stock-panel.tsx';
import { UndatedTools } from './undated-tools.tsx';

export const clientLoader = listForAdmins((params, signal) => loadTools(tabOf(params), wordsOf(params), { signal }));

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
  const [changes, changed] = useReducer((before: number) => before + 1, 0);
  const removal = useToolRemoval(listed.rows, listed.list?.tab === 'archived', changed);
  const { tab, words, find, open } = useFilter();
  const { tools, stock } = useStock(removal.tools, changed);
  if (listed.isComing) return <HydrateFallback />;
  const { list, rows, failure, more, waiting } = listed;
  const known = list?.total ?? 0;
  const total = endOf(known) ? known : known - (rows.length - tools.length);
  const unit = `${list?.tab === 'archived' ? 'archived ' : ''}${total === 1 ? 'tool' : 'tools'}`;
  const count = list && `${formatTotal(total)} ${unit}${list.search ? ' found' : ''}`;
  const pathOf = ({ _id }: Tool) => href('/dashboard/manageTools/:toolId', { toolId: _id });
  return (
    <>
      <AdminListPage
        {...head(count)}
        filter={
          list && (
            <>
              <UndatedTools since={changes} />
              <div className="tools__find">
                <SearchBox
                  label="Search tools"
                  placeholder="Search name or item number"
                  words={words}
                  maxLength={MAX_SEARCH_LENGTH}
                  onChange={find}
                />
              </div>
            </>
          )
        }
        list={listed}
        failed="The tools did not load"
        tabs={{ label: 'Tools by state', tabs: TABS, value: tab, onChange: open }}
        shown={tools.length}
        nothing={list && !failure ? nothingOf(list, () => find('')) : undefined}
        below={
          more && (
            <More {...more}>
              {formatCount(tools.length)} of {formatTotal(total)} shown
            </More>
          )
        }
      >
        {list?.tab === 'archived' ? (
          <ArchivedToolsTable busy={waiting}>
            {tools.filter(isArchived).map((tool) => (
              <ArchivedToolRow key={tool._id} tool={tool} to={pathOf(tool)} />
            ))}
          </ArchivedToolsTable>
        ) : (
          <AdminToolsTable busy={waiting}>
            {tools.map((tool) => (
              <AdminToolRow
                key={tool._id}
                tool={tool}
                to={pathOf(tool)}
                problem={removal.problems.get(tool._id)}
                onDelete={() => removal.ask(tool)}
                onStock={() => stock.show(tool)}
              />
            ))}
          </AdminToolsTable>
        )}
      </AdminListPage>
      {removal.question && <DeleteToolQuestion {...removal.question} />}
      {stock.panel && <StockPanel key={stock.panel.opened} {...stock.panel} />}
    </>
  );
}

const TABS = [
  { name: 'sold', title: 'On sale' },
  { name: 'archived', title: 'Archived' },
] as const;
type ToolsTab = (typeof TABS)[number]['name'];

const tabOf = (params: URLSearchParams): ToolsTab => (params.get('show') === 'archived' ? 'archived' : 'sold');

/** What the shop can search for of what an address says. */
const wordsOf = (params: URLSearchParams): string => searchable(params.get('search') ?? '').trim();

const isArchived = (tool: Tool): tool is ArchivedTool => 'archived_at' in tool;

function nothingOf({ tab, search }: FoundTools, onClear: () => void): Nothing {
  if (!search && tab === 'archived')
    return { title: 'No archived tool', text: 'Deleted tools appear here, and can be restored.' };
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

function useFilter() {
  const [{ tab, words }, narrow] = useNarrowing<ToolsTab>({
    tabs: ['sold', 'archived'],
    parameter: 'show',
    back: true,
  });
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was typed and is not searched for yet. */
  const typed = useRef<string>(undefined);
  function go(change: { tab?: ToolsTab; words?: string }) {
    clearTimeout(later.current);
    const search = change.words ?? typed.current;
    typed.current = undefined;
    narrow({ ...change, ...(search !== undefined && { words: search.trim() && search }) });
  }
  const goLatest = useEffectEvent((search: string) => go({ words: search }));
  function find(search: string) {
    clearTimeout(later.current);
    typed.current = search;
    if (search) later.current = setTimeout(() => goLatest(search), TYPING_MS);
    else go({ words: '' });
  }
  useEffect(() => () => clearTimeout(later.current), []);
  return { tab, words, find, open: (to: ToolsTab) => go({ tab: to }) };
}

/** Tools with their stock as changed here since they were loaded, and the stock dialog. */
function useStock(listed: readonly Tool[], onChange: () => void) {
  const [since, setSince] = useState<ReadonlyMap<Tool, Tool>>(new Map());
  const [shown, setShown] = useState<{ tool: Tool; open: boolean; opened: number }>();
  const now = (tool: Tool, all = since) => all.get(tool) ?? tool;
  return {
    tools: listed.map((tool) => now(tool)),
    stock: {
      show: ({ _id }: Tool) => {
        const tool = listed.find((it) => it._id === _id);
        if (tool) setShown((before) => ({ tool, open: true, opened: (before?.opened ?? 0) + 1 }));
      },
      panel: shown && {
        ...shown,
        tool: now(shown.tool),
        onClose: () => setShown({ ...shown, open: false }),
        onChange: (free: number, arrived: boolean) => {
          setSince((all) => new Map(all).set(shown.tool, asChanged(now(shown.tool, all), free, arrived)));
          onChange();
        },
      },
    },
  };
}

/** With what has arrived its delivery ends. */
function asChanged({ restock, ...tool }: Tool, free: number, arrived: boolean): Tool {
  return { ...tool, available_quantity: Math.max(free, 0), ...(restock && !arrived && { restock }) };
}

/** A part of the list that a search finds: the newest tools first, of archived ones the last archived. */
interface FoundTools extends Page<Tool | ArchivedTool> {
  readonly tab: ToolsTab;
  readonly search: string;
  /** How many the search finds, on all pages. */
  readonly total: number;
}

/** @param from where the page begins, without it with the first tool; `signal` ends the call, which then throws */
async function loadTools(
  tab: ToolsTab,
  search: string,
  from: { after?: string | undefined; signal?: AbortSignal },
): Promise<Outcome<FoundTools, ApiFailure>> {
  const { after, signal } = from;
  const words = { ...(search && { q: search }), after };
  if (tab === 'archived') {
    const answer = await leaveWhenNoAdmin(await api.call('listArchivedTools', { query: words, signal }));
    return answer.ok ? success({ tab, search, ...answer.value }) : answer;
  }
  const query = { sort: 'newest' as const, limit: String(SCREEN.listRows), ...words };
  const answer = await api.call('listTools', { query, signal });
  if (!answer.ok) return answer;
  const { total = 0, next } = answer.list;
  return success({ tab, search, rows: answer.value, total, next });
}

const TOOLS: ListKind<FoundTools> = {
  key: ({ _id }) => _id,
  load: ({ tab, search, next }) => loadTools(tab, search, { after: next }),
  focus: ({ _id }) => nameId(_id),
};

/** Deletes tools of a list, after a question, and undoes it. A tool leaves the list once the shop says that it is gone. */
function useToolRemoval(listed: readonly Tool[], archived: boolean, onChange: () => void) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ tool: Tool; open: boolean }>();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const next = useRef<string>(undefined);
  const tools = archived ? listed : listed.filter(({ _id }) => !gone.has(_id));
  const reload = useReload();
  // Until the list has it no longer: another admin may restore it after that.
  useEffect(() => {
    const there = new Set<string>(listed.map(({ _id }) => _id));
    if (!archived) setGone((ids) => new Set([...ids].filter((id) => there.has(id))));
  }, [listed, archived]);
  const [back, setBack] = useState<{ id: string }>();
  useEffect(() => {
    if (back) focusOn(back.id)?.focus();
  }, [back]);
  // What of the list is on sale when the toast is pressed: nothing once its page was left.
  const now = useRef<readonly Tool[]>([]);
  useEffect(() => {
    now.current = archived ? [] : listed;
    return () => {
      now.current = [];
    };
  }, [listed, archived]);

  async function confirm() {
    if (!asked || busy) return;
    const { _id: id } = asked.tool;
    setBusy(true);
    const answer = await deleteTool(id);
    setBusy(false);
    const rest = new Map([...problems].filter(([other]) => other !== id));
    setProblems(answer.ok ? rest : rest.set(id, failureText(answer.failure)));
    if (answer.ok) {
      const at = tools.findIndex(({ _id }) => _id === id);
      next.current = (tools[at + 1] ?? tools[at - 1])?._id ?? '';
      setGone((ids) => new Set(ids).add(id));
      onChange();
      tellArchived('Deleted!', answer.value, () => void bringBack(asked.tool));
    }
    setAsked({ tool: asked.tool, open: false });
  }

  /** To where it stood; a list that was loaded meanwhile does not have it, and is loaded again. */
  async function bringBack(tool: Tool) {
    if (!(await restoreTool(tool))) return;
    setGone((ids) => new Set([...ids].filter((id) => id !== tool._id)));
    onChange();
    if (!now.current.some(({ _id }) => _id === tool._id)) await reload();
    setBack({ id: tool._id });
  }

  return {
    /** What is left of the list. */
    tools,
    problems,
    ask(tool: Tool) {
      next.current = undefined;
      setAsked({ tool, open: true });
    },
    question: asked && {
      tool: asked.tool,
      open: asked.open,
      busy,
      onOpenChange: (open: boolean) => setAsked({ ...asked, open }),
      onConfirm: () => void confirm(),
      finalFocus: () => focusOn(next.current),
    },
  };
}

/** The name of the tool that stands there now, or the page's heading; null while the button that asked stays. */
function focusOn(id: string | undefined): HTMLElement | null {
  if (id === undefined) return null;
  return document.getElementById(nameId(id)) ?? pageHeading();
}

function DeleteToolQuestion({ tool, ...dialog }: Asked & { tool: Tool }) {
  return (
    <QuestionDialog
      {...dialog}
      title="Delete this tool?"
      tone="danger"
      confirmLabel="Delete tool"
      cancelLabel="Keep tool"
      destructive
    >
      <p>
        <b>
          <bdi>{tool.name}</bdi>
        </b>{' '}
        leaves the catalogue until it is restored. Its orders stay as they are.
      </p>
    </QuestionDialog>
  );
}
