import { useEffect, useRef, useState } from 'react';
import type { Order, Purchase } from '#model/orders/order.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { type ShortLine, stockLostWords, waitingWords } from '#web/ui/payments/stock-lost-words.ts';

interface StockLostProps {
  order: Order;
  purchase: Purchase | undefined;
  short: readonly ShortLine[];
  onWait: () => void;
  /** Answers why it was refused. */
  onDrop: (ids: readonly Order['_id'][]) => Promise<string | undefined>;
}

/** Pieces went to others after their hold had ended: the buyer decides before Pay can be pressed again. */
export function StockLost({ order, purchase, short, onWait, onDrop }: StockLostProps) {
  const [dropping, setDropping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const lines = linesLeft(order, purchase);
  const { title, text, rest, mayWait } = stockLostWords(short, namesOf(lines));

  async function drop() {
    if (dropping) return;
    setDropping(true);
    const gone = short.flatMap(({ line }) => lines.get(line)?._id ?? []);
    setProblem(await onDrop(gone));
    setDropping(false);
  }

  return (
    <div ref={notice} tabIndex={-1} className="pay__lost">
      <Notice
        tone="danger"
        role="alert"
        title={title}
        action={
          (rest > 0 || mayWait) && (
            <span className="notice__acts">
              {rest > 0 && (
                <Button loading={dropping} onClick={() => void drop()}>
                  Pay for {manyTools(rest)}
                </Button>
              )}
              {mayWait && (
                <Button disabled={dropping} onClick={onWait}>
                  Hold my place{lines.size > 1 ? ' for all' : ''}
                </Button>
              )}
            </span>
          )
        }
      >
        {text}
        {problem && ` ${problem}`}
      </Notice>
    </div>
  );
}

/** What was decided, until it is paid. */
export function StockAwaited({ order, purchase, waits }: Pick<StockLostProps, 'order' | 'purchase'> & Waits) {
  return (
    <div className="pay__lost">
      <Notice icon="clock" role="status">
        {waitingWords(waits, namesOf(linesLeft(order, purchase)))}
      </Notice>
    </div>
  );
}

interface Waits {
  waits: readonly ShortLine[];
}

/** By their numbers, from 1. */
function linesLeft(order: Order, purchase: Purchase | undefined): ReadonlyMap<number, Order> {
  const lines = (purchase?.lines ?? [order]).map((line, place) => [place + 1, line] as const);
  return new Map(lines.filter(([, line]) => line.state !== 'cancelled'));
}

const namesOf = (lines: ReadonlyMap<number, Order>): ReadonlyMap<number, string> =>
  new Map([...lines].map(([no, line]) => [no, line.tools_name]));
