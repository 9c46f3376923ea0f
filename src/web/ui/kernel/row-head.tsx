import type { ReactNode } from 'react';

/** The cell that says what its row is about. */
export function RowHead({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the cards' display would take the role away
    <th role="rowheader" scope="row" className={`c-name ${className}`.trim()}>
      {children}
    </th>
  );
}
