import type { Order, Purchase } from '#model/orders/order.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { keptLines } from '#web/ui/orders/purchase-story.ts';

interface WaitingQuestionProps {
  purchase: Purchase;
  line: Order;
  pieces: number;
  /** In dollars. */
  amount: number;
  open: boolean;
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Before pieces that wait for a delivery are cancelled; with the last of a purchase it ends. */
export function WaitingQuestion({ purchase, line, pieces, amount, ...dialog }: WaitingQuestionProps) {
  const { open, busy, onOpenChange, onConfirm, finalFocus } = dialog;
  const kept = line.quantity - (line.given_up ?? 0) - pieces;
  const ends = kept === 0 && keptLines(purchase).every(({ _id, state }) => _id === line._id || state === 'refunded');
  const label = `Cancel the ${formatCount(pieces)}`;
  return (
    <QuestionDialog
      {...{ open, busy, onOpenChange, onConfirm, finalFocus }}
      tone="danger"
      destructive
      title={`${label}?`}
      confirmLabel={label}
      cancelLabel={pieces === 1 ? 'Keep it' : 'Keep them'}
    >
      <p>
        You get {formatDollars(amount)} back to the {paidFrom(line.transactionId)} that paid.{' '}
        {ends
          ? 'Nothing else is left of the purchase, so it ends.'
          : kept > 0
            ? `The other ${formatCount(kept)} ${kept === 1 ? 'stays' : 'stay'}, at the price you paid.`
            : 'The other tools stay.'}
      </p>
    </QuestionDialog>
  );
}
