import type { Cents } from '#model/kernel/money.ts';
import { formatCents } from '#texts/format.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import type { OrderList } from './use-order-list.ts';

/** The first button of the first line that has a problem. */
export const firstProblem = (): HTMLElement | null => document.querySelector('.olines .notice .btn');

/** How many lines stand in the way of the order, or what mending them all has changed. */
export function ProblemsNotice({
  list: { problems, fixed, fixAll, takeBack },
  amount,
}: {
  list: OrderList;
  amount: Cents;
}) {
  const { size } = problems;
  if (fixed) {
    return (
      <Notice
        tone="success"
        role="status"
        className="notice--line list-docket__note"
        action={
          <span className="notice__acts">
            <Button size="sm" key="undo" onClick={() => takeBack(fixed)}>
              Undo all
            </Button>
          </span>
        }
      >
        {manyTools(fixed.length)} changed. Amount to pay {formatCents(amount)}.
      </Notice>
    );
  }
  if (size === 0) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      className="notice--stack list-docket__note"
      action={
        <span className="notice__acts">
          <Button onClick={() => firstProblem()?.focus()}>{size === 1 ? 'Go to it' : 'Go to the first'}</Button>
          <Button onClick={fixAll}>{size === 1 ? 'Fix it' : `Fix all ${size}`}</Button>
        </span>
      }
    >
      <b>{size === 1 ? '1 tool needs' : `${size} tools need`} a decision</b> before you can order.
    </Notice>
  );
}
