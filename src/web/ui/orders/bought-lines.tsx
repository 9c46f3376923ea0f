import { useState } from 'react';
import type { Order, Purchase } from '#model/orders/order.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay, formatShortDay } from '#texts/format-time.ts';
import { Button } from '../kernel/button.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Notice } from '../kernel/notice.tsx';
import { Part } from '../kernel/part.tsx';
import { manyTools } from './list-counts.ts';
import { OrderPicture } from './order-picture.tsx';
import { OrderStatus, WaitingPieces } from './order-status.tsx';
import { firstDay, keptLines } from './purchase-story.ts';
import { waitingSum } from './refund-sum.ts';
import { unfold } from './unfold.ts';

const SHOWN = 20;

interface BoughtLinesProps {
  purchase: Purchase;
  /** Given while lines may be cancelled. */
  onCancel: ((lines: readonly Order[], button: HTMLElement) => void) | undefined;
  /** Given while quantities may be changed; without a line, to add a tool. */
  onChange: ((line?: Order) => void) | undefined;
  /** Given once paid, for what waits for a delivery. */
  onCancelWaiting: ((line: Order) => void) | undefined;
  /** The buyer keeps waiting for a later delivery that they are asked about. */
  onKeepWaiting: (line: Order) => void;
  /** While that is being sent. */
  busy: boolean;
}

/** The tools of a purchase; before the payment with boxes to choose which are no longer wanted. */
export function BoughtLines({ purchase, onCancel, onChange, onCancelWaiting, onKeepWaiting, busy }: BoughtLinesProps) {
  const [all, setAll] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const kept = keptLines(purchase);
  const dropped = purchase.lines.filter((line) => !kept.includes(line));
  const lines = [...kept, ...dropped];
  const shown = all ? lines : lines.slice(0, SHOWN);
  const chosen = kept.filter(({ _id }) => picked.has(_id));
  const pieces = kept.reduce((sum, { quantity }) => sum + quantity, 0);
  /** What was pressed goes with the choice: the focus is on what was chosen. */
  function clear(button: Element) {
    button.closest('section')?.querySelector<HTMLElement>('input:checked')?.focus();
    setPicked(new Set());
  }
  return (
    <Part
      id="lines"
      title={`${manyTools(kept.length)}, ${manyPieces(pieces)}`}
      beside={
        onCancel ? (
          <button
            type="button"
            className="paid-lines__more"
            onClick={() => {
              setAll(true);
              setPicked(new Set(kept.map(({ _id }) => _id)));
            }}
          >
            Select all
          </button>
        ) : (
          <span className="small soft">{stateOf(kept, dropped.length)}</span>
        )
      }
    >
      <ul className="mini">
        {shown.map((line) => (
          <li key={line._id} data-off={line.state === 'cancelled' || undefined}>
            {onCancel && (
              <span className="check">
                {kept.includes(line) && (
                  <input
                    type="checkbox"
                    aria-label={line.tools_name}
                    checked={picked.has(line._id)}
                    onChange={({ target }) => setPicked(withOr(picked, line._id, target.checked))}
                  />
                )}
              </span>
            )}
            <OrderPicture image={line.tools_image} />
            <span>
              <b>{keepUnits(line.tools_name)}</b>
              <span className="sub">
                {formatCount(line.quantity)} × {formatDollars(line.tools_price)}
                {line.guard ? `, ${formatDollars(-line.guard)}, no more than the next step` : ''}
                {whereabouts(line, purchase)}
                {onChange && kept.includes(line) && (
                  <button
                    type="button"
                    className="mini__change"
                    aria-label={`Change the quantity: ${line.tools_name}`}
                    onClick={() => onChange(line)}
                  >
                    Change
                  </button>
                )}
              </span>
              {line.waiting && <WaitingPieces {...line.waiting} />}
              {line.waiting && !line.waiting.answer_by && (
                <CancelButton className="mt-2" line={line} onCancel={onCancelWaiting} />
              )}
              {line.state === 'cancelled' && purchase.state !== 'cancelled' && <OrderStatus order={line} />}
            </span>
            <b className="money">{formatDollars(line.total)}</b>
            {line.waiting?.answer_by && (
              <Notice
                icon="clock"
                tone="warning"
                title={`${deliveryWords(line.waiting)} Do you keep waiting?`}
                action={
                  <span className="notice__acts">
                    <CancelButton line={line} onCancel={onCancelWaiting} />
                    <Button
                      size="sm"
                      loading={busy}
                      aria-label={`Keep waiting: ${line.tools_name}`}
                      onClick={() => onKeepWaiting(line)}
                    >
                      Keep waiting
                    </Button>
                  </span>
                }
              >
                Without your yes by {formatDeliveryDay(line.waiting.answer_by)} we cancel the{' '}
                {formatCount(line.waiting.pieces)}, and {formatDollars(waitingSum(purchase, line))} goes back to the{' '}
                {paidFrom(line.transactionId)} that paid.
              </Notice>
            )}
          </li>
        ))}
      </ul>
      {lines.length > shown.length && (
        <button
          type="button"
          className="paid-lines__more"
          onClick={({ currentTarget: { previousElementSibling: list } }) =>
            unfold(
              () => setAll(true),
              () => list?.children[SHOWN],
            )
          }
        >
          Show {manyTools(lines.length - shown.length).replace(' ', ' more ')}
        </button>
      )}
      {onChange && (
        <Button size="sm" icon="plus" className="mini__add" onClick={() => onChange()}>
          Add a tool
        </Button>
      )}
      {onCancel && chosen.length > 0 && (
        <div className="picked">
          <p>
            <b>{formatCount(chosen.length)} selected</b>,{' '}
            {formatDollars(chosen.reduce((sum, { total }) => sum + total, 0))}
          </p>
          <Button onClick={({ currentTarget }) => clear(currentTarget)}>Clear</Button>
          <Button variant="danger" onClick={(event) => onCancel(chosen, event.currentTarget)}>
            Cancel {manyTools(chosen.length)}
          </Button>
        </div>
      )}
    </Part>
  );
}

