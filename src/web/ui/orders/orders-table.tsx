import type { ReactNode } from 'react';
import { type Column, Table } from '../kernel/table.tsx';

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

/** `grouped`: the children are groups of rows. */
export function OrdersTable({
  busy = false,
  grouped = false,
  children,
}: {
  busy?: boolean;
  grouped?: boolean;
  children: ReactNode;
}) {
  return (
    <Table label="My Orders" columns={COLUMNS} className="t-orders" busy={busy} grouped={grouped}>
      {children}
    </Table>
  );
}
