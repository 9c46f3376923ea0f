import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { href } from 'react-router';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { formatTotal } from '#texts/format.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { Found } from '#web/ui/catalogue/found.tsx';
import { ToolBar } from '#web/ui/catalogue/tool-bar.tsx';
import type { OnAdd } from '#web/ui/catalogue/tool-card.tsx';
import { limitsOf, NO_SEARCH } from '#web/ui/catalogue/tool-choices.ts';
import { ToolFilters } from '#web/ui/catalogue/tool-filters.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import type { LoadedTools } from './load-tools.ts';
import { toSearchString, withParameter } from './search-url.ts';
import { ToolResults } from './tool-results.tsx';
import { useFind } from './use-find.ts';
import { useToolList } from './use-tool-list.ts';

interface OurToolsProps {
  tools: LoadedTools;
  onAdd: OnAdd;
}

export function OurTools({ tools, onAdd }: OurToolsProps) {
  const { find, params, busy, again } = useFind();
  const { list, more, loadMore } = useToolList(tools);
  const sheet = useRef<HTMLDialogElement>(null);
  const sheetId = useId();

  useWhenOnline(tools.ok ? undefined : again);

  const view = params.get('view') === 'list' ? 'list' : 'grid';
  const search = list?.search ?? NO_SEARCH;
  const limits = limitsOf(search);
  const clearTo = toSearchString({ sort: search.sort }, params);
  if (list?.all === 0 && limits.length === 0 && !busy) return <EmptyCatalogue />;
  const bar = { search, categories: list?.categories ?? [], view, busy, sheetId, sheet, onSearch: find } as const;
  return (
    <>
      <ToolBar
        {...bar}
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
            without: toSearchString({ ...search, [name]: '' }, params),
          }))}
          clearTo={clearTo}
        />
      )}
      {!tools.ok && (
        <Failure
          title={list ? 'The search got no answer' : 'The tools did not load'}
          detail={list ? `${tools.failure} Below is what was found before.` : tools.failure}
          onRetry={again}
          retrying={busy}
        />
      )}
      {list?.cards.length === 0 && !busy ? (
        <NothingFound
          limits={limits.map(({ label }) => label)}
          clearTo={clearTo}
          drop={
            list.costliest && {
              ...list.costliest,
              to: toSearchString({ ...search, [list.costliest.name]: '' }, params),
            }
          }
        />
      ) : (
        (list || busy) && (
          <ToolResults
            list={list}
            view={view}
            busy={busy}
            more={more}
            moreTo={withParameter(params, 'shown', String((list?.cards.length ?? 0) + SCREEN.toolsPage))}
            onMore={loadMore}
            onAdd={onAdd}
          />
        )
      )}
    </>
  );
}

function useWhenOnline(again: (() => void) | undefined) {
  const failed = again !== undefined;
  const retry = useEffectEvent(() => again?.());
  useEffect(() => {
    if (!failed) return;
    const back = () => retry();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [failed]);
}

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