interface CancelButtonProps {
  line: Order;
  onCancel: BoughtLinesProps['onCancelWaiting'];
  className?: string;
}

function CancelButton({ line, onCancel, className = '' }: CancelButtonProps) {
  const pieces = formatCount(line.waiting?.pieces ?? 0);
  return (
    onCancel && (
      <Button
        className={className}
        variant="danger"
        size="sm"
        aria-label={`Cancel the ${pieces}: ${line.tools_name}`}
        onClick={() => onCancel(line)}
      >
        Cancel the {pieces}
      </Button>
    )
  );
}

const deliveryWords = ({ date, undated }: NonNullable<Order['waiting']>): string =>
  `${undated ? 'The last day that we know of is' : 'The delivery now comes on'} ${formatDeliveryDay(date)}.`;

function withOr(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

function stateOf(lines: readonly Order[], dropped: number): string {
  const shipped = lines.filter(({ shipping }) => shipping).length;
  if (lines.length > 0 && shipped === lines.length) return 'All shipped';
  if (shipped > 0) return `${shipped} of ${lines.length} shipped`;
  return dropped > 0 ? `${dropped} of ${lines.length + dropped} cancelled` : '';
}

/** In which parts it left, how much of it, and what was refunded. */
function whereabouts(line: Order, { shipments, lines }: Purchase): string {
  const { _id, shipped, shippedAt, given_up: refunded, shipBy, later: rest } = line;
  const later = line.paid && !line.shipping && shipBy && shipBy !== firstDay(lines);
  const parts = shipments.flatMap(({ no, lines: sent }) => (sent.some(({ order }) => order === _id) ? [no] : []));
  const held = line.waiting ? line.quantity - line.waiting.pieces - (shipped ?? 0) - (refunded ?? 0) : 0;
  return [
    held > 0 ? `, ${formatCount(held)} held` : '',
    shipped ? `, ${formatCount(shipped)} shipped` : '',
    parts.length > 0 && shipments.length > 1
      ? `, part${parts.length > 1 ? 's' : ''} ${parts.join(' and ')}`
      : shippedAt
        ? `, shipped ${formatShortDay(Date.parse(shippedAt))}`
        : '',
    refunded ? `, ${formatCount(refunded)} refunded` : '',
    later ? `, ships by ${formatDeliveryDay(shipBy)}` : '',
    rest
      ? `, ${formatCount(rest.pieces)} ${rest.pieces === 1 ? 'ships' : 'ship'} by ${formatDeliveryDay(rest.shipBy)}`
      : '',
  ].join('');
}
