import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { PromisePaper as Paper, PromiseLine } from '#model/orders/promise.ts';
import { formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDatedDay } from '#texts/format-time.ts';
import { promisedUntilText } from '#texts/promised-until.ts';
import { addressInLines } from '#texts/typed.ts';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Line } from '../kernel/line.tsx';
import { Status } from '../kernel/status.tsx';
import { Cell, Row, Table } from '../kernel/table.tsx';
import { manyTools } from './list-counts.ts';
import { amountWords, documentDay, documentHead, lineMark, SCALE_DAYS, shareOfTime } from './promise-words.ts';
import { DaySpan } from './ship-scale.tsx';

const COLUMNS = [
  { title: '#', className: 'c-n num' },
  { title: 'Tool' },
  { title: 'Quantity', className: 'num' },
  { title: 'Price each', className: 'num' },
  { title: 'Total', className: 'num' },
];

interface PromisePaperProps {
  promise: Paper;
  now: number;
}

/** The document as everybody reads it who has the link: always with the year, and in the shop's own days. */
export function PromisePaper({ promise, now }: PromisePaperProps) {
  const { number, name, address, po_number, job, note, createdAt, validUntil, lines, state } = promise;
  const open = state === 'valid' || state === 'ordered';
  return (
    <article className="deed" aria-labelledby="deed-title">
      <div className="deed__in">
        <div className="deed__top">
          <div>
            <p className="id">{number}</p>
            <h1 className="h1" id="deed-title" tabIndex={-1}>
              Price promise
            </h1>
            <p className="soft">
              Asked for by <bdi>{name}</bdi>
            </p>
          </div>
          <State promise={promise} now={now} />
        </div>
        <dl className="duo">
          <Line label="Number" is={number} />
          <Line label="Date" is={formatDatedDay(createdAt)} />
          <Line label="Prices held until" is={promisedUntilText(validUntil)} />
          <Line label="Ship to" is={<bdi>{addressInLines(address)}</bdi>} />
          {po_number && <Line label="PO number" is={<bdi>{po_number}</bdi>} />}
          {job && <Line label="Job" is={<bdi>{job}</bdi>} />}
        </dl>
        {note && (
          <p className="deed__note">
            <span className="muted small">
              Note from <bdi>{name}</bdi>
            </span>
            <bdi>{note}</bdi>
          </p>
        )}
        <Table label="Tools of this price promise" className="t-doc" cards={false} columns={COLUMNS}>
          {lines.map((line, place) => (
            <DocumentLine key={line.tools_id} line={line} place={place + 1} mark={lineMark(promise, line)} />
          ))}
        </Table>
        <Sums promise={promise} />
        {open && (
          <p className="deed__foot small muted">
            These prices are held until the date above. Stock is not held: it is checked when the order is paid. What is
            in stock ships within {SHOP_FACTS.shippingDays} days after the payment clears.
          </p>
        )}
      </div>
    </article>
  );
}

function State({ promise, now }: PromisePaperProps) {
  const { mark, icon, words, below } = documentHead(promise, now);
  return (
    <div className="deed__state">
      <p className="bigstate" data-tone={mark}>
        <Icon name={icon} />
        <span>
          {words}
          <span className="sub">{below}</span>
        </span>
      </p>
      <DaySpan
        days={SCALE_DAYS}
        share={shareOfTime(promise, now)}
        from={documentDay(promise.createdAt)}
        to={documentDay(promise.validUntil)}
      />
    </div>
  );
}

interface LineProps {
  line: PromiseLine;
  place: number;
  mark: ReturnType<typeof lineMark>;
}

function DocumentLine({ line, place, mark }: LineProps) {
  return (
    <Row>
      <Cell className="c-n num">{place}</Cell>
      <Cell className="c-name">
        <b>
          <bdi>{keepUnits(line.tools_name)}</bdi>
        </b>
        {line.sku && <span className="id">{line.sku}</span>}
        {mark && <Status mark={mark.mark}>{mark.words}</Status>}
      </Cell>
      <Cell className="num c-q">{formatCount(line.quantity)}</Cell>
      <Cell className="num c-e">{formatDollars(line.each)}</Cell>
      <Cell className="num c-sum">
        <b className="money">{formatDollars(line.total)}</b>
      </Cell>
    </Row>
  );
}

function Sums({ promise }: { promise: Paper }) {
  const { lines, total, guard, amount } = promise;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <dl className="lines">
      <Line label={`${manyTools(lines.length)}, ${manyPieces(pieces)}`} is={formatDollars(total)} />
      {guard > 0 && <Line label="No more than the next step" is={formatDollars(-guard)} deduction />}
      <Line label="Shipping" is="Included" />
      <Line label={amountWords(promise)} is={formatDollars(amount)} total />
    </dl>
  );
}
