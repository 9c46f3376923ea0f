import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** Why nothing is here, in one sentence. */
  children: ReactNode;
  /** What to do about it: one ink button. */
  action?: ReactNode;
}

/** A list without entries. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <h2 className="h3">{title}</h2>
      <p className="soft">{children}</p>
      {action}
    </div>
  );
}
