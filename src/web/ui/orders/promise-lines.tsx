import type { PromisePaper } from '#model/orders/promise.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Status } from '../kernel/status.tsx';
import { OrderPicture } from './order-picture.tsx';
import { lineMark } from './promise-words.ts';

/** What is promised, with what is not here of it, or was left out. */
export function PromiseLines({ promise }: { promise: PromisePaper }) {
  const { lines, guard } = promise;
  return (
    <>
      <ul className="mini">
        {lines.map((line) => {
          const mark = lineMark(promise, line);
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
                {mark && <Status mark={mark.mark}>{mark.words}</Status>}
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
