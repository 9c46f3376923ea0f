import type { StockMove } from '#model/inventory/stock-change.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { formatCount } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { Moment } from '../kernel/moment.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';

interface StockMovesProps {
  moves: readonly StockMove[];
  /** What no order holds or waits for: no more can be taken out again. */
  free: number;
  onUndo?: ((move: StockMove) => void) | undefined;
  undoing?: number | undefined;
}

/** The first of the earlier moves that come is focused by it. */
export const moveId = (id: StockMove['id']): string => `move-${id}`;

export function StockMoves({ moves, free, onUndo, undoing }: StockMovesProps) {
  const isGone = ({ pieces }: StockMove) => pieces > Math.max(free, 0);
  return (
    <ol className="moves">
      {moves.map((move) => (
        <li key={move.id}>
          <div>
            <b id={moveId(move.id)} tabIndex={-1}>
              {titleOf(move)}
            </b>
            {move.reason && <bdi>{move.reason}</bdi>}
            <span className="moves__at">
              <Moment iso={move.at} />
              {move.by && (
                <>
                  , <bdi>{move.by}</bdi>
                </>
              )}
              {move.undo === 'done' && '. Undone since'}
              {onUndo && move.undo === 'open' && isGone(move) && '. Fewer are available now, so it cannot be undone'}
            </span>
          </div>
          <span className="moves__pieces">{signed(move.pieces)}</span>
          <span className="moves__after">
            <span className="sr">then </span>
            {formatCount(move.after)}
          </span>
          {onUndo && move.undo === 'open' && !isGone(move) && (
            <Button
              size="sm"
              icon="undo"
              className="moves__undo"
              loading={undoing === move.id}
              disabled={undoing !== undefined && undoing !== move.id}
              aria-label={`Undo: ${titleOf(move)} ${signed(move.pieces)}`}
              onClick={() => onUndo(move)}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

export function StockMovesSkeleton() {
  return (
    <div className="moves late" aria-busy="true">
      <Skeleton className="h-10" />
      <Skeleton className="mt-3 h-10" />
    </div>
  );
}

function titleOf({ kind, order }: StockMove): string {
  if (kind === 'hold') return `Held for order ${shortOrderId(order ?? '')}`;
  if (kind === 'release') return `Given back by order ${shortOrderId(order ?? '')}`;
  return { initial: 'First stock', restock: 'Restock', correction: 'Correction' }[kind];
}

const signed = (pieces: number): string => `${pieces < 0 ? '−' : '+'}${formatCount(Math.abs(pieces))}`;
