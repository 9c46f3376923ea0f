import type { ReactNode } from 'react';
import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, type Column, Row, Table } from '../kernel/table.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Image', hidden: true, className: 'c-pic' },
  { title: 'Name' },
  { title: 'Available', className: 'num' },
  { title: 'Minimum', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Action', hidden: true, className: 'act' },
];
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

export function AdminToolsTable({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Table label="All tools" columns={COLUMNS} className="t-tools" busy={busy}>
      {children}
    </Table>
  );
}

export function AdminToolsSkeleton() {
  return (
    <Loading says="Loading all tools">
      <AdminToolsTable busy>
        {ROWS.map((row) => (
          <Row key={row}>
            <Cell className="c-pic">
              <Skeleton className="thumb" />
            </Cell>
            <Cell className="c-name">
              <Skeleton className="h-10 w-72 max-w-full" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto h-4 w-12" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto h-4 w-8" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto h-4 w-10" />
            </Cell>
            <Cell className="act">
              <Skeleton className="ml-auto h-9 w-17" />
            </Cell>
          </Row>
        ))}
      </AdminToolsTable>
    </Loading>
  );
}
