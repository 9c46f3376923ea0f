import { useDeferredValue, useEffect, useId, useMemo, useRef } from 'react';
import { href, useLocation, useNavigate, useNavigation, useNavigationType, useRevalidator } from 'react-router';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { formatCount, formatTotal, manyPieces } from '#texts/format.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { StockContext } from '#web/ui/catalogue/at-need.tsx';
import { Found } from '#web/ui/catalogue/found.tsx';
import { Lens } from '#web/ui/catalogue/lens.tsx';
import { LoadMore } from '#web/ui/catalogue/load-more.tsx';
import { ToolBar } from '#web/ui/catalogue/tool-bar.tsx';
import { type OnAdd, ToolCard } from '#web/ui/catalogue/tool-card.tsx';
import { atNeedOf, limitsOf, NO_SEARCH, type ToolSearch } from '#web/ui/catalogue/tool-choices.ts';
import { ToolFilters } from '#web/ui/catalogue/tool-filters.tsx';
import { ToolRow, ToolRowsSkeleton, ToolTable } from '#web/ui/catalogue/tool-table.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { useWhenOnline } from '#web/ui/kernel/use-when-online.ts';
import type { LoadedTools } from './load-tools.ts';
import { searchIn, toSearchString, withNeed, withParameter } from './search-url.ts';
import { useNeed } from './use-need.ts';
import { type MoreTools, type ToolListState, useToolList } from './use-tool-list.ts';

interface OurToolsProps {
  tools: LoadedTools;
  /** Of the shop. */
  email: string;
  onAdd: OnAdd;
}

