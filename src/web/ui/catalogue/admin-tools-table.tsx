import { Loading } from '../kernel/loading.tsx';
import { SkeletonRows } from '../kernel/skeleton.tsx';
import { type Column, type RowsProps, Table } from '../kernel/table.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Image', hidden: true, className: 'c-pic' },
  { title: 'Name' },
  { title: 'Available', className: 'num' },
  { title: 'Minimum', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Action', hidden: true, className: 'act' },
];

export const AdminToolsTable = (props: RowsProps) => (
  <Table label="All tools" columns={COLUMNS} className="t-tools" {...props} />
);

export function AdminToolsSkeleton() {
  return (
    <Loading says="Loading all tools">
      <AdminToolsTable busy>
        <SkeletonRows
          rows={8}
          cells={[
            ['c-pic', 'thumb'],
            ['c-name', 'h-10 w-72 max-w-full'],
            ['num', 'ml-auto h-4 w-12'],
            ['num', 'ml-auto h-4 w-8'],
            ['num', 'ml-auto h-4 w-10'],
            ['act', 'ml-auto h-9 w-17'],
          ]}
        />
      </AdminToolsTable>
    </Loading>
  );
}
