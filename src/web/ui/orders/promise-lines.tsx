import type { PromisePaper } from '#model/orders/promise.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Status } from '../kernel/status.tsx';
import { OrderPicture } from './order-picture.tsx';
import { shortMark } from './promise-words.ts';

/** What is promised, with what is not here of it. */
export function PromiseLines({ promise: { lines, guard, state } }: { promise: PromisePaper }) {
  return (
    <>
      <ul className="mini">
        {lines.map((line) => {
          const short = state === 'valid' || state === 'ordered' ? shortMark(line) : undefined;
          return (
            <li key={line.tools_id}>
              <OrderPicture image={line.tools_image} />
              <span>
                <b>
                  <bdi>{keepUnits(line.tools_name)}</bdi>
                </b>
                <span className="sub">
                  {formatCount(line.quantity)} × {formatDollars(line.each)}
                </span>
                {short && <Status mark={short.mark}>{short.words}</Status>}
              </span>
              <b className="money">{formatDollars(line.total)}</b>
            </li>
          );
        })}
      </ul>
      {guard > 0 && (
        <dl className="lines promise__guard">
          <div>
            <dt>No more than the next step</dt>
            <dd className="deduction">{formatDollars(-guard)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}
