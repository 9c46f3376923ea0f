import { formatCount, formatDollars, formatRange } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { Button } from '../kernel/button.tsx';
import { Notice } from '../kernel/notice.tsx';
import { priceAdvice } from './price-advice.ts';
import { type PricedTool, priceRows } from './price-rows.ts';

interface PriceLadderProps {
  tool: PricedTool;
  quantity: number | null;
  /** Whether this quantity can be ordered. */
  valid: boolean;
  onTake: (quantity: number) => void;
}

/** What a piece costs in which quantities, and what the next step would bring. Nothing for a tool without steps. */
export function PriceLadder({ tool, quantity, valid, onTake }: PriceLadderProps) {
  const rows = priceRows(tool, quantity);
  if (rows.length === 0) return null;
  const advice = valid && quantity !== null ? priceAdvice(tool, quantity) : undefined;
  return (
    <>
      <table className="rungs" aria-label="Prices by quantity">
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Price each</th>
            <th scope="col">You save</th>
            <th scope="col">
              <span className="sr">Choose</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, until, price, saving, current, reachable, later }) => (
            <tr key={from} aria-current={current || undefined}>
              <th scope="row">{until === undefined ? `${formatCount(from)} or more` : formatRange(from, until)}</th>
              <td>{formatDollars(price)}</td>
              <td>{saving > 0 ? `${formatDollars(saving)} each` : '–'}</td>
              <td>
                {current && 'You are here'}
                {!current && !reachable && !later && 'More than in stock'}
                {!current && (reachable || later) && (
                  <button className="rungs__take" type="button" onClick={() => onTake(from)}>
                    Make it {formatCount(from)}
                  </button>
                )}
                {!current && later && <span className="rungs__later">Delivery {formatDeliveryDay(later)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="nudge">
        {advice && (
          <Notice
            tone={advice.tone}
            className="notice--line"
            action={
              advice.take !== undefined && (
                <Button size="sm" onClick={() => onTake(advice.take ?? 0)}>
                  Make it {formatCount(advice.take)}
                </Button>
              )
            }
          >
            <b>{advice.lead}</b> {advice.rest}
          </Notice>
        )}
      </div>
    </>
  );
}
