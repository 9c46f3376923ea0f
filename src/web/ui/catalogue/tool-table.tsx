import type { ReactNode } from 'react';
import { formatCount, formatDollars } from '#texts/format.ts';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, Row, Table } from '../kernel/table.tsx';
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

export function ToolTable({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Table label="Tools" columns={COLUMNS} className="t-list" busy={busy}>
      {children}
    </Table>
  );
}

type CatalogueTool = { [K in keyof Omit<ToolCardContent, 'lowest'>]: NonNullable<ToolCardContent[K]> } & Pick<
  ToolCardContent,
  'lowest'
>;

interface ToolRowProps {
  tool: CatalogueTool;
  onAdd: OnAdd;
}

export function ToolRow({ tool, onAdd }: ToolRowProps) {
  const heading = `tool-${tool.id}`;
  return (
    <Row>
      <Cell className="c-pic">
        <ToolThumb image={tool.image} />
      </Cell>
      <Cell className="c-name">
        <span className="name" id={heading} tabIndex={-1}>
          {tool.name}
        </span>
        <span className="sub">
          <bdi>{tool.description}</bdi>
        </span>
      </Cell>
      <Cell className="c-id">
        <span className="id">{tool.number}</span>
      </Cell>
      <Cell className="num" label="Available">
        {formatCount(tool.available)}
      </Cell>
      <Cell className="num" label="Min. order">
        {formatCount(tool.minimum)}
      </Cell>
      <Cell className="num" label="Price">
        <b className="money">{formatDollars(tool.price)}</b>
        {tool.lowest && <span className="sub">{tool.lowest}</span>}
      </Cell>
      <Cell className="act">
        <ToolActs tool={tool} heading={heading} size="sm" onAdd={onAdd} />
      </Cell>
    </Row>
  );
}

export function ToolRowSkeleton() {
  return (
    <Row>
      <Cell className="c-pic">
        <Skeleton className="thumb" />
      </Cell>
      <Cell className="c-name">
        <Skeleton className="w-64 max-w-full h-4" />
        <Skeleton className="w-full h-3 mt-2" />
      </Cell>
      <Cell className="c-id">
        <Skeleton className="w-20" />
      </Cell>
      <Cell className="num">
        <Skeleton className="w-12" />
      </Cell>
      <Cell className="num">
        <Skeleton className="w-8" />
      </Cell>
      <Cell className="num">
        <Skeleton className="w-8" />
      </Cell>
      <Cell className="act">
        <Skeleton className="w-24 h-9" />
      </Cell>
    </Row>
  );
}
