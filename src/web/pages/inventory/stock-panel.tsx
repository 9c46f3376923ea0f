import type { ComponentProps } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import type { StockMove } from '#model/inventory/stock-change.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { formatCount } from '#texts/format.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { RecordDialog } from '#web/ui/kernel/dialog-frames.tsx';
import { Moment } from '#web/ui/kernel/moment.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { StockFields } from './stock-fields.tsx';
import { useChangeStock } from './use-change-stock.ts';
import { onShelf, useStockHistory } from './use-stock-history.ts';

interface StockPanelProps {
  tool: Tool;
  open: boolean;
  onClose: () => void;
  /** Hears what is available after a change. */
  onChange: (available: number) => void;
}

/** The stock of one tool, changed by hand above how it came about. */
export function StockPanel({ tool, open, onClose, onChange }: StockPanelProps) {
  const history = useStockHistory(tool._id);
  const { form, submit, saved, busy } = useChangeStock(tool._id, (now) => {
    onChange(now);
    return history.reload();
  });
  const available = saved ?? history.known?.available ?? tool.available_quantity;
  return (
    <RecordDialog
      open={open}
      onClose={onClose}
      title="Stock"
      description={tool.name}
      busy={busy}
      submitLabel="Save"
      onSubmit={submit}
      historyTitle="How it came about"
      history={<StockHistory {...history} />}
    >
      <p className="stock__now" role="status">
        <b>{formatCount(available)}</b> available{saved !== undefined && ' now. Saved.'}
      </p>
      <StockFields form={form} available={available} onShelf={history.known && onShelf(history.known)} />
    </RecordDialog>
  );
}

type StockHistoryProps = ReturnType<typeof useStockHistory> &
  Pick<ComponentProps<typeof StockMoves>, 'onUndo' | 'undoing'>;

/** The moves as far as they are known, and what leads to those before. */
export function StockHistory({ known, trouble, more, reload: _, ...undo }: StockHistoryProps) {
  return (
    <>
      {known && <StockMoves moves={known.rows} {...undo} />}
      {!known && !trouble && <StockMovesSkeleton />}
      {trouble && <RetryNotice {...trouble} />}
      {more && !trouble && (
        <Button size="sm" loading={more.busy} onClick={more.onMore}>
          Earlier moves
        </Button>
      )}
    </>
  );
}

interface StockMovesProps {
  moves: readonly StockMove[];
  onUndo?: ((move: StockMove) => void) | undefined;
  undoing?: number | undefined;
}

function StockMoves({ moves, onUndo, undoing }: StockMovesProps) {
  return (
    <ol className="moves">
      {moves.map((move) => (
        <li key={move.id}>
          <div>
            <b>{titleOf(move)}</b>
            {move.reason && <bdi>{move.reason}</bdi>}
            <span className="moves__at">
              <Moment iso={move.at} />
              {move.by && (
                <>
                  , <bdi>{move.by}</bdi>
                </>
              )}
              {move.undo === 'done' && '. Undone since'}
            </span>
          </div>
          <span className="moves__pieces">{signed(move.pieces)}</span>
          <span className="moves__after">
            <span className="sr">then </span>
            {formatCount(move.after)}
          </span>
          {onUndo && move.undo === 'open' && (
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

function StockMovesSkeleton() {
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
