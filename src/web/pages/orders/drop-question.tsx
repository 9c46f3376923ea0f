import type { Order, Purchase } from '#model/orders/order.ts';
import { formatDollars } from '#texts/format.ts';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { keptLines } from '#web/ui/orders/purchase-story.ts';

interface DropQuestionProps {
  purchase: Purchase;
  lines: readonly Order[];
  open: boolean;
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Before lines of an unpaid purchase are cancelled; with the last of them it ends. */
export function DropQuestion({ purchase, lines, ...dialog }: DropQuestionProps) {
  const tools = manyTools(lines.length);
  const ends = lines.length === keptLines(purchase).length;
  const sumOf = (of: (line: Order) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const offer = purchase.discount - sumOf(({ discount }) => discount);
  return (
    <QuestionDialog
      {...dialog}
      tone="danger"
      destructive
      title={ends ? 'Cancel this purchase?' : `Cancel ${tools}?`}
      confirmLabel={ends ? 'Cancel purchase' : `Cancel ${tools}`}
      cancelLabel={ends ? 'Keep purchase' : lines.length === 1 ? 'Keep it' : 'Keep them'}
    >
      {ends ? (
        <p>It has not been paid, and it cannot be brought back.</p>
      ) : (
        <p>
          The rest of the purchase stays, at {formatDollars(purchase.amount - sumOf(({ amount }) => amount))}.
          {purchase.discount > 0 && ` The first-order offer on it is ${formatDollars(-offer)}.`}
        </p>
      )}
    </QuestionDialog>
  );
}
