import type { ReactNode } from 'react';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { type AgainRow, type AgainTotals, priceRise } from '#model/orders/order-again.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import { troubleOf } from '#model/orders/saved-lists.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Line } from '../kernel/line.tsx';
import { Link } from '../kernel/link.tsx';
import { Loading } from '../kernel/loading.tsx';
import { RowHead } from '../kernel/row-head.tsx';
import { SkeletonRows } from '../kernel/skeleton.tsx';
import { Status } from '../kernel/status.tsx';
import { Cell, Row, type RowsProps, Table } from '../kernel/table.tsx';
import { riseWords, stockWords } from './again-texts.ts';
import { LineQuantity } from './line-quantity.tsx';

const COLUMNS = [
  { title: 'Choose', hidden: true, className: 'c-chk' },
  { title: 'Image', hidden: true, className: 'c-pic' },
  { title: 'Name' },
  { title: 'Then', className: 'num' },
  { title: 'Now, each', className: 'num' },
  { title: 'Quantity now' },
  { title: 'Total now', className: 'num' },
];

export const AgainTable = (props: RowsProps) => (
  <Table label="Order again" columns={COLUMNS} className="thennow" {...props} />
);

export const chooseId = (tool: string): string => `again-${tool}`;
export const quantityId = (tool: string): string => `again-quantity-${tool}`;
/** Of the sentence that says why a line cannot be had in its quantity. */
export const problemId = (tool: string): string => `again-problem-${tool}`;

interface AgainLineProps {
  row: AgainRow;
  /** The page of the tool. */
  to: string;
  onChoose: (chosen: boolean) => void;
  onQuantity: (quantity: number) => void;
}

export function AgainLine({ row, to, onChoose, onQuantity }: AgainLineProps) {
  const { line, tool, quantity, chosen, canBeHad, canBeChosen, total } = row;
  const name = keepUnits(tool?.name ?? line.name);
  const trouble = troubleOf(tool, quantity);
  const stock = stockWords(tool, trouble);
  const rise = priceRise(row);
  return (
    <Row>
      <Cell className="c-chk">
        <label className="check">
          <input
            type="checkbox"
            id={chooseId(line.tool)}
            aria-label={`Order again: ${name}`}
            checked={chosen}
            disabled={!canBeChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        </label>
      </Cell>
      <Cell className="c-pic">
        <ToolThumb image={tool?.image ?? line.image} />
      </Cell>
      <RowHead>
        {tool ? (
          <Link className="name" to={to}>
            {name}
          </Link>
        ) : (
          <span className="name">{name}</span>
        )}
        <span className="sub">
          <Status mark={stock.mark}>{stock.text}</Status>
        </span>
      </RowHead>
      <Cell className="num c-then" label="Then">
        {line.last ? (
          <span className="nowrap">
            {formatCount(line.last.quantity)} × {formatDollars(line.last.each)}
          </span>
        ) : (
          <None />
        )}
      </Cell>
      <Cell className="num" label="Now, each">
        {tool ? formatDollars(eachOf(tool, quantity)) : <None />}
        {rise !== undefined && <span className="sub">{riseWords(rise)}</span>}
      </Cell>
      <Cell className={canBeHad ? 'c-q' : 'c-q c-q--none'} label="Quantity now">
        {tool && canBeHad ? (
          <LineQuantity
            name={name}
            quantity={quantity}
            limits={limitsOf(tool)}
            fieldId={quantityId(line.tool)}
            describedBy={row.problem && problemId(line.tool)}
            onChange={onQuantity}
            onRemove={() => onChoose(false)}
          />
        ) : (
          <None />
        )}
      </Cell>
      <Cell className="num" label="Total now">
        {total === undefined ? <None /> : <b className="money">{formatDollars(total)}</b>}
      </Cell>
    </Row>
  );
}

const None = () => <span className="muted">–</span>;

/** The sums of what is chosen, with the button that adds it. */
export function AgainBar({
  totals: { chosen, of, before, now },
  children,
}: {
  totals: AgainTotals;
  children: ReactNode;
}) {
  return (
    <div className="sumbar">
      <dl aria-live="polite">
        <Line label="Chosen" is={`${formatCount(chosen)} of ${formatCount(of)}`} />
        {before !== undefined && <Line label="Then" is={formatDollars(before)} />}
        <Line label="Now" is={formatDollars(now)} />
      </dl>
      {children}
    </div>
  );
}

export function AgainSkeleton() {
  return (
    <Loading says="Checking prices and stock">
      <AgainTable busy>
        <SkeletonRows
          rows={4}
          cells={[
            ['c-chk', 'w-5 h-5'],
            ['c-pic', 'thumb'],
            ['c-name', 'h-4 w-52 max-w-full'],
            ['num c-then', 'ml-auto w-16'],
            ['num', 'ml-auto w-10'],
            ['c-q', 'h-10 w-36'],
            ['num', 'ml-auto w-16'],
          ]}
        />
      </AgainTable>
    </Loading>
  );
}
