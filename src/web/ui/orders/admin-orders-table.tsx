import type { ReactNode } from 'react';
import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, type Column, Row, Table } from '../kernel/table.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Order' },
  { title: 'Tool' },
  { title: 'Orderer and address' },
  { title: 'Quantity', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Status' },
  { title: 'Action', className: 'act' },
];
export const ADMIN_ORDER_COLUMNS = COLUMNS.length;
const ROWS = [1, 2, 3, 4, 5, 6];

/** `grouped`: the children are groups of rows. */
export function AdminOrdersTable({
  busy = false,
  grouped = false,
  children,
}: {
  busy?: boolean;
  grouped?: boolean;
  children: ReactNode;
}) {
  return (
    <Table label="All orders" columns={COLUMNS} className="t-admin" busy={busy} grouped={grouped}>
      {children}
    </Table>
  );
}

export function AdminOrdersSkeleton() {
  return (
    <Loading says="Loading all orders">
      <div className="tabs" aria-hidden="true">
        <Skeleton className="my-3 h-5 w-80 max-w-full" />
      </div>
      <AdminOrdersTable busy>
        {ROWS.map((row) => (
          <Row key={row}>
            <Cell className="c-id">
              <Skeleton className="h-4 w-24 max-w-full" />
            </Cell>
            <Cell className="c-name">
              <Skeleton className="h-10 w-44 max-w-full" />
            </Cell>
            <Cell className="c-wide">
              <Skeleton className="h-10 w-56 max-w-full" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto h-4 w-10" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto h-4 w-14" />
            </Cell>
            <Cell>
              <Skeleton className="h-4 w-16" />
            </Cell>
            <Cell className="act">
              <Skeleton className="ml-auto h-9 w-28" />
            </Cell>
          </Row>
        ))}
      </AdminOrdersTable>
    </Loading>
  );
}
