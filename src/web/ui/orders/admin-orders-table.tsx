import { Loading } from '../kernel/loading.tsx';
import { Skeleton, SkeletonRows } from '../kernel/skeleton.tsx';
import { type Column, type RowsProps, Table } from '../kernel/table.tsx';

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

export const AdminOrdersTable = (props: RowsProps) => (
  <Table label="All orders" columns={COLUMNS} className="t-admin" {...props} />
);

export function AdminOrdersSkeleton() {
  return (
    <Loading says="Loading all orders">
      <div className="tabs" aria-hidden="true">
        <Skeleton className="my-3 h-5 w-80 max-w-full" />
      </div>
      <AdminOrdersTable busy>
        <SkeletonRows
          rows={6}
          cells={[
            ['c-id', 'h-4 w-24 max-w-full'],
            ['c-name', 'h-10 w-44 max-w-full'],
            ['c-wide', 'h-10 w-56 max-w-full'],
            ['num', 'ml-auto h-4 w-10'],
            ['num', 'ml-auto h-4 w-14'],
            ['', 'h-4 w-16'],
            ['act', 'ml-auto h-9 w-28'],
          ]}
        />
      </AdminOrdersTable>
    </Loading>
  );
}