export function OurTools({ tools, email, onAdd }: OurToolsProps) {
  const { find, go, params, asked, searching, busy, leaving, again } = useFind();
  const { list, more, loadMore } = useToolList(tools, params, searching || leaving);
  const { need, all, ...lens } = useNeed(params, leaving, go);
  // Keys are shown before the prices that follow them.
  const priced = useDeferredValue(need);
  const sheet = useRef<HTMLDialogElement>(null);
  const sheetId = useId();

  useWhenOnline(tools.ok ? undefined : again);

  const view = params.get('view') === 'list' ? 'list' : 'grid';
  const found = list?.search ?? NO_SEARCH;
  // What is chosen next adds to what was asked for, also before that has an answer, or without one.
  const search = searching || !tools.ok ? asked : tools.value.search;
  const needed = Number(found.need);
  const limits = limitsOf(found);
  const clearTo = toSearchString({ sort: atNeedOf(search, '').sort }, params);
  const moreTo = withParameter(params, 'shown', String((list?.cards.length ?? 0) + SCREEN.toolsPage));
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading more is another function each time, of the same list and address
  const results = useMemo(
    () => <ToolResults {...{ list, view, need: priced, busy, more, moreTo, onMore: loadMore, onAdd }} />,
    [list, view, priced, busy, more, moreTo, onAdd],
  );
  if (list?.all === 0 && limits.length === 0 && !busy) return <EmptyCatalogue />;
  // What is typed counts, also before the address and an answer have it.
  const findAtNeed = (wanted: ToolSearch, how?: 'typed' | 'sheet') =>
    find(atNeedOf({ ...wanted, all: all ? '1' : '' }, String(need ?? '')), how);
  const categories = list?.categories ?? [];
  const bar = { search, categories, view, busy, leaving, sheetId, sheet, onSearch: findAtNeed } as const;
  const isNew = !list || list.search.need !== String(need ?? '');
  const stockUnknown = !tools.ok && list !== undefined && need !== undefined;
  return (
    <>
      <Lens
        search={search}
        view={view}
        need={need}
        wrong={lens.wrong}
        all={all}
        deliverable={isNew ? undefined : list.deliverable}
        field={lens.field}
        onType={lens.type}
        onNow={lens.now}
        onChoose={lens.choose}
        onAll={lens.setAll}
      />
      <ToolBar
        {...bar}
        need={need}
        filters={limits.filter(({ name }) => name !== 'q').length}
        gridTo={withParameter(params, 'view', undefined)}
        listTo={withParameter(params, 'view', 'list')}
      />
      <ToolFilters {...bar} total={list?.total} clearTo={clearTo} />
      {list && (
        <Found
          total={list.total}
          all={list.all}
          shown={list.cards.length}
          limits={limits.map(({ name, label }) => ({
            label,
            without: toSearchString({ ...atNeedOf(search, String(need ?? '')), [name]: '' }, params),
          }))}
          need={need}
          withoutNeed={withNeed(params, undefined)}
          field={lens.field}
          clearTo={clearTo}
        />
      )}
      {!tools.ok && !stockUnknown && (
        <Failure
          title={list ? 'The search got no answer' : 'The tools did not load'}
          detail={list ? `${tools.failure} Below is what was found before.` : tools.failure}
          onRetry={again}
          retrying={busy}
        />
      )}
      {!tools.ok && stockUnknown && (
        <p className="stock-unknown" role="alert">
          <span>
            Stock could not be checked. <span className="muted">{tools.failure}</span>
          </span>
          <Button size="sm" loading={busy} onClick={again}>
            Try again
          </Button>
        </p>
      )}
      {list?.most && list.cards.length === 0 && !busy ? (
        <Empty
          title={`No tool can deliver ${needed === 1 ? '1 piece' : `all ${formatCount(needed)}`}.`}
          action={
            <div className="next-steps">
              <ButtonLink
                variant="ink"
                to={toSearchString({ ...found, all: '', sort: 'available' }, params)}
                prefetch="none"
                preventScrollReset
              >
                Show what we have
              </ButtonLink>
              <a className="btn" href={mailForPieces(email, needed)}>
                Ask by email
              </a>
            </div>
          }
        >
          {list.most < needed
            ? `The most we have of one tool is ${formatCount(list.most)}.`
            : `Every tool with enough stock has a minimum order above ${formatCount(needed)}.`}
        </Empty>
      ) : list?.cards.length === 0 && !busy ? (
        <NothingFound
          limits={limits.map(({ label }) => label)}
          clearTo={clearTo}
          drop={
            list.costliest && {
              ...list.costliest,
              to: toSearchString({ ...found, [list.costliest.name]: '' }, params),
            }
          }
        />
      ) : (
        (list || busy) && (
          <StockContext value={stockUnknown ? (busy ? 'checking' : 'unknown') : 'known'}>{results}</StockContext>
        )
      )}
    </>
  );
}

const mailForPieces = (email: string, need: number) =>
  `mailto:${email}?subject=${encodeURIComponent(`${manyPieces(need)} of one tool`)}`;

function EmptyCatalogue() {
  const session = useSession();
  if (session.status !== 'signed-in' || !session.admin)
    return <Empty title="No tools yet">Nothing is on sale at the moment. Come back soon.</Empty>;
  return (
    <Empty
      title="No tools yet"
      action={
        <ButtonLink variant="ink" icon="plus" to={href('/dashboard/addTool')}>
          Add your first tool
        </ButtonLink>
      }
    >
      Visitors see here what you sell, as soon as you have added it.
    </Empty>
  );
}

interface NothingFoundProps {
  limits: string[];
  clearTo: string;
  /** The limit that excludes most tools: how many there are without it, and its link. */
  drop: { label: string; total: number; to: string } | undefined;
}

function NothingFound({ limits, clearTo, drop }: NothingFoundProps) {
  return (
    <Empty
      title="Nothing found"
      action={
        <div className="next-steps">
          {drop && (
            <ButtonLink variant="ink" to={drop.to} prefetch="none" preventScrollReset>
              Drop {drop.label}
            </ButtonLink>
          )}
          <ButtonLink variant={drop ? 'outline' : 'ink'} to={clearTo} prefetch="none" preventScrollReset>
            Clear filters
          </ButtonLink>
        </div>
      }
    >
      No tool fits {limits.join(', ')}.
      {drop && ` Without “${drop.label}” there ${drop.total === 1 ? 'is 1' : `are ${formatTotal(drop.total)}`}.`}
    </Empty>
  );
}

