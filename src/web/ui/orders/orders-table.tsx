import { type Column, type RowsProps, Table } from '../kernel/table.tsx';

const COLUMNS: readonly Column[] = [
  { title: '#', className: 'num c-idx' },
  { title: 'Image', className: 'c-pic', hidden: true },
  { title: 'Name' },
  { title: 'Address' },
  { title: 'Quantity', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Pay status' },
  { title: 'Action', className: 'act' },
];

export const ORDER_COLUMNS = COLUMNS.length;

export const OrdersTable = (props: RowsProps) => (
  <Table label="My Orders" columns={COLUMNS} className="t-orders" {...props} />
);
