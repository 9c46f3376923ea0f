import { SCREEN } from '#model/kernel/shop-facts.ts';
import { LoadMore } from '#web/ui/catalogue/load-more.tsx';
import { type OnAdd, ToolCard } from '#web/ui/catalogue/tool-card.tsx';
import { ToolCardSkeleton } from '#web/ui/catalogue/tool-card-skeleton.tsx';
import { ToolRow, ToolRowSkeleton, ToolTable } from '#web/ui/catalogue/tool-table.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import type { MoreTools, ToolListState } from './use-tool-list.ts';

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

export function ToolResults({ list, view, need, busy, more, moreTo, onMore, onAdd }: ToolResultsProps) {
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
          {places.map((place) => (
            <ToolRowSkeleton key={place} wide={need !== undefined} />
          ))}
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
