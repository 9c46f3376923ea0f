import type { ComponentProps } from 'react';
import { freeOf } from '#model/catalogue/stock-now.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { formatCount, many } from '#texts/format.ts';
import { goesToWaiting, undatedText } from '#texts/sold-ahead.ts';
import { RestoreButton } from '#web/pages/catalogue/restore-button.tsx';
import { StockMoves, StockMovesSkeleton } from '#web/ui/inventory/stock-moves.tsx';
import { Announced } from '#web/ui/kernel/announced.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { RecordDialog } from '#web/ui/kernel/dialog-frames.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { StockFields } from './stock-fields.tsx';
import { useChangeStock } from './use-change-stock.ts';
import { onShelf, useStockHistory } from './use-stock-history.ts';

interface StockPanelProps {
  tool: Tool;
  open: boolean;
  onClose: () => void;
  /** Hears what is free after a change; below zero, so many are sold ahead. `arrived`: it was a delivery. */
  onChange: (free: number, arrived: boolean) => void;
}

/** The stock of one tool, changed by hand above how it came about. */
export function StockPanel({ tool, open, onClose, onChange }: StockPanelProps) {
  const history = useStockHistory(tool._id);
  const change = useChangeStock(tool._id, history, (now, arrived) => onChange(freeOf(now), arrived));
  const { form, submit, isSaved, busy } = change;
  const now = change.now ?? { available: tool.available_quantity, waiting: 0, restock_at: null };
  const undated = undatedText(now, new Date());
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
        <b>{formatCount(freeOf(now))}</b> available{isSaved && ' now. Saved.'}
        {isSaved && Math.min(now.available, now.waiting) > 0 && ` ${goesToWaiting(now)}`}
        {undated && ` ${undated}`}
      </p>
      <StockFields
        form={form}
        now={now}
        onShelf={history.known && onShelf(history.known)}
        restore={change.isArchived && <RestoreButton tool={tool} onRestored={change.restored} />}
      />
    </RecordDialog>
  );
}

type StockHistoryProps = ReturnType<typeof useStockHistory> &
  Pick<ComponentProps<typeof StockMoves>, 'onUndo' | 'undoing'>;

/** The moves as far as they are known, and what leads to those before. */
export function StockHistory({ known, trouble, more, reload: _, ...undo }: StockHistoryProps) {
  return (
    <>
      {known && <Announced text={`${many(known.rows.length, 'move')} shown`} />}
      {known && <StockMoves moves={known.rows} free={freeOf(known)} {...undo} />}
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