interface ToolResultsProps {
  list: ToolListState | undefined;
  view: 'grid' | 'list';
  need: number | undefined;
  busy: boolean;
  more: MoreTools;
  moreTo: string;
  onMore: () => void;
  onAdd: OnAdd;
}

function ToolResults({ list, view, need, busy, more, moreTo, onMore, onAdd }: ToolResultsProps) {
  const { cards = [], total = 0 } = list ?? {};
  const left = list?.next === undefined ? 0 : Math.max(1, total - cards.length);
  const loading = more.state === 'loading';
  const coming = cards.length === 0 ? SCREEN.toolsPage : loading ? Math.min(SCREEN.toolsPage, left) : 0;
  const places = Array.from({ length: coming }, (_, place) => `place ${place}`);
  return (
    <>
      {view === 'list' ? (
        <ToolTable need={need} busy={busy || loading}>
          {cards.map((tool) => (
            <ToolRow key={tool.id} tool={tool} need={need} onAdd={onAdd} />
          ))}
          <ToolRowsSkeleton rows={places.length} wide={need !== undefined} />
        </ToolTable>
      ) : (
        <div className="lattice" aria-busy={busy || loading || undefined}>
          {cards.map((tool) => (
            <ToolCard key={tool.id} tool={tool} need={need} onAdd={onAdd} />
          ))}
          {places.map((place) => (
            <ToolCardSkeleton key={place} />
          ))}
        </div>
      )}
      {more.state === 'failed' && <Failure title="No more tools came" detail={more.detail} onRetry={onMore} />}
      {left > 0 && more.state !== 'failed' && (
        <LoadMore shown={cards.length} total={total} busy={loading} to={moreTo} onMore={onMore} />
      )}
    </>
  );
}

function useFind() {
  const navigate = useNavigate();
  const here = useLocation();
  const coming = useNavigation().location;
  const { revalidate, state } = useRevalidator();
  const searching = coming !== undefined && coming.pathname === here.pathname;
  // A change of the view during a search must keep that search.
  const address = searching ? coming.search : here.search;
  const params = new URLSearchParams(address);
  const asked = useMemo(() => searchIn(address), [address]);
  const streak = useStreak();

  /** Consecutive changes, such as letters of a word, are one history entry. */
  function go(search: string, how?: 'typed' | 'sheet' | 'need') {
    void navigate({ search }, { replace: streak(how), preventScrollReset: true });
  }
  const find = (search: ToolSearch, how?: 'typed' | 'sheet') => go(toSearchString(search, params), how);
  const busy = searching || state === 'loading';
  const leaving = coming !== undefined && !searching;
  return { find, go, params, asked, searching, again: () => void revalidate(), busy, leaving };
}

/** Whether a change continues the one before it. */
function useStreak() {
  const before = useRef<string>(undefined);
  const type = useNavigationType();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went back and changes something makes a new step, at each place anew
  useEffect(() => {
    if (type === 'POP') before.current = undefined;
  }, [type, key]);
  return (how: string | undefined) => {
    const goesOn = how !== undefined && how === before.current;
    before.current = how;
    return goesOn;
  };
}

function ToolCardSkeleton() {
  return (
    <div className="tool" aria-hidden="true">
      <span className="sk plate" />
      <div className="tool__body">
        <Skeleton className="w-16" />
        <Skeleton className="sk--name" />
        <Skeleton className="mb-2" />
        <Skeleton className="mb-2" />
        <Skeleton className="sk--half" />
      </div>
      <div className="tool__foot">
        <Skeleton className="w-16 h-7" />
        <Skeleton className="w-26 h-11" />
      </div>
    </div>
  );
}
