import type { StockMove } from '#model/catalogue/stock-change.ts';
import { formatCount } from '#model/kernel/count.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { Moment } from '../kernel/moment.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';

/** How a stock came about: each move with what it did and what was there after it. */
export function StockMoves({ moves }: { moves: readonly StockMove[] }) {
  return (
    <ol className="moves">
      {moves.map((move) => (
        <li key={`${move.at} ${move.kind} ${move.after}`}>
          <div>
            <b>{titleOf(move)}</b>
            {move.reason && <span>{move.reason}</span>}
            <span className="moves__at">
              <Moment iso={move.at} />
              {move.by && `, ${move.by}`}
            </span>
          </div>
          <span className="moves__pieces">{signed(move.pieces)}</span>
          <span className="moves__after">
            <span className="sr">then </span>
            {formatCount(move.after)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The moves while they load. */
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
