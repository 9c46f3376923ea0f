import type { ReactNode } from 'react';

interface LineProps {
  label: ReactNode;
  is: ReactNode;
  /** The sum of those above. */
  total?: boolean;
  /** Less to pay. */
  deduction?: boolean;
}

/** What it is and how much, or which, in a list. */
export const Line = ({ label, is, total = false, deduction = false }: LineProps) => (
  <div className={total ? 'total' : undefined}>
    <dt>{label}</dt>
    <dd className={deduction ? 'deduction' : undefined}>{is}</dd>
  </div>
);
