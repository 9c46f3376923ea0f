import type { ReactNode } from 'react';

export interface Column {
  readonly title: string;
  readonly className?: string;
  /** Visible to screen readers only. */
  readonly hidden?: boolean;
}

export interface TableProps {
  label: string;
  columns: readonly Column[];
  className?: string;
  /** False keeps rows on narrow screens. */
  cards?: boolean;
  busy?: boolean;
  /** The children are `RowGroup`s. */
  grouped?: boolean;
  children: ReactNode;
}

/** What the table of one kind of rows leaves open. */
export type RowsProps = Pick<TableProps, 'busy' | 'grouped' | 'children'>;

/** Becomes cards on narrow screens. Changing `display` drops a table's ARIA roles, so every part sets its own. */
export function Table({
  label,
  columns,
  className = '',
  cards = true,
  busy = false,
  grouped = false,
  children,
}: TableProps) {
  return (
    <div className="table-wrap" aria-busy={busy || undefined}>
      {/* biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away */}
      <table className={`table ${cards ? 'table--cards ' : ''}${className}`} role="table" aria-label={label}>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <tr role="row">
            {columns.map(({ title, className, hidden }) => (
              // biome-ignore lint/a11y/noRedundantRoles: as above
              <th key={title} role="columnheader" scope="col" className={className}>
                {hidden ? <span className="sr">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        {grouped ? children : <RowGroup>{children}</RowGroup>}
      </table>
    </div>
  );
}

export function RowGroup({ children }: { children: ReactNode }) {
  // biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away
  return <tbody role="rowgroup">{children}</tbody>;
}

export function Row({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away
    <tr role="row" className={className}>
      {children}
    </tr>
  );
}

interface CellProps {
  /** The column's title, above the value on a card. */
  label?: string;
  className?: string;
  colSpan?: number;
  children: ReactNode;
}

export function Cell({ label, className, colSpan, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away
    <td role="cell" className={className} colSpan={colSpan} data-l={label}>
      {children}
    </td>
  );
}
