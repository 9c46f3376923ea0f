import { memo, type ReactNode } from 'react';
import { formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { SkeletonRows } from '../kernel/skeleton.tsx';
import { Cell, Row, Table } from '../kernel/table.tsx';
import { cardAtNeed, NeedLabel, StockLine } from './at-need.tsx';
import { type OnAdd, ToolActs, type ToolCardContent } from './tool-card.tsx';
import { ToolThumb } from './tool-thumb.tsx';

const COLUMNS = [
  { title: 'Picture', hidden: true },
  { title: 'Name' },
  { title: 'Item' },
  { title: 'Available', className: 'num' },
  { title: 'Minimum order', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Order', hidden: true },
];

const columnsAt = (need: number) => [
  ...COLUMNS.filter(({ title }) => ['Picture', 'Name', 'Available', 'Minimum order'].includes(title)),
  { title: `For ${manyPieces(need)}` },
  { title: 'Each', className: 'num' },
  { title: 'Total', className: 'num' },
  { title: 'Order', hidden: true },
];

interface ToolTableProps {
  need: number | undefined;
  busy: boolean;
  children: ReactNode;
}

export function ToolTable({ need, busy, children }: ToolTableProps) {
  const [columns, className] = need ? [columnsAt(need), 't-list t-need'] : [COLUMNS, 't-list'];
  return (
    <Table label="Tools" columns={columns} className={className} busy={busy}>
      {children}
    </Table>
  );
}

type CatalogueTool = { [K in keyof Omit<ToolCardContent, 'lowest' | 'sold'>]: NonNullable<ToolCardContent[K]> } & Pick<
  ToolCardContent,
  'lowest' | 'sold'
>;

interface ToolRowProps {
  tool: CatalogueTool;
  need: number | undefined;
  onAdd: OnAdd;
}

export const ToolRow = memo(function ToolRow({ tool, need, onAdd }: ToolRowProps) {
  const heading = `tool-${tool.id}`;
  const at = cardAtNeed(tool, need);
  return (
    <Row>
      <Cell className="c-pic">
        <ToolThumb image={tool.image} />
      </Cell>
      <Cell className="c-name">
        <span className="name" id={heading} tabIndex={-1}>
          {tool.name}
        </span>
        {at ? (
          <span className="id">{tool.number}</span>
        ) : (
          <span className="sub">
            <bdi>{tool.description}</bdi>
          </span>
        )}
      </Cell>
      {!at && (
        <Cell className="c-id">
          <span className="id">{tool.number}</span>
        </Cell>
      )}
      <Cell className="num" label="Available">
        {formatCount(tool.available)}
      </Cell>
      <Cell className="num" label="Min. order">
        {formatCount(tool.minimum)}
      </Cell>
      {at ? (
        <>
          <Cell className="c-stk">
            <StockLine at={at} />
          </Cell>
          <Cell className="num" label={`Each at ${formatCount(at.quantity)}`}>
            {formatDollars(at.each)}
          </Cell>
          <Cell className="num c-need" label="Total">
            <b className="money">{formatCents(at.asked)}</b>
            <span className="sub">
              <NeedLabel at={at} pack={tool.sold?.pack ?? 1} />
            </span>
          </Cell>
        </>
      ) : (
        <Cell className="num" label="Price">
          <b className="money">{formatDollars(tool.price)}</b>
          {tool.lowest && <span className="sub">{tool.lowest}</span>}
        </Cell>
      )}
      <Cell className="act">
        <ToolActs tool={tool} at={at} need={need} heading={heading} size="sm" onAdd={onAdd} />
      </Cell>
    </Row>
  );
});

export const ToolRowsSkeleton = ({ rows, wide }: { rows: number; wide: boolean }) => (
  <SkeletonRows
    rows={rows}
    cells={[
      ['c-pic', 'thumb'],
      ['c-name', 'w-64 max-w-full h-4', 'w-full h-3 mt-2'],
      ['c-id', 'w-20'],
      ['num', 'w-12'],
      ...(wide ? [['num', 'w-12'] as const] : []),
      ['num', 'w-8'],
      ['num', 'w-8'],
      ['act', 'w-24 h-9'],
    ]}
  />
);
